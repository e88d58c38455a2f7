import type { Release, Track } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { MARKED_AT_ONCE_MAX } from '@promenade/contract/limits';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../platform/api.ts';
import { logError } from '../platform/logError.ts';
import { dismissNotice, type NoticeCategory, notify } from '../platform/notices.ts';
import { changeOptimistically } from '../platform/optimistic.ts';
import { useText } from '../platform/text.ts';
import { getCachedRelease, invalidateJoinedLists, keys, listCachedTracks, patchTrack } from './cacheData.ts';
import { changeRelease } from './countsData.ts';
import { formatExplicitTitle } from './format.ts';
import { addUndoStep, removeUndoStep, runUndoStep, type UndoStep } from './undoSteps.ts';

/** The marks of one account on a release; `tracks` are the ids of its flagged tracks in the cache. */
interface Marks extends Pick<Release, 'flagged' | 'archived' | 'flaggedtrackcount'> {
  tracks: string[];
}

/** Each action shows at once, with a toast, and can be undone; a refusal is logged and undoes it (requirements decision 11). */
export function useMarks() {
  const cache = useQueryClient();
  const t = useText();
  return useMemo(() => {
    const change = (release: Release, subject: Release | Track, toAfter: (marks: Marks) => Marks) =>
      changeMarks(cache, [createChange(cache, release, toAfter)], () => formatExplicitTitle(subject));
    const changeMany = (releases: readonly Release[], toAfter: (marks: Marks) => Marks) =>
      changeMarks(
        cache,
        releases.map((release) => createChange(cache, release, toAfter)),
        (count) => t('library.total', { count }),
      );
    return {
      /** Unflagging also clears the flags of the tracks (requirement C-FLAG-05). */
      toggleFlag: (release: Release) =>
        change(release, release, (marks) => (marks.flagged ? withoutFlags(marks) : { ...marks, flagged: true })),
      clearFlags: (release: Release) => change(release, release, withoutFlags),
      /** Archiving clears all flags; restoring does not bring them back (requirements C-ARCHIVE-02, C-ARCHIVE-10). */
      toggleArchive: (release: Release) => change(release, release, (marks) => withArchived(marks, !marks.archived)),
      toggleTrackFlag: (release: Release, track: Track) =>
        change(release, track, (marks) => withTrackToggled(marks, track.trackid)),
      /** Leaves out archived releases. */
      flagMany: (releases: readonly Release[], flagged: boolean) =>
        changeMany(releases, (marks) => (flagged ? { ...marks, flagged } : withoutFlags(marks))),
      archiveMany: (releases: readonly Release[], archived: boolean) =>
        changeMany(releases, (marks) => withArchived(marks, archived)),
    };
  }, [cache, t]);
}

const withArchived = (marks: Marks, archived: boolean): Marks =>
  archived ? { ...withoutFlags(marks), archived } : { ...marks, archived };

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
  changeRelease(cache, releaseid, marks);
  for (const track of listCachedTracks(cache, releaseid)) {
    const flagged = tracks.includes(track.trackid);
    if (track.flagged !== flagged) patchTrack(cache, track, { flagged });
  }
}

interface MarkChange {
  release: Release;
  before: Marks;
  after: Marks;
}

function createChange(cache: QueryClient, release: Release, toAfter: (marks: Marks) => Marks): MarkChange {
  const before = getMarks(cache, release);
  return { release, before, after: toAfter(before) };
}

/** An archived release stays unflagged (requirement C-FLAG-08). */
const hasEffect = ({ before, after }: MarkChange): boolean =>
  before.archived !== after.archived || (!after.archived && countFlags(before) !== countFlags(after));

/** `message` names in the toast what was changed, given how many releases that is. */
function changeMarks(cache: QueryClient, wanted: MarkChange[], message: (count: number) => string): void {
  const changes = wanted.filter(hasEffect);
  const [first] = changes;
  if (!first) return;
  const category = getNoticeCategory(first.before, first.after);
  // A release may have flagged tracks that the cache does not know; only the flags of known ones can be restored.
  const former = changes.map(({ release, before }) => ({
    release,
    marks: { ...before, flaggedtrackcount: before.tracks.length },
  }));
  const undo = addUndoStep(() => {
    const reverse = former.map(({ release, marks }) => createChange(cache, release, () => marks));
    sendChanges(cache, reverse.filter(hasEffect), message);
  });
  // The toast offers undo when a second press would not restore what was there.
  const hasButton =
    changes.length > 1 ||
    category === 'archive' ||
    (category === 'unFlag' && former.some(({ marks }) => countFlags(marks) > 0));
  sendChanges(cache, changes, message, undo, hasButton);
}

/** Shows and sends the changes. `undo` is forgotten if all are refused. */
function sendChanges(
  cache: QueryClient,
  changes: MarkChange[],
  message: (count: number) => string,
  undo?: UndoStep,
  hasButton = false,
): void {
  const [first] = changes;
  if (!first) return;
  const send = changes.length > 1 ? createBulkSender(changes) : sendMarks;
  const sent = changes.map((change) => {
    const { releaseid } = change.release;
    return changeOptimistically<Marks, void>(cache, {
      key: ['marks', releaseid],
      read: () => getMarks(cache, change.release),
      write: (marks) => setMarks(cache, releaseid, marks),
      apply: () => change.after,
      send: (confirm) => send(change, confirm),
    });
  });
  const show = (count: number) =>
    notify({
      category: getNoticeCategory(first.before, first.after),
      message: message(count),
      subject: changes.length > 1 ? 'marks' : first.release.releaseid,
      undo: undo && hasButton ? () => runUndoStep(undo) : undefined,
    });
  const notice = show(changes.length);
  void Promise.allSettled(sent).then((results) => {
    const done = changes.filter((_change, index) => results[index]?.status === 'fulfilled');
    invalidateJoinedLists(
      cache,
      done.map(({ release, before, after }) => ({
        before: { ...release, ...before },
        after: { ...release, ...after },
      })),
    );
    void cache.invalidateQueries({ queryKey: keys.flaggedTracks });
    if (done.length === changes.length) return;
    for (const result of results)
      if (result.status === 'rejected') logError('The server refused a mark; it was undone', result.reason);
    dismissNotice(notice);
    if (done.length > 0) show(done.length);
    else if (undo) removeUndoStep(undo);
  });
}

function getNoticeCategory(before: Marks, after: Marks): NoticeCategory {
  if (before.archived !== after.archived) return after.archived ? 'archive' : 'unArchive';
  return countFlags(after) > countFlags(before) ? 'flag' : 'unFlag';
}

const countFlags = ({ flagged, flaggedtrackcount }: Marks): number => Number(flagged) + flaggedtrackcount;

type Confirm = (update: (confirmed: Marks) => Marks) => void;

/** `updateTracks` changes the ids of the flagged tracks, which the answer does not tell. */
function confirmMarks(
  confirm: Confirm,
  { flagged, archived, flaggedtrackcount }: Release,
  updateTracks = (tracks: string[]): string[] => tracks,
): void {
  confirm(({ tracks }) => ({ flagged, archived, flaggedtrackcount, tracks: updateTracks(tracks) }));
}

/** Makes the calls that lead from `before` to `after` and confirms each. Throws ApiError. */
async function sendMarks({ release: { releaseid }, before, after }: MarkChange, confirm: Confirm): Promise<void> {
  const params = { releaseid };
  if (after.archived && !before.archived) {
    confirmMarks(confirm, await call(library.archiveRelease, { params }), () => []);
    // Archiving has cleared the flags on the server already (requirement C-ARCHIVE-02): a failure of this call changes nothing.
    if (countFlags(before) > 0)
      await call(library.unflagRelease, { params }).catch((failure: unknown) =>
        logError('The unflag call of an archived release failed', failure),
      );
    return;
  }
  if (before.archived && !after.archived) confirmMarks(confirm, await call(library.restoreRelease, { params }));
  if (clearsFlags(before, after) && !hasOneTrack(before))
    confirmMarks(confirm, await call(library.unflagRelease, { params }), () => []);
  else
    for (const trackid of difference(before.tracks, after.tracks))
      confirmMarks(confirm, await call(library.unflagTrack, { params: { releaseid, trackid } }), (tracks) =>
        tracks.filter((id) => id !== trackid),
      );
  if (!before.flagged && after.flagged) confirmMarks(confirm, await call(library.flagRelease, { params }));
  await sendTrackFlags(releaseid, before, after, confirm);
}

async function sendTrackFlags(releaseid: string, before: Marks, after: Marks, confirm: Confirm): Promise<void> {
  const flagged = clearsFlags(before, after) ? [] : before.tracks;
  for (const trackid of difference(after.tracks, flagged))
    confirmMarks(confirm, await call(library.flagTrack, { params: { releaseid, trackid } }), (tracks) => [
      ...tracks,
      trackid,
    ]);
}

/** Sends changes of several releases in few calls; only flags of single tracks have calls of their own. */
function createBulkSender(changes: MarkChange[]): typeof sendMarks {
  let answer: Promise<Map<string, Release>> | undefined;
  return async (change, confirm) => {
    const { release, before, after } = change;
    const { releaseid } = release;
    answer ??= sendInBulk(changes);
    const marked = (await answer).get(releaseid);
    if (marked) confirmMarks(confirm, marked, (tracks) => (after.archived || clearsFlags(before, after) ? [] : tracks));
    else if (bulkSteps.some(([, isMeant]) => isMeant(change))) throw new Error(`Release ${releaseid} was not changed`);
    await sendTrackFlags(releaseid, before, after, confirm);
  };
}

const bulkSteps = [
  ['restore', ({ before, after }) => before.archived && !after.archived],
  ['archive', ({ before, after }) => !before.archived && after.archived],
  ['unflag', ({ before, after }) => !before.archived && !after.archived && clearsFlags(before, after)],
  ['flag', ({ before, after }) => !before.flagged && after.flagged],
] as const satisfies [string, (change: MarkChange) => boolean][];

/** The changed releases by id; those that were refused are missing. Calls that fail are logged. */
async function sendInBulk(changes: MarkChange[]): Promise<Map<string, Release>> {
  const changed = new Map<string, Release>();
  for (const [action, isMeant] of bulkSteps) {
    const ids = changes.filter(isMeant).map(({ release }) => release.releaseid);
    for (let start = 0; start < ids.length; start += MARKED_AT_ONCE_MAX) {
      const releaseids = ids.slice(start, start + MARKED_AT_ONCE_MAX);
      try {
        const { items } = await call(library.markReleases, { body: { action, releaseids } });
        for (const item of items) changed.set(item.releaseid, item);
      } catch (failure) {
        logError('Releases could not be marked', failure);
      }
    }
  }
  return changed;
}

const difference = (ids: string[], excluded: string[]): string[] => ids.filter((id) => !excluded.includes(id));

/** Whether the flag of the release goes, or all flags of its tracks: one call clears them all. */
const clearsFlags = (before: Marks, after: Marks): boolean =>
  (before.flagged && !after.flagged) || (countFlags(before) > 0 && countFlags(after) === 0);

/** Only one track is flagged: a call for that track clears everything. */
const hasOneTrack = (marks: Marks): boolean => countFlags(marks) === 1 && marks.tracks.length === 1;
