import { Vocabulary as VocabularyKind } from '@promenade/contract/operatorCatalogue';
import { useSearchParams } from 'react-router';
import { Select } from '../design/Select.tsx';
import { useSetParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { NameList } from './NameList.tsx';

/** Genres, moods, instruments and markets. */
export function Vocabulary() {
  const t = useText();
  const [search] = useSearchParams();
  const set = useSetParams();
  const kind = VocabularyKind.safeParse(search.get('kind')).data ?? 'genres';
  return (
    <NameList
      kind={kind}
      title={t('names.vocabulary')}
      filters={
        <Select
          label={t('operator.kind')}
          value={kind}
          options={VocabularyKind.options.map((value) => ({ value, text: t(`names.${value}`) }))}
          onChange={({ target }) => set({ kind: target.value, page: '', q: '' })}
        />
      }
    />
  );
}
