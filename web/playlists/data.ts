import { PAGE_SIZE_MAX, PLAYLIST_PAGE_SIZE } from '@promenade/contract/limits';
import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import type { RouteAnswer, RouteRequest } from '@promenade/contract/route';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useIsMutating,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { keys as releaseKeys } from '../catalogue/cacheData.ts';
import { getListState } from '../catalogue/data.ts';
import { call } from '../platform/api.ts';
import { changeOptimistically } from '../platform/optimistic.ts';
import { patchQueries } from '../platform/queryClient.ts';
import { buildUrl } from '../platform/request.ts';

/*
 * Playlists in the query cache: paged lists, the list of all playlists, and single playlists with their tracks. A change
 * of one playlist is patched in everywhere.
 */

export type PlaylistFilter = Pick<
  NonNullable<RouteRequest<typeof contract.playlists>['query']>,
  'sort' | 'searchToken'
>;

/** The tracks are called `items`, as in every cached list of tracks. */
export type PlaylistWithTracks = Playlist & { items: PlaylistTrack[] };

type PlaylistPage = RouteAnswer<typeof contract.playlists>;
type PlaylistText = Pick<Playlist, 'name' | 'desc'>;

export const keys = {
  lists: ['playlists'] as const,
  list: (filter: PlaylistFilter) => ['playlists', 'list', filter] as const,
  all: ['playlists', 'all'] as const,
  /** One of the lists of tracks, where marks of tracks are patched. */
  playlist: (playlistid: string) => [...releaseKeys.tracks, 'playlist', playlistid] as const,
};

/** A paged list; a page is only fetched after the one before it (requirement C-PLAYLIST-21). */
export function usePlaylists(filter: PlaylistFilter) {
  const query = { ...filter, pagesize: PLAYLIST_PAGE_SIZE, summary: 'true' } as const;
  const list = useInfiniteQuery({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam: page, signal }) => call(contract.playlists, { query: { ...query, page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pagesize, total }) => (page * pagesize < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const items = useMemo(() => {
    // A playlist created meanwhile pushes others onto the next page: each id is listed once.
    const all = data?.pages.flatMap((page) => page.items) ?? [];
    return [...new Map(all.map((item) => [item.playlistid, item])).values()];
  }, [data]);
  return { items, ...getListState(list) };
}

export function usePlaylist(playlistid: string) {
  const { data, error, refetch } = useQuery(playlistQuery(playlistid));
  return { playlist: data, error, refetch };
}

/** The returned function answers from the cache while it is fresh; it throws ApiError. */
export type FetchPlaylist = (playlistid: string) => Promise<PlaylistWithTracks>;

export function useFetchPlaylist(): FetchPlaylist {
  const cache = useQueryClient();
  return useCallback((playlistid) => cache.query(playlistQuery(playlistid)), [cache]);
}

function playlistQuery(playlistid: string) {
  return queryOptions({
    queryKey: keys.playlist(playlistid),
    queryFn: async ({ signal }): Promise<PlaylistWithTracks> => {
      const { songs, ...playlist } = await call(contract.playlist, { params: { playlistid } }, { signal });
      return { ...playlist, items: songs };
    },
  });
}

/** The abstracts of all playlists of the account, newest first (requirement C-PLAYLIST-28). */
export const allPlaylistsQuery = queryOptions({ queryKey: keys.all, queryFn: ({ signal }) => fetchAll(signal) });

export function useAllPlaylists() {
  const { data, isError, refetch } = useQuery(allPlaylistsQuery);
  return { playlists: data, isError, refetch };
}

async function fetchAll(signal: AbortSignal): Promise<Playlist[]> {
  const all: Playlist[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pagesize: PAGE_SIZE_MAX, summary: 'true' } as const;
    const { items, total } = await call(contract.playlists, { query }, { signal });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** Address of the PDF; the session cookie authorises it. */
export const sheetUrl = (playlistid: string): string => buildUrl(contract.playlistSheet, { params: { playlistid } });

/** All functions throw ApiError. The returned object is stable while the query client is. */
export function usePlaylistChanges() {
  const cache = useQueryClient();
  return useMemo(() => {
    const invalidateLists = () => void cache.invalidateQueries({ queryKey: keys.lists });
    return {
      create: async (text: PlaylistText): Promise<Playlist> => {
        const created = await call(contract.createPlaylist, { body: { ...text, default: false } });
        invalidateLists();
        return created;
      },
      update: async (playlistid: string, text: PlaylistText): Promise<Playlist> => {
        const updated = await call(contract.changePlaylist, { params: { playlistid }, body: text });
        patchPlaylist(cache, updated);
        return updated;
      },
      delete: async (playlistid: string): Promise<void> => {
        const mutation = cache.getMutationCache().build(cache, {
          mutationKey: deletionKey(playlistid),
          networkMode: 'always',
          mutationFn: () => call(contract.deletePlaylist, { params: { playlistid } }),
        });
        await mutation.execute(undefined);
        changeLists(cache, (items) => items.filter((item) => item.playlistid !== playlistid));
        cache.removeQueries({ queryKey: keys.playlist(playlistid) });
        invalidateLists();
      },
      /** Optimistic (requirement C-PLAYLIST-20). */
      togglePin: async ({ playlistid, pinned }: Playlist): Promise<void> => {
        const route = pinned ? contract.unpinPlaylist : contract.pinPlaylist;
        await changeOptimistically(cache, {
          key: ['pin', playlistid],
          read: () => ({ pinned }),
          write: (state) => patchPlaylist(cache, { playlistid, ...state }),
          apply: () => ({ pinned: !pinned }),
          send: async (confirm) => {
            const answer = await call(route, { params: { playlistid } });
            confirm(() => ({ pinned: answer.pinned }));
          },
        });
      },
      /** On top, in this order, without those it has (requirements C-PLAYLIST-13, C-PLAYLIST-14, C-PLAYLIST-29). */
      addTracks: async (playlistid: string, tracks: string[]): Promise<Playlist> => {
        const body = { tracks, position: 'before' } as const;
        const updated = await call(contract.addToPlaylist, { params: { playlistid }, body });
        patchPlaylist(cache, updated);
        await cache.invalidateQueries({ queryKey: keys.playlist(playlistid) });
        return updated;
      },
    };
  }, [cache]);
}

export function useInvalidatePlaylists(): () => void {
  const cache = useQueryClient();
  return useCallback(() => {
    void cache.invalidateQueries({ queryKey: keys.lists });
    void cache.invalidateQueries({ queryKey: keys.playlist('').slice(0, -1) });
  }, [cache]);
}

const deletionKey = (playlistid: string) => ['deletePlaylist', playlistid];

/** Whether a deletion is under way (requirement C-PLAYLIST-19). */
export const useIsDeleting = (playlistid: string): boolean =>
  useIsMutating({ mutationKey: deletionKey(playlistid) }) > 0;

/** Changes fields of a playlist wherever it is cached. */
export function patchPlaylist(cache: QueryClient, change: Partial<Playlist> & Pick<Playlist, 'playlistid'>): void {
  const patch = <Item extends Playlist>(item: Item): Item =>
    item.playlistid === change.playlistid ? { ...item, ...change } : item;
  changeLists(cache, (items) => items.map(patch));
  patchQueries<PlaylistWithTracks>(cache, { queryKey: keys.playlist(change.playlistid) }, patch);
}

function changeLists(cache: QueryClient, change: (items: Playlist[]) => Playlist[]): void {
  const changePage = (page: PlaylistPage) => {
    const items = change(page.items);
    return { ...page, items, total: page.total + items.length - page.items.length };
  };
  patchQueries<InfiniteData<PlaylistPage, number>>(cache, { queryKey: [...keys.lists, 'list'] }, (list) => ({
    ...list,
    pages: list.pages.map(changePage),
  }));
  patchQueries<Playlist[]>(cache, { queryKey: keys.all }, change);
}
