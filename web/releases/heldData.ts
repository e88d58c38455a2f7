import type { Release, ReleaseDetail, Track } from '@promenade/contract/catalogue';
import type { Found } from '@promenade/contract/search';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { keys, type Pages } from './listData.ts';

/** What the cache holds, by id: made once for each state of the cache, so that hundreds of buttons may ask. */
interface Held {
  releases: Map<string, Release>;
  tracks: Map<string, Track>;
}

/** The release with the marks it has now, whatever a screen was given; follows each change. */
export const useMarked = (release: Release): Release => useHeld((cache) => current(cache, release));

/** The same for a track. */
export const useMarkedTrack = (track: Track): Track =>
  useHeld((cache) => heldIn(cache).tracks.get(track.trackid) ?? track);

/** The release as the cache has it now; `otherwise` is what a screen holds of it. */
export const current = (cache: QueryClient, otherwise: Release): Release =>
  heldIn(cache).releases.get(otherwise.releaseid) ?? otherwise;

/** The tracks of a release that are known here. */
export const tracksOf = (cache: QueryClient, releaseid: string): Track[] =>
  [...heldIn(cache).tracks.values()].filter((track) => track.releaseid === releaseid);

/** Every release that is known here. */
export const allReleases = (cache: QueryClient): Release[] => [...heldIn(cache).releases.values()];

function useHeld<Thing>(find: (cache: QueryClient) => Thing): Thing {
  const cache = useQueryClient();
  const follow = useCallback(
    (changed: () => void) => cache.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [cache],
  );
  return useSyncExternalStore(follow, () => find(cache));
}

const made = new WeakMap<QueryClient, Held>();

function heldIn(cache: QueryClient): Held {
  const kept = made.get(cache);
  if (kept) return kept;
  const held = collect(cache);
  made.set(cache, held);
  const stop = cache.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' && type !== 'removed') return;
    made.delete(cache);
    stop();
  });
  return held;
}

function collect(cache: QueryClient): Held {
  const details = cache.getQueriesData<ReleaseDetail>({ queryKey: ['release'] }).flatMap(([, held]) => held ?? []);
  const pages = cache.getQueriesData<Pages>({ queryKey: keys.lists }).flatMap(([, held]) => held?.pages ?? []);
  const found = cache.getQueriesData<Found>({ queryKey: keys.searches }).flatMap(([, held]) => held ?? []);
  const songs = cache.getQueriesData<{ items: Track[] }>({ queryKey: keys.tracks }).flatMap(([, held]) => held ?? []);
  const releases = [...details, ...[...pages.map(({ items }) => items), ...found.map((one) => one.releases)].flat()];
  const tracks = [
    ...details.map((one) => one.songs),
    ...songs.map(({ items }) => items),
    ...found.map((one) => one.tracks),
  ];
  // Later ones win a place in a Map: the detail, which knows most, comes last.
  return {
    releases: new Map(releases.reverse().map((release) => [release.releaseid, release])),
    tracks: new Map(
      tracks
        .flat()
        .reverse()
        .map((track) => [track.trackid, track]),
    ),
  };
}
