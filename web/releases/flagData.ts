import type { Release, Track } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../platform/api.ts';
import { logged } from '../platform/logged.ts';
import { dismiss, type NoticeCategory, notify } from '../platform/notices.ts';
import { explicitTitle } from './explicitTitle.ts';
import { refreshJoined } from './listData.ts';
import { type Marks, read, toggleArchive, toggleFlag, toggleTrack, unflagged, write } from './marksData.ts';

/** Toggles, with the toast and all that follows; the screen changes at once and a refusal takes it back (decision 11). */
export interface MarkMoves {
  flag(release: Release): void;
  /** Takes the flag of a release and those of its tracks, whichever there are. */
  unflag(release: Release): void;
  archive(release: Release): void;
  flagTrack(release: Release, track: Track): void;
}

/** The same object as long as the cache is the same. */
export function useMarks(): MarkMoves {
  const cache = useQueryClient();
  return useMemo(
    () => ({
      flag: (release) => mark(cache, release, release, toggleFlag),
      unflag: (release) => mark(cache, release, release, unflagged),
      archive: (release) => mark(cache, release, release, toggleArchive),
      flagTrack: (release, track) => mark(cache, release, track, (marks) => toggleTrack(marks, track.trackid)),
    }),
    [cache],
  );
}

const keys = {
  /** Calls under way about one release. */
  calls: (releaseid: string) => ['marking', releaseid] as const,
  /** Its marks as the server has them, while the screen is ahead of it. */
  onServer: (releaseid: string) => ['marks', releaseid] as const,
};

/** `about` is what the toast names. Presses on one release go out one after the other: the last one decides. */
function mark(cache: QueryClient, release: Release, about: Release | Track, move: (marks: Marks) => Marks): void {
  const { releaseid } = release;
  const from = read(cache, release);
  const to = move(from);
  const isFlag = to.archived === from.archived;
  if (isFlag && from.archived) return;
  if (!isMarking(cache, releaseid)) cache.setQueryData<Marks>(keys.onServer(releaseid), from);
  write(cache, releaseid, to);
  const category = noticeOf(from, to);
  // What cannot be had back by pressing once more, the toast gives back: the flags that went, as far as they are known.
  const back = { ...from, flaggedtrackcount: from.tracks.length };
  const isLost = category === 'archive' || (category === 'unFlag' && flagsOf(back) > 0);
  const undo = isLost ? () => mark(cache, release, about, () => back) : undefined;
  const notice = notify({ category, message: explicitTitle(about), about: releaseid, undo });
  const marking = cache.getMutationCache().build(cache, {
    mutationKey: keys.calls(releaseid),
    scope: { id: releaseid },
    // Offline is a refusal, not a wait.
    networkMode: 'always',
    mutationFn: () => tell(cache, releaseid, from, to),
  });
  marking
    .execute(undefined)
    .then(() => refreshJoined(cache, { ...release, ...from }, { ...release, ...to }))
    .catch((failure: unknown) => {
      dismiss(notice);
      logged('A mark was refused and is taken back', failure);
    })
    .finally(() => {
      const truth = cache.getQueryData<Marks>(keys.onServer(releaseid));
      if (truth && !isMarking(cache, releaseid)) write(cache, releaseid, truth);
    });
}

const isMarking = (cache: QueryClient, releaseid: string): boolean =>
  cache.isMutating({ mutationKey: keys.calls(releaseid) }) > 0;

function noticeOf(from: Marks, to: Marks): NoticeCategory {
  if (from.archived !== to.archived) return to.archived ? 'archive' : 'unArchive';
  return flagsOf(to) > flagsOf(from) ? 'flag' : 'unFlag';
}

const flagsOf = ({ flagged, flaggedtrackcount }: Marks): number => Number(flagged) + flaggedtrackcount;

/** Makes the calls that lead there, remembering after each what the server has now. @throws ApiError */
async function tell(cache: QueryClient, releaseid: string, from: Marks, to: Marks): Promise<void> {
  const params = { releaseid };
  const told = ({ flagged, archived, flaggedtrackcount }: Release, tracks: string[]) =>
    cache.setQueryData<Marks>(keys.onServer(releaseid), { flagged, archived, flaggedtrackcount, tracks });
  const flaggedThere = () => cache.getQueryData<Marks>(keys.onServer(releaseid))?.tracks ?? [];
  if (to.archived && !from.archived) {
    told(await call(library.archiveRelease, { params }), []);
    // The server dropped them already (C-ARCHIVE-02): nothing is lost when this does not arrive.
    if (flagsOf(from) > 0) await call(library.unflagRelease, { params }).catch(notUnflagged);
    return;
  }
  if (from.archived && !to.archived) told(await call(library.restoreRelease, { params }), flaggedThere());
  if (losesAll(from, to)) told(await call(library.unflagRelease, { params }), []);
  else
    for (const trackid of missing(from.tracks, to.tracks))
      told(
        await call(library.unflagTrack, { params: { releaseid, trackid } }),
        flaggedThere().filter((one) => one !== trackid),
      );
  if (!from.flagged && to.flagged) told(await call(library.flagRelease, { params }), flaggedThere());
  for (const trackid of missing(to.tracks, from.tracks))
    told(await call(library.flagTrack, { params: { releaseid, trackid } }), [...flaggedThere(), trackid]);
}

const missing = (these: string[], those: string[]): string[] => these.filter((one) => !those.includes(one));

/** More than the flag of one track goes; the browser need not know which tracks they were. */
const losesAll = (from: Marks, to: Marks): boolean =>
  flagsOf(to) === 0 && flagsOf(from) > 0 && (from.flagged || from.flaggedtrackcount > 1 || from.tracks.length === 0);

const notUnflagged = (failure: unknown): void => logged('The unflag call of an archived release failed', failure);
