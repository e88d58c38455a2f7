import * as z from 'zod/mini';
import { Heard, listOf, PageQuery, Release, ReleaseId, ReleaseSort, Track, TrackId } from './catalogue.ts';
import { DURATION_DEFAULT_S, LINE_MAX } from './limits.ts';
import { route } from './route.ts';

const OfRelease = z.object({ releaseid: ReleaseId });
const OfTrack = z.object({ releaseid: ReleaseId, trackid: TrackId });
const Cleared = z.object({ cleared: z.number() });

/** Refuses what the release refuses, RELEASE_ARCHIVED. */
export const flagRelease = route({
  method: 'POST',
  path: '/flag/:releaseid',
  access: 'player',
  summary: 'Keeps a release for later; doing so again changes nothing.',
  params: OfRelease,
  answer: Release,
});

/** Takes the flags of its tracks, too (C-FLAG-05). Refuses: RELEASE_NOT_FOUND. */
export const unflagRelease = route({
  method: 'DELETE',
  path: '/flag/:releaseid',
  access: 'player',
  summary: 'Takes the flag of a release and those of its tracks.',
  params: OfRelease,
  answer: Release,
});

/** Refuses what the release refuses, TRACK_NOT_FOUND, RELEASE_ARCHIVED. */
export const flagTrack = route({
  method: 'POST',
  path: '/flag/:releaseid/:trackid',
  access: 'player',
  summary: 'Keeps a track for later, and its release in the list of flagged ones.',
  params: OfTrack,
  answer: Release,
});

/** Refuses: RELEASE_NOT_FOUND, TRACK_NOT_FOUND. */
export const unflagTrack = route({
  method: 'DELETE',
  path: '/flag/:releaseid/:trackid',
  access: 'player',
  summary: 'Takes the flag of a track.',
  params: OfTrack,
  answer: Release,
});

export const clearFlags = route({
  method: 'DELETE',
  path: '/flag',
  access: 'player',
  summary: 'Takes every flag of this account; answers how many releases had one.',
  answer: Cleared,
});

/** In the list while it is flagged itself or one of its tracks is (C-FLAG-04). */
export const flagged = route({
  method: 'GET',
  path: '/flag',
  access: 'player',
  summary: 'The flagged releases of this account.',
  query: z.extend(PageQuery, {
    sort: z._default(ReleaseSort, '-date'),
    /** Words that title or artist must hold. */
    filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
  }),
  answer: listOf(Release),
});

/** Takes its flags, too (C-ARCHIVE-02). Refuses what the release refuses. */
export const archiveRelease = route({
  method: 'POST',
  path: '/archive/:releaseid',
  access: 'player',
  summary: 'Puts a release away; it leaves the gallery and its flags.',
  params: OfRelease,
  answer: Release,
});

/** Refuses: RELEASE_NOT_FOUND. */
export const restoreRelease = route({
  method: 'DELETE',
  path: '/archive/:releaseid',
  access: 'player',
  summary: 'Brings a release back into the gallery.',
  params: OfRelease,
  answer: Release,
});

export const clearArchive = route({
  method: 'DELETE',
  path: '/archive',
  access: 'player',
  summary: 'Brings every archived release back; answers how many.',
  answer: Cleared,
});

export const archived = route({
  method: 'GET',
  path: '/archive',
  access: 'player',
  summary: 'The archived releases of this account.',
  query: z.extend(PageQuery, { sort: z._default(ReleaseSort, '-date') }),
  answer: listOf(Release),
});

/**
 * Sent when a track starts, and again as more of it is heard: the largest of `seconds` counts. Refuses:
 * TRACK_NOT_FOUND and what its release refuses.
 */
export const reportPlay = route({
  method: 'POST',
  path: '/plays',
  access: 'player',
  summary: 'Says how many seconds of a track were heard; writes the history (decision 19).',
  body: z.object({ trackid: TrackId, seconds: z.number().check(z.gte(0), z.lte(DURATION_DEFAULT_S)) }),
  answer: z.object({ trackid: TrackId, releaseid: ReleaseId, heard: Heard, unheardtrackcount: z.number() }),
});

const playedat = z.string();

/** Each track once, at the instant (ISO, UTC) it was last started. */
export const plays = route({
  method: 'GET',
  path: '/plays',
  access: 'player',
  summary: 'The tracks this account played, newest first.',
  query: PageQuery,
  answer: listOf(z.extend(Track, { playedat })),
});

export const playedReleases = route({
  method: 'GET',
  path: '/plays/releases',
  access: 'player',
  summary: 'The releases this account played, newest first.',
  query: PageQuery,
  answer: listOf(z.extend(Release, { playedat })),
});
