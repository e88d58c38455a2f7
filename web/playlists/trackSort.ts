import type { PlaylistTrack } from '@promenade/contract/playlists';
import { formatLabels } from '../catalogue/format.ts';
import { getKeyOrder } from '../catalogue/musicalKey.ts';
import { type SortValue, sortRows } from '../design/sortRows.ts';
import type { TableSort } from '../design/tableColumns.ts';
import { getLanguage } from '../platform/text.ts';

/** The column `index` is the order of the playlist. */
export const PLAYLIST_ORDER: TableSort = { column: 'index', isDescending: false };

/** What the other columns are sorted by. */
const sortValues: Record<string, (track: PlaylistTrack) => SortValue> = {
  artist: ({ artist }) => artist,
  title: ({ title }) => title,
  bpm: ({ bpm }) => bpm,
  key: ({ key }) => getKeyOrder(key),
  duration: ({ duration }) => duration,
  labels: formatLabels,
  available: ({ available }) => Date.parse(available),
  impact: ({ impactdate }) => impactdate,
};

/** The tracks as they are shown, and played. */
export function sortTracks(
  items: PlaylistTrack[],
  { column, isDescending }: TableSort = PLAYLIST_ORDER,
): PlaylistTrack[] {
  const valueOf = sortValues[column];
  if (valueOf) return sortRows(items, valueOf, isDescending, getLanguage());
  return isDescending ? items.toReversed() : items;
}
