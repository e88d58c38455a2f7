import { MEDIA_TOKEN_SECONDS, WAVEFORM_PEAKS } from '@promenade/contract/limits';
import { audioToken } from '@promenade/contract/media';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, fetchBytes } from '../platform/api.ts';
import { expiryOf, isExpired } from '../platform/tokens.ts';

const keys = {
  token: (trackid: string) => ['audioToken', trackid] as const,
  waveform: (address: string | null) => ['waveform', address] as const,
};

/** Longer than a token lives, so that the cache never drops one that still plays. */
const KEEP_MS = 24 * 3600 * 1000;

/** A token that plays one track; `exp` is in seconds since 1970. */
export interface AudioToken {
  token: string;
  exp: number;
}

/**
 * The kept token of a track while at least 15 seconds of it remain, else a new one; `renew` always asks for a new one.
 * @throws ApiError
 */
export type AskToken = (trackid: string, renew?: boolean) => Promise<AudioToken>;

/** The same function as long as the cache is the same. */
export function useAskToken(): AskToken {
  const cache = useQueryClient();
  return useCallback((trackid, renew) => tokenFor(cache, trackid, renew), [cache]);
}

/** Peaks of a track from its stored file: 1,800 pairs of signed bytes; undefined until they are here, or when there are none. */
export function useWaveform(address: string | null): Int8Array | undefined {
  const { data } = useQuery({
    queryKey: keys.waveform(address),
    queryFn: ({ signal }) => fetchPeaks(address ?? '', signal),
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

async function tokenFor(cache: QueryClient, trackid: string, renew = false): Promise<AudioToken> {
  const kept = cache.getQueryData<AudioToken>(keys.token(trackid));
  if (kept && !renew && !isExpired(kept, Date.now())) return kept;
  return cache.query({
    queryKey: keys.token(trackid),
    queryFn: ({ signal }) => fetchToken(trackid, signal),
    staleTime: 0,
    gcTime: KEEP_MS,
    retry: false,
  });
}

async function fetchToken(id: string, signal: AbortSignal): Promise<AudioToken> {
  const { data } = await call(audioToken, { params: { id } }, { signal });
  return { token: data.token, exp: expiryOf(data.token) || Date.now() / 1000 + MEDIA_TOKEN_SECONDS };
}

async function fetchPeaks(address: string, signal: AbortSignal): Promise<Int8Array> {
  const peaks = new Int8Array(await fetchBytes(address, signal));
  if (peaks.length !== WAVEFORM_PEAKS * 2) throw new Error(`The waveform has ${peaks.length} bytes`);
  return peaks;
}
