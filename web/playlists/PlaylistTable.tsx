import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useMemo, useRef } from 'react';
import { useMoveLabels } from '../catalogue/moveLabels.ts';
import { Reorder } from '../design/Reorder.tsx';
import { nextSort } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { TableHandle } from '../design/TableRows.tsx';
import type { TableSort } from '../design/tableColumns.ts';
import { useColumnSizing } from '../platform/columnWidthsStore.ts';
import { useDensity, useRowHeight } from '../platform/density.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import type { PlaylistWithTracks } from './data.ts';
import { MovableRow } from './MovableRow.tsx';
import { useTrackPlayback } from './playback.ts';
import { useTrackEditing } from './playlistActions.ts';
import { createTrackCells, trackColumns } from './TrackColumns.tsx';
import { PLAYLIST_ORDER, sortTracks } from './trackSort.ts';

const NO_IDS: readonly string[] = [];

interface Props {
  playlist: PlaylistWithTracks;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
}

/** The tracks of a playlist; they can be reordered while they are not sorted otherwise (requirement C-TABLE-03). */
export function PlaylistTable({ playlist, sort, onSort }: Props) {
  const t = useText();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const hasFacts = useDensity() === 'compact';
  const rowHeight = useRowHeight();
  const editing = useTrackEditing(playlist);
  const shown = useMemo(() => ({ ...playlist, items: sortTracks(playlist.items, sort) }), [playlist, sort]);
  const playback = useTrackPlayback(shown, sort);
  const table = useRef<TableHandle>(null);
  const moveLabels = useMoveLabels();
  const { items, name } = playlist;
  const canReorder = sort.column === PLAYLIST_ORDER.column && !sort.isDescending;
  const indexes = useMemo(() => new Map(items.map(({ trackid }, index) => [trackid, index])), [items]);
  const ids = useMemo(() => items.map(({ trackid }) => trackid), [items]);
  const columns = useMemo(() => {
    const cells = createTrackCells({ isCompact, canReorder, indexes, playback, remove: editing.remove });
    return trackColumns
      .filter(({ compactWidth, isFact }) => (!isCompact || compactWidth !== undefined) && (hasFacts || !isFact))
      .map(({ compactWidth, isFact: _isFact, ...column }) => ({
        ...column,
        width: (isCompact && compactWidth) || column.width,
        header: t(column.header),
        cell: cells[column.id],
      }));
  }, [isCompact, hasFacts, canReorder, indexes, playback, editing, t]);
  async function move(from: number, to: number) {
    table.current?.scrollToRow(to);
    if (!(await editing.move(from, to))) table.current?.scrollToRow(from);
  }
  return (
    <Reorder ids={canReorder ? ids : NO_IDS} labels={moveLabels} onMove={(from, to) => void move(from, to)}>
      <Table
        label={t('playlist.tracks-of', { name })}
        columns={columns}
        rows={shown.items}
        rowKey={({ trackid }) => trackid}
        rowHeight={rowHeight}
        sort={sort}
        onSort={(column) => onSort(nextSort(sort, column))}
        rowWrapper={canReorder ? MovableRow : undefined}
        handle={table}
        resizing={useColumnSizing('songs')}
      />
    </Reorder>
  );
}
