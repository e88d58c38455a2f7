import type { PlaylistTrack } from '@promenade/contract/playlists';
import { useMemo, useRef, useState } from 'react';
import { Reorder } from '../design/Reorder.tsx';
import { nextSort, sortRows } from '../design/sortRows.ts';
import { Table } from '../design/Table.tsx';
import type { RowsControl } from '../design/TableRows.tsx';
import type { TableSort } from '../design/tableColumns.ts';
import { useIsMobile } from '../platform/mobile.ts';
import { useSizing } from '../platform/tableStore.ts';
import { language, useText } from '../platform/text.ts';
import { useEditing } from './editing.ts';
import type { HeldPlaylist } from './listData.ts';
import { MovableRow, MovedRow } from './MovableRow.tsx';
import { useTrackPlaying } from './playing.ts';
import { trackCells } from './TrackCells.tsx';
import { trackColumns } from './trackColumns.ts';

/** The order that the tracks have in the playlist, which is the one that a hand can change. */
const OWN: TableSort = { column: 'index', isDescending: false };

/** The tracks of a playlist: dragged and moved by keys in their own order, or looked at in another one (C-TABLE-03). */
export function PlaylistTable({ playlist }: { playlist: HeldPlaylist }) {
  const t = useText();
  const isCompact = useIsMobile();
  const [sort, setSort] = useState(OWN);
  const editing = useEditing(playlist);
  const playing = useTrackPlaying(playlist.playlistid);
  const control = useRef<RowsControl>(null);
  /** The track that was just moved by keys: its handle takes the focus where it is now. */
  const moved = useRef<string>(undefined);
  const { items, name } = playlist;
  const isOwn = sort.column === OWN.column && !sort.isDescending;
  const places = useMemo(() => new Map(items.map(({ trackid }, at) => [trackid, at])), [items]);
  const ids = useMemo(() => items.map(({ trackid }) => trackid), [items]);
  const rows = useMemo(() => sorted(items, sort), [items, sort]);
  const columns = useMemo(() => {
    const cells = trackCells({ isCompact, isOwn, places, playing, remove: editing.remove });
    return trackColumns
      .filter(({ compactWidth }) => !isCompact || compactWidth !== undefined)
      .map(({ compactWidth, ...column }) => ({
        ...column,
        width: (isCompact && compactWidth) || column.width,
        header: t(column.header),
        cell: cells[column.id],
      }));
  }, [isCompact, isOwn, places, playing, editing, t]);
  function move(from: number, to: number) {
    moved.current = ids[from];
    control.current?.show(to);
    void editing.move(from, to);
  }
  return (
    <MovedRow value={moved}>
      <Reorder ids={isOwn ? ids : NONE} onMove={move}>
        <Table
          label={t('playlist.tracks-of', { name })}
          columns={columns}
          rows={rows}
          rowKey={({ trackid }) => trackid}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          around={isOwn ? MovableRow : undefined}
          control={control}
          sizing={useSizing('songs')}
        />
      </Reorder>
    </MovedRow>
  );
}

const NONE: readonly string[] = [];

function sorted(items: PlaylistTrack[], { column, isDescending }: TableSort): PlaylistTrack[] {
  const valueOf = trackColumns.find(({ id }) => id === column)?.value;
  if (valueOf) return sortRows(items, valueOf, isDescending, language());
  return isDescending ? items.toReversed() : items;
}
