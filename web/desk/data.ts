import type { ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { releases } from '@promenade/contract/catalogue';
import * as contract from '@promenade/contract/desk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { changeRelease } from '../catalogue/countsData.ts';
import { cacheRelease, useFetchRelease } from '../catalogue/data.ts';
import { call } from '../platform/api.ts';
import { onServerEvent, ownPage, pageId } from '../platform/events.ts';
import { ApiError, buildUrl } from '../platform/request.ts';
import { cacheAudioToken } from '../player/data.ts';
import { useFetchPlaylist, useInvalidatePlaylists } from '../playlists/data.ts';
import type { Step } from './run.ts';

const keys = { run: (runid: string) => ['run', runid] as const, work: (workid: string) => ['work', workid] as const };

/** A run as the server has it; fetched again when it changed elsewhere. */
export function useServerRun(runid: string) {
  const cache = useQueryClient();
  useEffect(
    () =>
      onServerEvent('run-changed', (changed) => {
        if (changed.runid === runid && changed.page !== pageId)
          void cache.invalidateQueries({ queryKey: keys.run(runid) });
      }),
    [cache, runid],
  );
  return useQuery({
    queryKey: keys.run(runid),
    queryFn: ({ signal }) => call(contract.run, { params: { runid } }, { signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** A code that refused a whole step, not the call. */
const REFUSED_UNDO = ['CHANGED_ELSEWHERE', 'NOT_FOUND'];

const own = { headers: ownPage };

/** Has this page lead a run; the others of the account follow and fall silent. Throws ApiError. */
export const leadRun = (runid: string, device: string): Promise<void> =>
  call(contract.moveRun, { params: { runid }, body: { device } }, own);

/** Sends decisions together, or one other step. Returns what was refused, by decision. Throws ApiError. */
export function useSendSteps() {
  const cache = useQueryClient();
  const refreshPlaylists = useRefreshPlaylists();
  return useMemo(
    () =>
      async (runid: string, steps: readonly Step[]): Promise<{ id: string; code: string }[]> => {
        const [first] = steps;
        if (first?.type === 'move') {
          await call(contract.moveRun, { params: { runid }, body: { position: first.position } }, own);
          return [];
        }
        if (first?.type === 'undo') {
          try {
            const { release } = await call(contract.undoDecision, { params: { runid, id: first.id } }, own);
            if (release) changeRelease(cache, release.releaseid, release);
            if (first.kind === 'playlist') void refreshPlaylists();
            return [];
          } catch (failure) {
            if (!(failure instanceof ApiError) || !REFUSED_UNDO.includes(failure.code)) throw failure;
            return [{ id: first.id, code: failure.code }];
          }
        }
        const decisions = steps.flatMap((step) => (step.type === 'decide' ? step.decision : []));
        const answer = await call(contract.decide, { params: { runid }, body: { decisions } }, own);
        for (const release of answer.releases) changeRelease(cache, release.releaseid, release);
        if (decisions.some(({ playlist }) => playlist)) void refreshPlaylists();
        return answer.refused;
      },
    [cache, refreshPlaylists],
  );
}

/** Loads releases, and tokens of their first sounds, that are not cached, in one call. Returns what was refused. Throws ApiError. */
export function useFetchReleasesAhead() {
  const cache = useQueryClient();
  return useCallback(
    async (releaseids: readonly string[]): Promise<{ releaseid: string; code: string }[]> => {
      const query = { releaseids: releaseids.join(',') };
      const { items } = await call(contract.releasesAhead, { query });
      for (const item of items) {
        if (!item.isfound) continue;
        cacheRelease(cache, item.release);
        if (item.audio) cacheAudioToken(cache, item.audio);
      }
      return items.flatMap((item) => (item.isfound ? [] : [item]));
    },
    [cache],
  );
}

/** Later, because the queue seldom has a playlist that is added to. */
function useRefreshPlaylists(): () => Promise<void> {
  const invalidate = useInvalidatePlaylists();
  const fetchPlaylist = useFetchPlaylist();
  return useCallback(async () => {
    invalidate();
    await (await import('../playlists/playlistActions.ts')).syncQueuedPlaylists(fetchPlaylist);
  }, [invalidate, fetchPlaylist]);
}

export const sheetUrl = (runid: string, format: 'pdf' | 'csv'): string =>
  buildUrl(contract.runSheet, { params: { runid, format } });

/** A version of a work, with the release that has it. */
export interface Version {
  release: ReleaseDetail;
  track: Track;
}

/** The versions of a work that the account may hear, those of this release first; none until loaded. */
export function useVersions(track: Track | undefined): Version[] {
  const fetchRelease = useFetchRelease();
  const { workid, releaseid } = track ?? {};
  const { data } = useQuery({
    queryKey: keys.work(workid ?? ''),
    queryFn: async ({ signal }) => {
      const { items } = await call(releases, { query: { work: workid ?? '' } }, { signal });
      return Promise.all(items.map((release) => fetchRelease(release.releaseid)));
    },
    enabled: Boolean(workid),
  });
  return useMemo(() => {
    const found = (data ?? []).flatMap((release) =>
      release.songs.filter((song) => song.workid === workid).map((song) => ({ release, track: song })),
    );
    return found.toSorted(
      (one, other) => Number(other.release.releaseid === releaseid) - Number(one.release.releaseid === releaseid),
    );
  }, [data, workid, releaseid]);
}
