import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import type { PlaylistTrack } from '@promenade/contract/playlists';
import { useMemo, useRef, useState } from 'react';
import { Reorder } from '../design/Reorder.tsx';
import { nextSort, sortRows } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { TableHandle } from '../design/TableRows.tsx';
import type { TableSort } from '../design/tableColumns.ts';
import { useColumnSizing } from '../platform/columnWidthsStore.ts';
import { useDensity, useRowHeight } from '../platform/density.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { useMoveLabels } from '../releases/moveLabels.ts';
import type { PlaylistWithTracks } from './data.ts';
import { MovableRow } from './MovableRow.tsx';
import { useTrackPlayback } from './playback.ts';
import { useTrackEditing } from './playlistActions.ts';
import { createTrackCells, trackColumns } from './TrackColumns.tsx';

const PLAYLIST_ORDER: TableSort = { column: 'index', isDescending: false };
const NO_IDS: readonly string[] = [];

/** The tracks of a playlist; they can be reordered while they are not sorted otherwise (requirement C-TABLE-03). */
export function PlaylistTable({ playlist }: { playlist: PlaylistWithTracks }) {
  const t = useText();
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const hasFacts = useDensity() === 'compact';
  const rowHeight = useRowHeight();
  const [sort, setSort] = useState(PLAYLIST_ORDER);
  const editing = useTrackEditing(playlist);
  const playback = useTrackPlayback(playlist);
  const table = useRef<TableHandle>(null);
  const moveLabels = useMoveLabels();
  const { items, name } = playlist;
  const canReorder = sort.column === PLAYLIST_ORDER.column && !sort.isDescending;
  const indexes = useMemo(() => new Map(items.map(({ trackid }, index) => [trackid, index])), [items]);
  const ids = useMemo(() => items.map(({ trackid }) => trackid), [items]);
  const rows = useMemo(() => sortTracks(items, sort), [items, sort]);
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
        rows={rows}
        rowKey={({ trackid }) => trackid}
        rowHeight={rowHeight}
        sort={sort}
        onSort={(column) => setSort(nextSort(sort, column))}
        rowWrapper={canReorder ? MovableRow : undefined}
        handle={table}
        resizing={useColumnSizing('songs')}
      />
    </Reorder>
  );
}

function sortTracks(items: PlaylistTrack[], { column, isDescending }: TableSort): PlaylistTrack[] {
  const valueOf = trackColumns.find(({ id }) => id === column)?.value;
  if (valueOf) return sortRows(items, valueOf, isDescending, getLanguage());
  return isDescending ? items.toReversed() : items;
}
