import type { Named, NameKind, NameMerge } from '@promenade/contract/operatorCatalogue';
import { useState } from 'react';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { useText } from '../platform/text.ts';
import { NameChoice } from './NameChoice.tsx';
import { mergeInto, useMergePreview } from './namesData.ts';

/** Asks which one is kept, and says what moves there. */
export function MergeQuestion({ kind, row, onClose }: { kind: NameKind; row: Named; onClose: () => void }) {
  const t = useText();
  const [into, setInto] = useState<{ id: string; name: string } | undefined>(row.twins[0]);
  const { data: preview } = useMergePreview(kind, row.id, into?.id ?? '');
  return (
    <ActionQuestion
      action={{
        title: () => t('names.merge-title', { name: row.name }),
        message: () => t('names.merge-message', { name: row.name }),
        confirm: t('names.merge'),
        nameOf: ({ name }) => name,
        run: ({ id }) => mergeInto(kind, id, into?.id ?? ''),
        done: () => t('names.merged', { name: row.name, into: into?.name ?? '' }),
      }}
      rows={[row]}
      onClose={onClose}
    >
      <NameChoice
        kind={kind}
        label={t('names.into')}
        value={into?.name ?? ''}
        placeholder={t('names.choose')}
        except={[row.name]}
        onChange={setInto}
      />
      <div role="status">{preview && <Moved kind={kind} preview={preview} />}</div>
    </ActionQuestion>
  );
}

const COUNTS = {
  labels: ['people', 'grants', 'works', 'deliveries', 'mailstops', 'doubles'],
  packages: ['people', 'inboth', 'grants'],
} as const satisfies Partial<Record<NameKind, (keyof NameMerge)[]>>;

/** What moves, in whole sentences. */
function Moved({ kind, preview }: { kind: NameKind; preview: NameMerge }) {
  const t = useText();
  const counts = kind === 'labels' || kind === 'packages' ? COUNTS[kind] : [];
  return (
    <>
      <p>{t('names.moves-releases', { count: preview.releases, name: preview.into.name })}</p>
      <ul>
        {counts
          .filter((name) => preview[name] > 0)
          .map((name) => (
            <li key={name}>{t(`names.moves-${name}`, { count: preview[name] })}</li>
          ))}
      </ul>
    </>
  );
}
