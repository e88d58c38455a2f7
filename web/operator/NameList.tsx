import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type Named, type NameKind, NameSort } from '@promenade/contract/operatorCatalogue';
import { ProposedKind } from '@promenade/contract/releaseFields';
import { Check, Merge, Pencil, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { ActionsCell, NumberCell, TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { Button } from '../design/Button.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import { Select } from '../design/Select.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { useListParams } from './listParams.ts';
import { AcceptQuestion, MergeQuestion, NameQuestion } from './NameQuestions.tsx';
import { useNames } from './namesData.ts';
import { OperatorTable } from './OperatorTable.tsx';

const FILTERS = ['kind', 'twins', 'proposed'] as const;
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
  const params = useListParams(NameSort.options, 'name', FILTERS);
  const { query, set } = params;
  const { kind: _kind, twins, proposed, ...rest } = query;
  const areTwins = twins === '1';
  const areProposed = proposed === '1';
  const list = useNames(kind, {
    ...rest,
    ...(areTwins && { twins: '1' as const }),
    ...(areProposed && { proposed: '1' as const }),
  });
  const proposedKind = ProposedKind.safeParse(kind).data;
  const [asked, setAsked] = useState<{ action: 'make' | 'accept' | 'rename' | 'merge'; row?: Named }>();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const hasPeople = kind === 'labels' || kind === 'packages';
  const columns = useMemo(
    (): Column<Named>[] => [
      {
        id: 'name',
        header: t('operator.name'),
        width: isCompact ? 150 : 220,
        share: 3,
        isSortable: true,
        isRowName: true,
        cell: ({ id, name, proposed: isProposal }, tabIndex) =>
          pathOf ? (
            <RowLink to={pathOf(id)} title={name} tabIndex={tabIndex} />
          ) : (
            <TextCell text={isProposal ? t('names.proposed-name', { name }) : name} />
          ),
      },
      ...(areTwins
        ? [
            {
              id: 'twins',
              header: t('names.twins'),
              width: isCompact ? 120 : 200,
              share: 3,
              cell: ({ twins: others }: Named) => <TextCell text={others.map(({ name }) => name).join(', ')} />,
            },
          ]
        : []),
      {
        id: 'releases',
        header: t('table.releases'),
        width: 100,
        isSortable: true,
        cell: ({ releases }) => <NumberCell>{releases}</NumberCell>,
      },
      ...(hasPeople
        ? [
            {
              id: 'people',
              header: t('operator.people'),
              width: 100,
              isOptional: true,
              cell: ({ people }: Named) => <NumberCell>{people}</NumberCell>,
            },
          ]
        : []),
      {
        id: 'actions',
        header: t('names.actions'),
        width: 56,
        isFixed: true,
        cell: (row, tabIndex) => (
          <ActionsCell>
            <MenuButton
              label={t('names.actions-of', { name: row.name })}
              tabIndex={tabIndex}
              items={[
                ...(row.proposed
                  ? [
                      {
                        id: 'accept',
                        label: t('names.accept'),
                        icon: Check,
                        onAction: () => setAsked({ action: 'accept' as const, row }),
                      },
                    ]
                  : []),
                {
                  id: 'rename',
                  label: t('names.rename'),
                  icon: Pencil,
                  onAction: () => setAsked({ action: 'rename', row }),
                },
                {
                  id: 'merge',
                  label: t('names.merge'),
                  icon: Merge,
                  onAction: () => setAsked({ action: 'merge', row }),
                },
              ]}
            />
          </ActionsCell>
        ),
      },
    ],
    [t, isCompact, areTwins, hasPeople, pathOf],
  );
  const close = () => setAsked(undefined);
  return (
    <>
      <OperatorTable
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
              value={areTwins ? 'twins' : areProposed ? 'proposed' : ''}
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
        <NameQuestion kind={kind} row={asked.row} onClose={close} />
      )}
      {asked?.action === 'accept' && asked.row && proposedKind && (
        <AcceptQuestion kind={proposedKind} row={asked.row} onClose={close} />
      )}
      {asked?.action === 'merge' && asked.row && <MergeQuestion kind={kind} row={asked.row} onClose={close} />}
    </>
  );
}
