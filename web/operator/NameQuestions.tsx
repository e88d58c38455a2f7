import type { Named, NameKind } from '@promenade/contract/operatorCatalogue';
import type { ProposedKind } from '@promenade/contract/releaseFields';
import { ActionQuestion } from '../console/ActionQuestion.tsx';
import { NameQuestion } from '../console/NameQuestion.tsx';
import { useText } from '../platform/text.ts';
import { acceptProposal, createName, renameOne } from './namesData.ts';

interface NameProps {
  kind: NameKind;
  /** What is renamed; undefined: a label or package is made. */
  row: Named | undefined;
  onClose: () => void;
}

/** Asks for the name of a new label or package, or for another name. */
export function VocabularyQuestion({ kind, row, onClose }: NameProps) {
  const t = useText();
  const madeKind = kind === 'labels' ? 'labels' : 'packages';
  return (
    <NameQuestion
      subject={`name ${kind} ${row?.id ?? ''}`}
      row={row}
      label={t('operator.name')}
      action={(name) => ({
        title: () => (row ? t('names.rename-title', { name: row.name }) : t(`names.make-${madeKind}`)),
        message: () => (row ? t('names.rename-message', { count: row.releases }) : t(`names.make-${madeKind}-message`)),
        confirm: t(row ? 'names.rename' : 'names.make'),
        run: (chosen) => (chosen ? renameOne(kind, chosen.id, name) : createName(madeKind, name)),
        done: () => (row ? t('names.renamed', { name }) : t('names.made', { name })),
      })}
      onClose={onClose}
    />
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
