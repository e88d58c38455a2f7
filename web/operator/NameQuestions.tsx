import { LINE_MAX } from '@promenade/contract/limits';
import type { Named, NameKind } from '@promenade/contract/operatorCatalogue';
import type { ProposedKind } from '@promenade/contract/releaseFields';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { useTypedText } from '../console/typedText.ts';
import { TextField } from '../design/TextField.tsx';
import { useText } from '../platform/text.ts';
import { acceptProposal, createName, renameOne } from './namesData.ts';

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
        run: (chosen) => (chosen ? renameOne(kind, chosen.id, name) : createName(madeKind, name)),
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
        run: ({ id }) => acceptProposal(kind, id),
        done: () => t('names.accepted', { name: row.name }),
      }}
      rows={[row]}
      onClose={onClose}
    />
  );
}
