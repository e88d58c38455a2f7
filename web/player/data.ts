import { MEDIA_TOKEN_SECONDS, WAVEFORM_PEAKS } from '@promenade/contract/limits';
import { audioToken } from '@promenade/contract/media';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../platform/api.ts';
import { fetchBytes } from '../platform/files.ts';
import { getTokenExpiry, isExpired } from '../platform/tokenPayload.ts';

const keys = {
  audioToken: (trackid: string) => ['audioToken', trackid] as const,
  waveform: (address: string | null) => ['waveform', address] as const,
};

/** Longer than a token is valid, so that the cache never evicts one in use. */
const TOKEN_CACHE_MS = 24 * 3600 * 1000;

/** A token that plays one track; `exp` is in seconds since 1970. */
export interface AudioToken {
  token: string;
  exp: number;
}

/** Gives the cached token while valid for at least 15 seconds, else a new one; `renew` skips the cache. @throws ApiError */
export type FetchAudioToken = (trackid: string, renew?: boolean) => Promise<AudioToken>;

export function useFetchAudioToken(): FetchAudioToken {
  const queryClient = useQueryClient();
  return useCallback((trackid, renew) => getAudioToken(queryClient, trackid, renew), [queryClient]);
}

/** Caches a token that came with others. */
export function cacheAudioToken(
  queryClient: QueryClient,
  { trackid, token }: { trackid: string; token: string },
): void {
  queryClient.setQueryDefaults(['audioToken'], { gcTime: TOKEN_CACHE_MS });
  queryClient.setQueryData<AudioToken>(keys.audioToken(trackid), toAudioToken(token));
}

const toAudioToken = (token: string): AudioToken => ({
  token,
  exp: getTokenExpiry(token) || Date.now() / 1000 + MEDIA_TOKEN_SECONDS,
});

async function getAudioToken(queryClient: QueryClient, trackid: string, renew = false): Promise<AudioToken> {
  const cached = queryClient.getQueryData<AudioToken>(keys.audioToken(trackid));
  if (cached && !renew && !isExpired(cached, Date.now())) return cached;
  return queryClient.query({
    queryKey: keys.audioToken(trackid),
    queryFn: async ({ signal }) => {
      const { token } = (await call(audioToken, { params: { id: trackid } }, { signal })).data;
      return toAudioToken(token);
    },
    staleTime: 0,
    gcTime: TOKEN_CACHE_MS,
    retry: false,
  });
}

const waveformQuery = (address: string | null) =>
  queryOptions({
    queryKey: keys.waveform(address),
    queryFn: async ({ signal }) => {
      const peaks = new Int8Array(await fetchBytes(address ?? '', signal));
      if (peaks.length !== WAVEFORM_PEAKS * 2) throw new Error(`The waveform has ${peaks.length} bytes`);
      return peaks;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Peaks of a track: 1,800 pairs of signed bytes, lowest then highest. Undefined until loaded or without a waveform. */
export function useWaveform(address: string | null): Int8Array | undefined {
  return useQuery({ ...waveformQuery(address), enabled: address !== null }).data;
}

/** Loads a waveform before it is shown. */
export function useLoadWaveform(): (address: string) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (address) => {
      // What fails is asked for again where it is shown.
      queryClient.query(waveformQuery(address)).catch(() => undefined);
    },
    [queryClient],
  );
}
