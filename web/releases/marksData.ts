import type { Release } from '@promenade/contract/catalogue';
import type { QueryClient } from '@tanstack/react-query';
import { current, tracksOf } from './heldData.ts';
import { patchRelease, patchTrack } from './listData.ts';

/** What an account marked of a release; `tracks` are the ids of its flagged tracks, as far as the browser knows them. */
export interface Marks extends Pick<Release, 'flagged' | 'archived' | 'flaggedtrackcount'> {
  tracks: string[];
}

/** Flagged or not; unflagging takes the flags of its tracks, too (C-FLAG-05). */
export const toggleFlag = (marks: Marks): Marks => (marks.flagged ? unflagged(marks) : { ...marks, flagged: true });

/** Put away or back; put away it loses its flags, and comes back without them (C-ARCHIVE-02, C-ARCHIVE-10). */
export const toggleArchive = (marks: Marks): Marks =>
  marks.archived ? { ...marks, archived: false } : { ...unflagged(marks), archived: true };

/** One track flagged or not; the count of its release follows (C-FLAG-02). */
export function toggleTrack(marks: Marks, trackid: string): Marks {
  const isFlagged = marks.tracks.includes(trackid);
  return {
    ...marks,
    flaggedtrackcount: Math.max(0, marks.flaggedtrackcount + (isFlagged ? -1 : 1)),
    tracks: isFlagged ? marks.tracks.filter((one) => one !== trackid) : [...marks.tracks, trackid],
  };
}

/** Without any flag. */
export const unflagged = (marks: Marks): Marks => ({ ...marks, flagged: false, flaggedtrackcount: 0, tracks: [] });

/** The marks of a release as they are shown now. */
export function read(cache: QueryClient, release: Release): Marks {
  const { flagged, archived, flaggedtrackcount } = current(cache, release);
  const tracks = tracksOf(cache, release.releaseid).filter((track) => track.flagged);
  return { flagged, archived, flaggedtrackcount, tracks: tracks.map(({ trackid }) => trackid) };
}

/** Shows these marks wherever the release and its tracks are. */
export function write(cache: QueryClient, releaseid: string, { tracks, ...marks }: Marks): void {
  patchRelease(cache, releaseid, marks);
  for (const track of tracksOf(cache, releaseid)) {
    const flagged = tracks.includes(track.trackid);
    if (track.flagged !== flagged) patchTrack(cache, track, { flagged });
  }
}
