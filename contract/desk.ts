import * as z from 'zod/mini';
import {
  Reaction,
  Release,
  ReleaseDetail,
  ReleaseFilter,
  ReleaseId,
  ReleaseSort,
  TrackId,
  ValueList,
} from './catalogue.ts';
import { LISTS, ListFormat, ListQuery } from './downloads.ts';
import type { ErrorCode } from './errors.ts';
import { AudioFormat } from './fields.ts';
import {
  DECISIONS_AT_ONCE_MAX,
  LINE_MAX,
  MARKED_AT_ONCE_MAX,
  PLAYLIST_TRACKS_MAX,
  RELEASES_AHEAD_MAX,
  RUN_RELEASES_MAX,
} from './limits.ts';
import { route } from './route.ts';
import { ShelfFilter } from './shelf.ts';

export const RunId = z.uuid();

/** Of a finished run: the releases that were decided so at last. */
const DecidedAs = z.enum(['flag', 'archive', 'later', 'reaction', 'next', 'playlist']);
export type DecisionKind = z.infer<typeof DecidedAs>;

/** Which list a run is made of. */
export const RunSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('gallery'),
    query: z.extend(ReleaseFilter, { sort: z._default(ReleaseSort, '-date') }),
  }),
  z.object({
    kind: z.literal('flagged'),
    sort: z._default(ReleaseSort, '-date'),
    filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
  }),
  z.object({ kind: z.literal('playlist'), playlistid: z.uuid() }),
  /** What this connection shared with the account. */
  z.object({ kind: z.literal('shares'), playerid: z.uuid() }),
  /** The shelf of the company. */
  z.object({ kind: z.literal('shelf'), query: ShelfFilter }),
  z.object({ kind: z.literal('run'), runid: RunId, decided: DecidedAs }),
]);
export type RunSource = z.infer<typeof RunSource>;

/**
 * Releases by their last decision; one that was only passed (`next`) is undecided. `lost` are those that no decision
 * could be made of, because they can no longer be heard. `left` are those from `position` on.
 */
const RunCounts = z.object({
  flagged: z.number(),
  archived: z.number(),
  reacted: z.number(),
  later: z.number(),
  playlists: z.number(),
  undecided: z.number(),
  lost: z.number(),
  left: z.number(),
});

/** A frozen list of releases that an account decides one by one. Instants are ISO, UTC. */
export const Run = z.object({
  runid: z.uuid(),
  /** Name of the playlist, label or person that it is made of; empty for other lists. */
  title: z.string(),
  source: z.enum(['gallery', 'flagged', 'playlist', 'shares', 'shelf', 'run']),
  total: z.number(),
  /** Releases of the list when it was made: more than `total` if it was longer than a run. */
  listed: z.number(),
  /** Index of the release that is next; `total` at the end. */
  position: z.number(),
  counts: RunCounts,
  startedat: z.string(),
  usedat: z.string(),
  finishedat: z.nullable(z.string()),
});
export type Run = z.infer<typeof Run>;

export const Decision = z.object({
  /** Made by the browser; a repeated one is one decision. */
  id: z.uuid(),
  releaseid: ReleaseId,
  /** `later` moves the release to the end of the run. */
  kind: DecidedAs,
  /** Of the kind `reaction`. */
  reaction: z.optional(Reaction),
  /** Of the kind `playlist`: the tracks are added on top of it. Without it the decision only says that they were. */
  playlist: z.optional(
    z.object({
      playlistid: z.uuid(),
      tracks: z.array(TrackId).check(z.minLength(1), z.maxLength(PLAYLIST_TRACKS_MAX)),
    }),
  ),
  /** Of the run after the decision. */
  position: z.number().check(z.int(), z.gte(0), z.lte(RUN_RELEASES_MAX)),
});
export type Decision = z.infer<typeof Decision>;

/** `before` is the position before the decision. */
const RunDecision = z.extend(z.omit(Decision, { playlist: true }), {
  before: z.number(),
  at: z.string(),
  undoneat: z.nullable(z.string()),
});

export const RunDetail = z.extend(Run, {
  /** In the order of the run. */
  releaseids: z.array(ReleaseId),
  /** The oldest first, undone ones included. */
  decisions: z.array(RunDecision),
  /** Releases that can no longer be heard. Like `failed` missing in answers of a node of the version before. */
  lost: z.optional(z.array(ReleaseId)),
  /** Releases whose only decision was refused. */
  failed: z.optional(z.array(ReleaseId)),
});
export type RunDetail = z.infer<typeof RunDetail>;

const RunParams = z.object({ runid: RunId });

/** `fields.runid` of RUN_OPEN is an open run over the same list; `anew` deletes it. */
export const startRun = route({
  method: 'POST',
  path: '/desk/runs',
  once: true,
  status: 201,
  summary: 'Freezes a list of releases to be decided one by one.',
  refuses: [
    'RUN_EMPTY',
    'RUN_OPEN',
    'TOO_MANY_RUNS',
    'PLAYLIST_NOT_FOUND',
    'CONNECTION_NOT_FOUND',
    'RUN_NOT_FOUND',
    'SHELF_OFF',
    'TOO_MANY_REQUESTS',
  ],
  body: z.object({ source: RunSource, anew: z._default(z.boolean(), false) }),
  answer: RunDetail,
});

export const runs = route({
  method: 'GET',
  path: '/desk/runs',
  summary: 'Lists the runs of this account, open ones first, the last used first.',
  answer: z.object({ items: z.array(Run) }),
});

export const run = route({
  method: 'GET',
  path: '/desk/runs/:runid',
  summary: 'Returns a run with its releases and decisions.',
  params: RunParams,
  answer: RunDetail,
});

/** What a page loads before it is shown, in one call. */
export const releasesAhead = route({
  method: 'GET',
  path: '/desk/releases',
  summary: 'Returns releases with their tracks, each with a token for its first sound.',
  query: z.object({
    releaseids: z.pipe(ValueList, z.array(ReleaseId).check(z.minLength(1), z.maxLength(RELEASES_AHEAD_MAX))),
  }),
  answer: z.object({
    items: z.array(
      z.discriminatedUnion('isfound', [
        z.object({
          isfound: z.literal(true),
          releaseid: ReleaseId,
          release: ReleaseDetail,
          /** Of the first track with sound: what `/audio/:id` gives. */
          audio: z.nullable(z.object({ trackid: TrackId, token: z.string() })),
        }),
        /** `code` is what the release refuses. */
        z.object({ isfound: z.literal(false), releaseid: ReleaseId, code: z.string() }),
      ]),
    ),
  }),
});

/** A decision that a release refuses is in `refused`, the others count. */
export const decide = route({
  method: 'POST',
  path: '/desk/runs/:runid/decisions',
  changes: 'counts',
  summary: 'Decides releases of a run, in this order.',
  refuses: ['RUN_FINISHED', 'TOO_MANY_REQUESTS'],
  params: RunParams,
  body: z.object({ decisions: z.array(Decision).check(z.minLength(1), z.maxLength(DECISIONS_AT_ONCE_MAX)) }),
  answer: z.object({
    run: Run,
    releases: z.array(Release),
    refused: z.array(z.object({ id: z.uuid(), code: z.string() })),
  }),
});

/** Restores what was before the decision, times included. */
export const undoDecision = route({
  method: 'DELETE',
  path: '/desk/runs/:runid/decisions/:id',
  changes: 'counts',
  summary: 'Takes a decision of a run back.',
  refuses: ['NOT_FOUND', 'CHANGED_ELSEWHERE'],
  params: z.extend(RunParams, { id: z.uuid() }),
  answer: z.object({ run: Run, release: z.nullable(Release), position: z.number() }),
});

export const moveRun = route({
  method: 'PUT',
  path: '/desk/runs/:runid/position',
  summary: 'Goes to another release of a run, deciding nothing, or leads it from now on.',
  params: RunParams,
  /** `device` is made by the page that leads: the others, which read it in `run-changed`, follow and fall silent. */
  body: z.object({ position: z.optional(Decision.shape.position), device: z.optional(z.uuid()) }),
});

export const deleteRun = route({
  method: 'DELETE',
  path: '/desk/runs/:runid',
  summary: 'Deletes a run; what was decided stays.',
  params: RunParams,
});

/** Of the releases that were decided so at last. */
export const runList = route({
  method: 'GET',
  path: '/desk/runs/:runid/list.:list',
  access: 'picture',
  summary: 'Returns the downloadable songs of releases of a run as a list for playout or DJ programs.',
  refuses: LISTS,
  params: z.extend(RunParams, { list: ListFormat }),
  query: z.extend(ListQuery, { decided: z._default(DecidedAs, 'flag') }),
  file: 'application/octet-stream',
});

export const runSheet = route({
  method: 'GET',
  path: '/desk/runs/:runid/sheet.:format',
  access: 'picture',
  summary: 'Returns what was decided in a run, to print or as a table.',
  params: z.extend(RunParams, { format: z.enum(['pdf', 'csv']) }),
  file: 'application/octet-stream',
});

/** The list that a pick-up is made of; of a run the releases that were decided so at last. */
export const PickupSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('playlist'), playlistid: z.uuid() }),
  z.object({
    kind: z.literal('releases'),
    releaseids: z.array(ReleaseId).check(z.minLength(1), z.maxLength(MARKED_AT_ONCE_MAX)),
  }),
  z.object({ kind: z.literal('shelf'), query: ShelfFilter }),
  z.object({ kind: z.literal('run'), runid: RunId, decided: z._default(DecidedAs, 'flag') }),
]);
export type PickupSource = z.infer<typeof PickupSource>;

/** Who took songs of a list home in a pick-up, and when last. */
const PickedUp = z.object({
  name: z.string(),
  isown: z.boolean(),
  /** ISO instant, UTC. */
  at: z.string(),
  songs: z.number(),
});

/** What a pick-up of a list would have; `bytes` of the sound. */
export const PickupPreview = z.object({
  songs: z.number(),
  bytes: z.number(),
  /** Those that nobody of the station picked up in this format, with their bytes. */
  newsongs: z.number(),
  newbytes: z.number(),
  /** Songs of the list that cannot be downloaded, or not in this format. */
  leftout: z.number(),
  /** Each song with its last pick-up, the latest first. */
  pickedup: z.array(PickedUp),
});
export type PickupPreview = z.infer<typeof PickupPreview>;

/** Songs that are taken home together, with the paths of their files, which stay what they are. */
export const Pickup = z.object({
  pickupid: z.uuid(),
  name: z.string(),
  format: AudioFormat,
  files: z.array(z.object({ trackid: TrackId, title: z.string(), path: z.string(), bytes: z.number() })),
  list: z.nullable(z.object({ path: z.string(), text: z.string() })),
});
export type Pickup = z.infer<typeof Pickup>;

const NO_SOURCE: readonly ErrorCode[] = ['PLAYLIST_NOT_FOUND', 'RUN_NOT_FOUND', 'SHELF_OFF'];

/** Without a format, that of the settings. Colleagues are named who share the shelf of the company, for releases that this account has. */
export const previewPickup = route({
  method: 'POST',
  path: '/pickups/preview',
  summary: 'Tells what a pick-up of a list would have, and who picked up which of its songs.',
  refuses: [...NO_SOURCE, 'DOWNLOADS_OFF', 'STREAM_ONLY', 'FORMAT_NOT_AVAILABLE', 'RELEASE_NOT_FOUND'],
  body: z.object({ source: PickupSource, format: z.optional(AudioFormat) }),
  answer: PickupPreview,
});

/** In the format and with the names of the settings (`/lists/naming`). */
export const startPickup = route({
  method: 'POST',
  path: '/pickups',
  once: true,
  status: 201,
  summary: 'Names the files of a list that are taken home together, as a zip or one by one.',
  refuses: [...NO_SOURCE, ...LISTS, 'NOTHING_NEW'],
  /** `isnew`: only songs that nobody of the station picked up in this format. */
  body: z.object({ source: PickupSource, isnew: z._default(z.boolean(), false) }),
  answer: Pickup,
});
