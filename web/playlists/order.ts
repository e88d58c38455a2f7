import { PlaylistSort } from '@promenade/contract/playlists';
import type { TextKey } from '../platform/text.ts';

/** The orders that can be chosen, with their names, the usual one first (C-PLAYLIST-22). */
export const orders: readonly { sort: PlaylistSort; name: TextKey }[] = [
  { sort: '-date', name: 'playlist.sort-newest' },
  { sort: 'name', name: 'playlist.sort-name' },
  { sort: '-pinned', name: 'playlist.sort-starred' },
];

/** The order that an address asks for; the newest first where it asks for none. */
export function orderOf(asked: string | null): PlaylistSort {
  const known = PlaylistSort.safeParse(asked);
  return known.success ? known.data : '-date';
}
