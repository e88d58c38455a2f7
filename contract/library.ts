import * as z from 'zod/mini';
import { Heard, listOf, PageQuery, Reaction, Release, ReleaseId, ReleaseSort, Track, TrackId } from './catalogue.ts';
import {
  DURATION_DEFAULT_S,
  LINE_MAX,
  LISTEN_RANGES_MAX,
  LISTENING_AT_ONCE_MAX,
  MARKED_AT_ONCE_MAX,
} from './limits.ts';
import { route } from './route.ts';

const ReleaseParams = z.object({ releaseid: ReleaseId });
const TrackParams = z.object({ releaseid: ReleaseId, trackid: TrackId });
const ClearedCount = z.object({ cleared: z.number() });

export const flagRelease = route({
  method: 'POST',
  path: '/flag/:releaseid',
  changes: 'counts',
  summary: 'Flags a release; repeating it changes nothing.',
  refuses: ['RELEASE_ARCHIVED', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  answer: Release,
});

export const unflagRelease = route({
  method: 'DELETE',
  path: '/flag/:releaseid',
  changes: 'counts',
  summary: 'Removes the flags of a release and of its tracks.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  answer: Release,
});

export const flagTrack = route({
  method: 'POST',
  path: '/flag/:releaseid/:trackid',
  changes: 'counts',
  summary: 'Flags a track; its release is listed as flagged.',
  refuses: ['RELEASE_ARCHIVED', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: TrackParams,
  answer: Release,
});

export const unflagTrack = route({
  method: 'DELETE',
  path: '/flag/:releaseid/:trackid',
  changes: 'counts',
  summary: 'Removes the flag of a track.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: TrackParams,
  answer: Release,
});

export const clearFlags = route({
  method: 'DELETE',
  path: '/flag',
  changes: 'counts',
  summary: 'Removes all flags of this account and counts the releases that had one.',
  answer: ClearedCount,
});

/** Includes releases with a flagged track (requirement C-FLAG-04). */
export const flagged = route({
  method: 'GET',
  path: '/flag',
  summary: 'Lists the flagged releases of this account.',
  query: z.extend(PageQuery, {
    sort: z._default(ReleaseSort, '-date'),
    /** Words in title or artist. */
    filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
  }),
  answer: listOf(Release),
});

const flaggedat = z.string();

/** `flaggedat` is the ISO instant (UTC) of the flag. */
export const flaggedTracks = route({
  method: 'GET',
  path: '/flag/tracks',
  summary: 'Lists the flagged tracks of this account, newest flag first.',
  query: PageQuery,
  answer: listOf(z.extend(Track, { flaggedat })),
});

export const archiveRelease = route({
  method: 'POST',
  path: '/archive/:releaseid',
  changes: 'counts',
  summary: 'Archives a release and removes its flags.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  answer: Release,
});

export const restoreRelease = route({
  method: 'DELETE',
  path: '/archive/:releaseid',
  changes: 'counts',
  summary: 'Restores an archived release to the gallery.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  answer: Release,
});

export const clearArchive = route({
  method: 'DELETE',
  path: '/archive',
  changes: 'counts',
  summary: 'Restores all archived releases and counts them.',
  answer: ClearedCount,
});

export const archived = route({
  method: 'GET',
  path: '/archive',
  summary: 'Lists the archived releases of this account.',
  query: z.extend(PageQuery, { sort: z._default(ReleaseSort, '-date') }),
  answer: listOf(Release),
});

/** Releases that refuse the change are left out of the answer. */
export const markReleases = route({
  method: 'POST',
  path: '/marks',
  changes: 'counts',
  summary: 'Flags, unflags, archives or restores several releases and returns those that were changed.',
  body: z.object({
    action: z.enum(['flag', 'unflag', 'archive', 'restore']),
    releaseids: z.array(ReleaseId).check(z.minLength(1), z.maxLength(MARKED_AT_ONCE_MAX)),
  }),
  answer: z.object({ items: z.array(Release) }),
});

/** Replaces an earlier one; the label sees it. Refuses what the release refuses, TRACK_NOT_FOUND (of another release). */
export const react = route({
  method: 'PUT',
  path: '/reaction/:releaseid',
  changes: 'counts',
  summary: 'Tells the label of a release what this account thinks of it.',
  refuses: ['TRACK_NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  body: Reaction,
  answer: Release,
});

export const withdrawReaction = route({
  method: 'DELETE',
  path: '/reaction/:releaseid',
  changes: 'counts',
  summary: 'Takes a reaction back.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  answer: Release,
});

/** Where a listen was started. */
const listenSources = ['gallery', 'release', 'queue', 'playlist', 'search', 'desk', 'mail', 'shared'] as const;
export type ListenSource = (typeof listenSources)[number];

const Second = z.number().check(z.gte(0), z.lte(DURATION_DEFAULT_S));
/** From and to, in seconds of the track. */
const SecondRange = z
  .tuple([Second, Second])
  .check(z.refine(([from, to]) => from <= to, 'A range ends after it starts'));

/** One start of a track, until another track or a pause of 30 minutes. Reports of it may come twice, late or in any order. */
const Listen = {
  listenid: z.optional(z.uuid()),
  /** ISO instant; needed with `listenid`. */
  startedat: z.optional(z.string()),
  source: z.optional(z.enum(listenSources)),
  /** What sounded. */
  ranges: z.optional(z.array(SecondRange).check(z.maxLength(LISTEN_RANGES_MAX))),
};

/**
 * The largest reported `seconds` counts; `ranges` add to their listen. The server cuts them to the sound that the account
 * has fetched. A start in the future or over 24 hours ago is invalid, and more seconds of a track than passed over all
 * listens of the account.
 */
export const reportPlay = route({
  method: 'POST',
  path: '/plays',
  changes: 'counts',
  summary: 'Reports which seconds of a track were heard, and adds it to the history.',
  refuses: ['NOT_FOUND', 'TRACK_NOT_FOUND', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'TOO_MANY_REQUESTS'],
  body: z.object({ ...Listen, trackid: TrackId, seconds: Second }),
  answer: z.object({ trackid: TrackId, releaseid: ReleaseId, heard: Heard, unheardtrackcount: z.number() }),
});

/** Several reports in one call, each of them as `reportPlay` and `reportOpen`; one that is refused says its code. */
export const reportListening = route({
  method: 'POST',
  path: '/listening',
  changes: 'counts',
  summary: 'Reports what was heard and opened.',
  body: z.object({
    listens: z._default(
      z.array(z.object({ ...Listen, trackid: TrackId, seconds: Second })).check(z.maxLength(LISTENING_AT_ONCE_MAX)),
      [],
    ),
    opened: z._default(z.array(ReleaseId).check(z.maxLength(LISTENING_AT_ONCE_MAX)), []),
  }),
  answer: z.object({
    /** In the order of the reports. */
    listens: z.array(z.union([reportPlay.answer, z.object({ code: z.string() })])),
    opened: z.array(z.object({ releaseid: ReleaseId, code: z.nullable(z.string()) })),
  }),
});

/** Sent when the pop-up or page of the release was on the screen for a second. Refuses what the release refuses. */
export const reportOpen = route({
  method: 'POST',
  path: '/release/:releaseid/open',
  summary: 'Reports that a release was opened.',
  refuses: ['FORBIDDEN', 'RELEASE_NOT_AVAILABLE', 'TOO_MANY_REQUESTS'],
  params: ReleaseParams,
});

const playedat = z.string();

/** Lists each track once; `playedat` is the ISO instant (UTC) of its last start. */
export const plays = route({
  method: 'GET',
  path: '/plays',
  summary: 'Lists the tracks this account played, newest first.',
  query: PageQuery,
  answer: listOf(z.extend(Track, { playedat })),
});

export const playedReleases = route({
  method: 'GET',
  path: '/plays/releases',
  summary: 'Lists the releases this account played, newest first.',
  query: PageQuery,
  answer: listOf(z.extend(Release, { playedat })),
});
