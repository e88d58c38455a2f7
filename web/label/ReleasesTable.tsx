import { type StaffRelease, StaffReleaseSort } from '@promenade/contract/label';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { ChartNoAxesColumn, EyeOff, Pencil, RotateCcw } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { getSmallCover } from '../catalogue/format.ts';
import { ActionsCell, DateCell, NumberCell, TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import type { MenuItem } from '../design/MenuList.tsx';
import { nextSort } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useConsoleRowHeight } from '../platform/density.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { releaseidOf, SelectionOf } from '../selection/SelectionLayer.tsx';
import { endSelection, selectIds, useSelectedIds } from '../selection/selectionStore.ts';
import { BulkActions, canWithdraw, StateQuestion } from './BulkActions.tsx';
import { releaseEditorPath, releaseReportPath } from './consolePaths.ts';
import { useMayEdit } from './data.ts';
import styles from './StaffReleases.module.css';

/** Their headers need more room. */
const LONG_FIGURES = new Set(['recipients', 'downloaded']);

interface TableProps {
  rows: readonly StaffRelease[];
  sort: StaffReleaseSort;
  onSort: (sort: StaffReleaseSort) => void;
}

/** The rows of one page, which editors can choose. */
export function ReleasesTable({ rows, sort, onSort }: TableProps) {
  const t = useText();
  const navigate = useNavigate();
  const mayEdit = useMayEdit();
  const selected = useSelectedIds();
  const [question, setQuestion] = useState<Omit<ComponentProps<typeof StateQuestion>, 'onClose'>>();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const columns = useMemo((): Column<StaffRelease>[] => {
    const figure = (id: 'tracks' | 'recipients' | 'opened' | 'heard' | 'downloaded', isOptional = true) => ({
      id,
      header: id === 'tracks' ? t('table.tracks') : t(`label.${id}`),
      width: isCompact ? 64 : LONG_FIGURES.has(id) ? 100 : 76,
      isOptional,
      cell: (row: StaffRelease) => <NumberCell>{row[id]}</NumberCell>,
    });
    const listActions = (row: StaffRelease): MenuItem[] => {
      const { releaseid, labelid, state } = row;
      const ask = (target: 'withdrawn' | 'restored') => () => setQuestion({ target, releases: [row] });
      const edit = { id: 'edit', label: t('label.edit'), icon: Pencil };
      const report = { id: 'report', label: t('label.see-report'), icon: ChartNoAxesColumn };
      const withdraw = { id: 'withdraw', label: t('label.withdraw'), icon: EyeOff };
      const restore = { id: 'restore', label: t('label.restore'), icon: RotateCcw };
      return [
        { ...edit, onAction: () => void navigate(releaseEditorPath(releaseid)) },
        ...(state === 'draft' ? [] : [{ ...report, onAction: () => void navigate(releaseReportPath(releaseid)) }]),
        ...(canWithdraw(row) && mayEdit(labelid) ? [{ ...withdraw, onAction: ask('withdrawn') }] : []),
        ...(state === 'withdrawn' && mayEdit(labelid) ? [{ ...restore, onAction: ask('restored') }] : []),
      ];
    };
    return [
      {
        id: 'cover',
        header: t('table.cover'),
        width: isCompact ? 52 : 44,
        isFixed: true,
        cell: ({ thumbnail }) => (
          <CoverArt src={thumbnail && getSmallCover(thumbnail)} alt="" pixels={160} className={styles.cover} />
        ),
      },
      {
        id: 'title',
        header: t('label.title'),
        width: isCompact ? 110 : 150,
        share: 3,
        isSortable: true,
        isRowName: true,
        cell: ({ releaseid, title, artist, state }, tabIndex) => {
          const to = (state === 'draft' ? releaseEditorPath : releaseReportPath)(releaseid);
          return <RowLink to={to} title={title} artist={artist} tabIndex={tabIndex} />;
        },
      },
      ...(isCompact
        ? []
        : [
            {
              id: 'artist',
              header: t('label.artist'),
              width: 120,
              share: 2,
              isSortable: true,
              cell: ({ artist }: StaffRelease) => <TextCell text={artist} />,
            },
          ]),
      {
        id: 'state',
        header: t('label.state'),
        width: isCompact ? 100 : 112,
        cell: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`label.${state}`)}
          </span>
        ),
      },
      ...(isCompact ? [figure('heard')] : []),
      {
        id: 'date',
        header: t('table.available'),
        width: 104,
        isSortable: true,
        isOptional: isCompact,
        cell: ({ available }) => <DateCell date={available} />,
      },
      ...(isCompact
        ? []
        : [
            {
              id: 'impact',
              header: t('table.impact'),
              width: 104,
              isSortable: true,
              isOptional: true,
              cell: ({ impact }: StaffRelease) => impact && <DateCell date={impact} />,
            },
            figure('tracks'),
            figure('recipients', false),
            figure('opened', false),
            figure('heard', false),
            figure('downloaded'),
          ]),
      {
        id: 'actions',
        header: t('table.actions'),
        width: 56,
        isFixed: true,
        isOptional: isCompact,
        cell: (row, tabIndex) => (
          <ActionsCell>
            <MenuButton label={t('label.more', { title: row.title })} items={listActions(row)} tabIndex={tabIndex} />
          </ActionsCell>
        ),
      },
    ];
  }, [t, isCompact, mayEdit, navigate]);
  const rowHeight = useConsoleRowHeight();
  const canEdit = rows.some(({ labelid }) => mayEdit(labelid));
  const current = { column: sort.replace('-', ''), isDescending: sort.startsWith('-') };
  return (
    <div>
      <Table
        label={t('label.releases')}
        columns={columns}
        rows={rows}
        rowKey={releaseidOf}
        sort={current}
        onSort={(column) => {
          const next = nextSort(current, column);
          onSort(StaffReleaseSort.parse(`${next.isDescending ? '-' : ''}${column}`));
        }}
        rowHeight={rowHeight}
        selected={selected}
        selectAll={
          canEdit && (!isCompact || selected)
            ? {
                label: t('selection.all'),
                onChange: (isAll) => (isAll ? selectIds(rows.map(releaseidOf)) : endSelection()),
              }
            : undefined
        }
      />
      {canEdit && (
        <SelectionOf rows={rows} idOf={releaseidOf}>
          {(chosen) => <BulkActions releases={chosen.filter(({ labelid }) => mayEdit(labelid))} />}
        </SelectionOf>
      )}
      {question && <StateQuestion {...question} onClose={() => setQuestion(undefined)} />}
    </div>
  );
}
