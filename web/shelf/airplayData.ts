import { AIRPLAY_SONGS_MAX, AIRPLAYS_AT_ONCE_MAX } from '@promenade/contract/limits';
import type { RouteAnswer } from '@promenade/contract/route';
import * as contract from '@promenade/contract/shelf';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../platform/api.ts';
import { getMembership } from './data.ts';

export type Match = RouteAnswer<typeof contract.matchSongs>['items'][number];
export type ToldCounts = RouteAnswer<typeof contract.tellAirplays>;

const key = ['shelf', 'airplays'] as const;
const toldQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call(contract.airplays, {}, { signal })).items,
});

/** What this account told, the latest first; undefined until loaded. */
export const useTold = () => useQuery({ ...toldQuery, refetchOnMount: 'always' }).data;

/** Finds the station that plays were told of last, else the company; empty if there is none. Throws ApiError. */
export function useFindStation(): () => Promise<string> {
  const cache = useQueryClient();
  return useCallback(async () => {
    const [last] = await cache.query({ ...toldQuery, staleTime: 0 });
    return last?.station ?? (await getMembership(cache)).company;
  }, [cache]);
}

/** In the order of the songs. Throws ApiError. */
export async function matchSongs(songs: contract.LogSong[]): Promise<Match[]> {
  const matches: Match[] = [];
  for (let start = 0; start < songs.length; start += AIRPLAY_SONGS_MAX) {
    const some = songs.slice(start, start + AIRPLAY_SONGS_MAX);
    const named = some.map(({ id, isrc, artist, title }) => ({ id, isrc, artist, title }));
    matches.push(...(await call(contract.matchSongs, { body: { songs: named } })).items);
  }
  return matches;
}

export interface Telling {
  batch: string;
  station: string;
  zone: string;
  plays: contract.Airplay[];
}

/** Tells plays, and takes them back. Both throw ApiError. */
export function useTellAirplays() {
  const cache = useQueryClient();
  return useMemo(() => createTelling(cache), [cache]);
}

function createTelling(cache: QueryClient) {
  const refresh = () => cache.invalidateQueries({ queryKey: key });
  return {
    tell: async ({ plays, ...telling }: Telling): Promise<ToldCounts> => {
      const sum = { told: 0, known: 0, refused: 0 };
      try {
        for (let start = 0; start < plays.length; start += AIRPLAYS_AT_ONCE_MAX) {
          const body = { ...telling, plays: plays.slice(start, start + AIRPLAYS_AT_ONCE_MAX) };
          const counts = await call(contract.tellAirplays, { body });
          for (const name of ['told', 'known', 'refused'] as const) sum[name] += counts[name];
        }
      } finally {
        await refresh();
      }
      return sum;
    },
    takeBack: async (batch: string): Promise<void> => {
      await call(contract.takeBackAirplays, { params: { batch } });
      await refresh();
    },
  };
}
