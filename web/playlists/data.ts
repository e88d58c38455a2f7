import { PAGE_SIZE_MAX, PLAYLIST_PAGE_SIZE } from '@promenade/contract/limits';
import { type Playlist, playlist, playlistReport, playlists } from '@promenade/contract/playlists';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { address, call } from '../platform/api.ts';
import { shownPages } from '../releases/listData.ts';
import { type HeldPlaylist, heldPlaylist, keys, type PlaylistsAsked } from './listData.ts';

/** The playlists that fit, as far as they were scrolled; a page is only ever appended to the one before it (C-PLAYLIST-21). */
export function usePlaylists(asked: PlaylistsAsked) {
  const query = { ...asked, pagesize: PLAYLIST_PAGE_SIZE, summary: 'true' } as const;
  const list = useInfiniteQuery({
    queryKey: keys.list(asked),
    queryFn: ({ pageParam: page, signal }) => call(playlists, { query: { ...query, page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const items = useMemo(() => unique(data?.pages.flatMap((page) => page.items) ?? []), [data]);
  return { items, ...shownPages(list) };
}

/** A playlist with its tracks as `items`. */
export function usePlaylist(playlistid: string) {
  const { data, error, refetch } = useQuery(detail(playlistid));
  return { playlist: data, error, refetch };
}

/** The same outside of a view; a fresh copy costs nothing. Throws ApiError. */
export type AskPlaylist = (playlistid: string) => Promise<HeldPlaylist>;

/** The same function as long as the cache is the same. */
export function useAskPlaylist(): AskPlaylist {
  const cache = useQueryClient();
  return useCallback((playlistid) => cache.query(detail(playlistid)), [cache]);
}

/** Every playlist of this account, newest first, for those who choose one (C-PLAYLIST-28). */
export function useAbstracts() {
  const { data, isError, refetch } = useQuery({ queryKey: keys.abstracts, queryFn: ({ signal }) => all(signal) });
  return { abstracts: data, isError, refetch };
}

/** Where a playlist can be read as a sheet; the session's cookie opens it. */
export const reportAddress = (playlistid: string): string => address(playlistReport, { params: { playlistid } });

/** Has every list of playlists asked again; those in sight at once. */
export function refreshPlaylists(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: keys.lists });
}

function detail(playlistid: string) {
  return queryOptions({
    queryKey: keys.playlist(playlistid),
    queryFn: async ({ signal }) => heldPlaylist(await call(playlist, { params: { playlistid } }, { signal })),
  });
}

async function all(signal: AbortSignal): Promise<Playlist[]> {
  const found: Playlist[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pagesize: PAGE_SIZE_MAX, summary: 'true' } as const;
    const { items, total } = await call(playlists, { query }, { signal });
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found;
  }
}

/** A playlist that was made meanwhile pushes others onto the next page: each is shown once. */
const unique = (items: Playlist[]): Playlist[] => [...new Map(items.map((item) => [item.playlistid, item])).values()];
