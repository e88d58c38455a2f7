import type { Playlist, PlaylistDetail, PlaylistTrack, playlists } from '@promenade/contract/playlists';
import type { Answer, Ask } from '@promenade/contract/route';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { keys as catalogueKeys } from '../releases/listData.ts';

/** What a list of playlists is asked for beside the page: the order, and words that name or description must hold. */
export type PlaylistsAsked = Pick<NonNullable<Ask<typeof playlists>['query']>, 'sort' | 'searchToken'>;

/** Where each answer stands in the cache. */
export const keys = {
  lists: ['playlists'] as const,
  list: (asked: PlaylistsAsked) => ['playlists', 'list', asked] as const,
  abstracts: ['playlists', 'abstracts'] as const,
  /** Among the lists of tracks, so that a mark of a track shows here, too. */
  playlist: (playlistid: string) => [...catalogueKeys.tracks, 'playlist', playlistid] as const,
};

/** A page of playlists. */
export type Page = Answer<typeof playlists>;
/** A playlist with its tracks, named as every cached list of tracks names them. */
export type HeldPlaylist = Playlist & { items: PlaylistTrack[] };

/** The answer of the server as the cache holds it. */
export const heldPlaylist = ({ songs, ...playlist }: PlaylistDetail): HeldPlaylist => ({ ...playlist, items: songs });

/** Says something new of a playlist wherever the cache holds it. */
export function patchPlaylist(cache: QueryClient, change: Partial<Playlist> & Pick<Playlist, 'playlistid'>): void {
  const patched = <Item extends Playlist>(item: Item): Item =>
    item.playlistid === change.playlistid ? { ...item, ...change } : item;
  inLists(cache, (items) => items.map(patched));
  cache.setQueryData<HeldPlaylist>(keys.playlist(change.playlistid), (held) => held && patched(held));
}

/** Takes a playlist out of every list; the server's totals follow with the next answer. */
export function dropPlaylist(cache: QueryClient, playlistid: string): void {
  inLists(cache, (items) => items.filter((item) => item.playlistid !== playlistid));
  cache.removeQueries({ queryKey: keys.playlist(playlistid) });
}

function inLists(cache: QueryClient, change: (items: Playlist[]) => Playlist[]): void {
  cache.setQueriesData<InfiniteData<Page, number>>(
    { queryKey: [...keys.lists, 'list'] },
    (held) => held && { ...held, pages: held.pages.map((page) => changed(page, change)) },
  );
  cache.setQueryData<Playlist[]>(keys.abstracts, (held) => held && change(held));
}

function changed(page: Page, change: (items: Playlist[]) => Playlist[]): Page {
  const items = change(page.items);
  return { ...page, items, total: page.total + items.length - page.items.length };
}
