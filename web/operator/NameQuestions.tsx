import { LINE_MAX } from '@promenade/contract/limits';
import type { Named, NameKind, NameMerge } from '@promenade/contract/operatorCatalogue';
import type { ProposedKind } from '@promenade/contract/releaseFields';
import { useState } from 'react';
import { Select } from '../design/Select.tsx';
import { TextField } from '../design/TextField.tsx';
import { useTypedText } from '../label/typedText.ts';
import { useText } from '../platform/text.ts';
import { ActionQuestion } from './ActionQuestion.tsx';
import { accept, make, merge, rename, useMergePreview, useNames } from './namesData.ts';

interface NameProps {
  kind: NameKind;
  /** What is renamed; undefined: a label or package is made. */
  row: Named | undefined;
  onClose: () => void;
}

/** Asks for the name of a new label or package, or for another name. */
export function NameQuestion({ kind, row, onClose: close }: NameProps) {
  const t = useText();
  const [name = row?.name ?? '', setName] = useTypedText(`name ${kind} ${row?.id ?? ''}`);
  const onClose = () => {
    setName(undefined);
    close();
  };
  const madeKind = kind === 'labels' ? 'labels' : 'packages';
  return (
    <ActionQuestion
      action={{
        title: () => (row ? t('names.rename-title', { name: row.name }) : t(`names.make-${madeKind}`)),
        message: () => (row ? t('names.rename-message', { count: row.releases }) : t(`names.make-${madeKind}-message`)),
        confirm: t(row ? 'names.rename' : 'names.make'),
        nameOf: (chosen) => chosen?.name ?? name,
        run: (chosen) => (chosen ? rename(kind, chosen.id, name) : make(madeKind, name)),
        done: () => (row ? t('names.renamed', { name }) : t('names.made', { name })),
      }}
      rows={[row]}
      onClose={onClose}
    >
      <TextField
        label={t('operator.name')}
        value={name}
        maxLength={LINE_MAX}
        required
        onChange={({ target }) => setName(target.value)}
      />
    </ActionQuestion>
  );
}

/** Asks whether what a label proposed becomes a filter of all listeners. */
export function AcceptQuestion({ kind, row, onClose }: { kind: ProposedKind; row: Named; onClose: () => void }) {
  const t = useText();
  return (
    <ActionQuestion
      action={{
        title: () => t('names.accept-title', { name: row.name }),
        message: () => t('names.accept-message', { count: row.releases }),
        confirm: t('names.accept'),
        nameOf: ({ name }) => name,
        run: ({ id }) => accept(kind, id),
        done: () => t('names.accepted', { name: row.name }),
      }}
      rows={[row]}
      onClose={onClose}
    />
  );
}

/** Asks which one is kept, and says what moves there. */
export function MergeQuestion({ kind, row, onClose }: { kind: NameKind; row: Named; onClose: () => void }) {
  const t = useText();
  const [filter, setFilter] = useState(row.twins[0]?.name ?? '');
  const [into, setInto] = useState(row.twins[0]?.id ?? '');
  const found = useNames(kind, { ...(filter.trim() && { filter: filter.trim() }) });
  const others = found.data?.items.filter(({ id }) => id !== row.id) ?? [];
  const chosen = others.find(({ id }) => id === into) ?? row.twins.find(({ id }) => id === into);
  const { data: preview } = useMergePreview(kind, row.id, chosen ? into : '');
  return (
    <ActionQuestion
      action={{
        title: () => t('names.merge-title', { name: row.name }),
        message: () => t('names.merge-message', { name: row.name }),
        confirm: t('names.merge'),
        nameOf: ({ name }) => name,
        run: ({ id }) => merge(kind, id, into),
        done: () => t('names.merged', { name: row.name, into: chosen?.name ?? '' }),
      }}
      rows={[row]}
      onClose={onClose}
    >
      <TextField
        label={t('names.find')}
        value={filter}
        maxLength={LINE_MAX}
        onChange={({ target }) => setFilter(target.value)}
      />
      <Select
        label={t('names.into')}
        value={chosen ? into : ''}
        placeholder={t('names.choose')}
        required
        options={others.map(({ id, name, releases }) => ({ value: id, text: `${name} (${releases})` }))}
        onChange={({ target }) => setInto(target.value)}
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
