import type { Release, Track } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../platform/api.ts';
import { logError } from '../platform/logError.ts';
import { dismissNotice, type NoticeCategory, notify } from '../platform/notices.ts';
import { changeOptimistically } from '../platform/optimistic.ts';
import { getCachedRelease, invalidateJoinedLists, listCachedTracks, patchRelease, patchTrack } from './cacheData.ts';
import { formatExplicitTitle } from './format.ts';

/** The marks of one account on a release; `tracks` are the ids of its flagged tracks in the cache. */
interface Marks extends Pick<Release, 'flagged' | 'archived' | 'flaggedtrackcount'> {
  tracks: string[];
}

/** Each action shows at once, with a toast; a refusal is logged and undoes it (requirements decision 11). */
export function useMarks() {
  const cache = useQueryClient();
  return useMemo(
    () => ({
      /** Unflagging also clears the flags of the tracks (requirement C-FLAG-05). */
      toggleFlag: (release: Release) =>
        changeMarks(cache, release, release, (marks) =>
          marks.flagged ? withoutFlags(marks) : { ...marks, flagged: true },
        ),
      clearFlags: (release: Release) => changeMarks(cache, release, release, withoutFlags),
      /** Archiving clears all flags; restoring does not bring them back (requirements C-ARCHIVE-02, C-ARCHIVE-10). */
      toggleArchive: (release: Release) =>
        changeMarks(cache, release, release, (marks) =>
          marks.archived ? { ...marks, archived: false } : { ...withoutFlags(marks), archived: true },
        ),
      toggleTrackFlag: (release: Release, track: Track) =>
        changeMarks(cache, release, track, (marks) => withTrackToggled(marks, track.trackid)),
    }),
    [cache],
  );
}

export const withoutFlags = (marks: Marks): Marks => ({ ...marks, flagged: false, flaggedtrackcount: 0, tracks: [] });

function withTrackToggled(marks: Marks, trackid: string): Marks {
  const isFlagged = marks.tracks.includes(trackid);
  return {
    ...marks,
    flaggedtrackcount: Math.max(0, marks.flaggedtrackcount + (isFlagged ? -1 : 1)),
    tracks: isFlagged ? marks.tracks.filter((id) => id !== trackid) : [...marks.tracks, trackid],
  };
}

export function getMarks(cache: QueryClient, release: Release): Marks {
  const { flagged, archived, flaggedtrackcount } = getCachedRelease(cache, release);
  const tracks = listCachedTracks(cache, release.releaseid).filter((track) => track.flagged);
  return { flagged, archived, flaggedtrackcount, tracks: tracks.map(({ trackid }) => trackid) };
}

/** Shows these marks wherever the release and its tracks appear. */
export function setMarks(cache: QueryClient, releaseid: string, { tracks, ...marks }: Marks): void {
  patchRelease(cache, releaseid, marks);
  for (const track of listCachedTracks(cache, releaseid)) {
    const flagged = tracks.includes(track.trackid);
    if (track.flagged !== flagged) patchTrack(cache, track, { flagged });
  }
}

/** `subject` is named in the toast. */
function changeMarks(
  cache: QueryClient,
  release: Release,
  subject: Release | Track,
  change: (marks: Marks) => Marks,
): void {
  const { releaseid } = release;
  const before = getMarks(cache, release);
  const after = change(before);
  if (before.archived && after.archived) return;
  const sent = changeOptimistically<Marks, void>(cache, {
    key: ['marks', releaseid],
    read: () => getMarks(cache, release),
    write: (marks) => setMarks(cache, releaseid, marks),
    apply: () => after,
    send: (confirm) => sendMarks(releaseid, before, after, confirm),
  });
  const category = getNoticeCategory(before, after);
  // The toast offers undo when a second press would not restore the flags; only those of known tracks can be restored.
  const restored = { ...before, flaggedtrackcount: before.tracks.length };
  const hasUndo = category === 'archive' || (category === 'unFlag' && countFlags(restored) > 0);
  const undo = hasUndo ? () => changeMarks(cache, release, subject, () => restored) : undefined;
  const notice = notify({ category, message: formatExplicitTitle(subject), subject: releaseid, undo });
  sent
    .then(() => invalidateJoinedLists(cache, { ...release, ...before }, { ...release, ...after }))
    .catch((failure: unknown) => {
      dismissNotice(notice);
      logError('The server refused a mark; it was undone', failure);
    });
}

function getNoticeCategory(before: Marks, after: Marks): NoticeCategory {
  if (before.archived !== after.archived) return after.archived ? 'archive' : 'unArchive';
  return countFlags(after) > countFlags(before) ? 'flag' : 'unFlag';
}

const countFlags = ({ flagged, flaggedtrackcount }: Marks): number => Number(flagged) + flaggedtrackcount;

/** Makes the calls that lead from `before` to `after` and confirms each. Throws ApiError. */
async function sendMarks(
  releaseid: string,
  before: Marks,
  after: Marks,
  confirm: (update: (confirmed: Marks) => Marks) => void,
): Promise<void> {
  const params = { releaseid };
  const confirmMarks = (
    { flagged, archived, flaggedtrackcount }: Release,
    updateTracks = (tracks: string[]): string[] => tracks,
  ) => confirm(({ tracks }) => ({ flagged, archived, flaggedtrackcount, tracks: updateTracks(tracks) }));
  if (after.archived && !before.archived) {
    confirmMarks(await call(library.archiveRelease, { params }), () => []);
    // Archiving has cleared the flags on the server already (requirement C-ARCHIVE-02): a failure of this call changes nothing.
    if (countFlags(before) > 0)
      await call(library.unflagRelease, { params }).catch((failure: unknown) =>
        logError('The unflag call of an archived release failed', failure),
      );
    return;
  }
  if (before.archived && !after.archived) confirmMarks(await call(library.restoreRelease, { params }));
  if (losesAllFlags(before, after)) confirmMarks(await call(library.unflagRelease, { params }), () => []);
  else
    for (const trackid of difference(before.tracks, after.tracks))
      confirmMarks(await call(library.unflagTrack, { params: { releaseid, trackid } }), (tracks) =>
        tracks.filter((id) => id !== trackid),
      );
  if (!before.flagged && after.flagged) confirmMarks(await call(library.flagRelease, { params }));
  for (const trackid of difference(after.tracks, before.tracks))
    confirmMarks(await call(library.flagTrack, { params: { releaseid, trackid } }), (tracks) => [...tracks, trackid]);
}

const difference = (ids: string[], excluded: string[]): string[] => ids.filter((id) => !excluded.includes(id));

/** Whether more than the flag of one known track goes, so that one call clears them all. */
const losesAllFlags = (before: Marks, after: Marks): boolean =>
  countFlags(after) === 0 &&
  countFlags(before) > 0 &&
  (before.flagged || before.flaggedtrackcount > 1 || before.tracks.length === 0);
