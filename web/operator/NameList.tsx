import { type Named, type NameKind, NameSort } from '@promenade/contract/operatorCatalogue';
import { ProposedKind } from '@promenade/contract/releaseFields';
import { Check, type LucideIcon, Merge, Pencil, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { column, type ListColumn } from '../console/ListColumns.tsx';
import { ListPage } from '../console/ListPage.tsx';
import { useListParams } from '../console/listParams.ts';
import { Button } from '../design/Button.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { Select } from '../design/Select.tsx';
import { useText } from '../platform/text.ts';
import { AcceptQuestion, VocabularyQuestion } from './NameQuestions.tsx';
import { useNames } from './namesData.ts';

const LIST = {
  sorts: NameSort.options,
  initial: 'name',
  filters: { kind: 'text', twins: ['1'], proposed: ['1'] },
} as const;
const MergeQuestion = lazyPart(async () => (await import('./MergeQuestion.tsx')).MergeQuestion);

const rowKey = ({ id }: Named): string => id;

interface Props {
  kind: NameKind;
  title: string;
  /** The page of one. */
  pathOf?: (id: string) => string;
  filters?: ReactNode;
}

/** Labels, packages or a vocabulary, which can be made, renamed and merged. Always with the same `pathOf`. */
export function NameList({ kind, title, pathOf, filters }: Props) {
  const t = useText();
  const params = useListParams(LIST);
  const { query, set } = params;
  const { kind: _kind, ...filtered } = query;
  const areTwins = query.twins === '1';
  const list = useNames(kind, filtered);
  const proposedKind = ProposedKind.safeParse(kind).data;
  const [asked, setAsked] = useState<{ action: 'make' | 'accept' | 'rename' | 'merge'; row?: Named }>();
  const hasPeople = kind === 'labels' || kind === 'packages';
  const columns = useMemo((): ListColumn<Named>[] => {
    const header = t('operator.name');
    const size = { width: 220, share: 3, isSortable: true, isRowName: true, phone: { width: 150 } };
    const item = (action: 'accept' | 'rename' | 'merge', icon: LucideIcon, row: Named) => ({
      id: action,
      label: t(`names.${action}`),
      icon,
      onAction: () => setAsked({ action, row }),
    });
    return [
      pathOf
        ? column.link('name', header, ({ id, name }) => ({ to: pathOf(id), title: name }), size)
        : column.text(
            'name',
            header,
            ({ name, proposed }) => (proposed ? t('names.proposed-name', { name }) : name),
            size,
          ),
      ...(areTwins
        ? [
            column.text('twins', t('names.twins'), ({ twins }: Named) => twins.map(({ name }) => name).join(', '), {
              width: 200,
              share: 3,
              phone: { width: 120 },
            }),
          ]
        : []),
      column.number('releases', t('table.releases'), ({ releases }) => releases, { isSortable: true }),
      ...(hasPeople
        ? [column.number('people', t('operator.people'), ({ people }: Named) => people, { isOptional: true })]
        : []),
      column.actions(
        t('names.actions'),
        ({ name }) => t('names.actions-of', { name }),
        (row) => [row.proposed && item('accept', Check, row), item('rename', Pencil, row), item('merge', Merge, row)],
      ),
    ];
  }, [t, areTwins, hasPeople, pathOf]);
  const close = () => setAsked(undefined);
  return (
    <>
      <ListPage
        title={title}
        total={(count) => t(`names.total-${kind}`, { count })}
        list={list}
        params={params}
        columns={columns}
        rowKey={rowKey}
        find={t('names.find')}
        empty={t('names.empty')}
        filters={
          <>
            {filters}
            <Select
              label={t('operator.which')}
              value={areTwins ? 'twins' : query.proposed ? 'proposed' : ''}
              placeholder={t('operator.all')}
              options={[
                { value: 'twins', text: t('names.likely-twins') },
                ...(proposedKind ? [{ value: 'proposed', text: t('names.proposed') }] : []),
              ]}
              onChange={({ target: { value } }) =>
                set({ twins: value === 'twins' ? '1' : '', proposed: value === 'proposed' ? '1' : '', page: '' })
              }
            />
          </>
        }
        actions={
          hasPeople && (
            <Button size="small" icon={Plus} onClick={() => setAsked({ action: 'make' })}>
              {t(`names.make-${kind}`)}
            </Button>
          )
        }
      />
      {(asked?.action === 'make' || asked?.action === 'rename') && (
        <VocabularyQuestion kind={kind} row={asked.row} onClose={close} />
      )}
      {asked?.action === 'accept' && asked.row && proposedKind && (
        <AcceptQuestion kind={proposedKind} row={asked.row} onClose={close} />
      )}
      {asked?.action === 'merge' && asked.row && <MergeQuestion kind={kind} row={asked.row} onClose={close} />}
    </>
  );
}
