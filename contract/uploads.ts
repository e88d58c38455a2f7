import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseId, TrackId } from './catalogue.ts';
import { LINE_MAX } from './limits.ts';
import { route } from './route.ts';

export const DeliveryFile = z.object({
  uploadid: z.uuid(),
  /** Inside the delivery, with `/`. */
  path: z.string(),
  bytes: z.number(),
  received: z.number(),
  state: z.enum(['uploading', 'complete', 'refused']),
  /** One sentence. */
  problem: z.nullable(z.string()),
});
export type DeliveryFile = z.infer<typeof DeliveryFile>;

export const DeliveryProblem = z.object({
  /** Path of the file inside the delivery; empty when the sentence is about the whole delivery. */
  path: z.string(),
  /** One sentence. */
  reason: z.string(),
  /** What was left out, and is no error. */
  isnote: z.optional(z.boolean()),
});
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

export const DeliveryState = z.enum(['uploading', 'importing', 'imported', 'refused', 'discarded']);

/** How many tracks a delivery holds (`delivered`), and how many more its release has (`tracks`). */
const FewerTracks = z.object({ delivered: z.number(), tracks: z.number() });

/** What an import changes of a release; lists have titles of tracks. */
const DeliveryChanges = z.object({
  fewer: z.optional(FewerTracks),
  /** Tracks that get another recording. */
  exchanged: z.array(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Tracks that the delivery does not hold, and that stay. */
  kept: z.array(z.string()),
  /** Changed fields of the release (`track` is null) and of tracks that stay. Long texts, files and people come without values. */
  facts: z.array(
    z.object({
      track: z.nullable(z.string()),
      field: z.string(),
      before: z.optional(z.unknown()),
      after: z.optional(z.unknown()),
    }),
  ),
});
export type DeliveryChanges = z.infer<typeof DeliveryChanges>;

/** What an import would do with a release, as `npm run import -- PATH --check` says it. */
export const CheckedRelease = z.object({
  result: z.enum(['would create', 'would update', 'unchanged']),
  /** Of one that exists. */
  releaseid: z.optional(ReleaseId),
  title: z.string(),
  artist: z.string(),
  tracks: z.number(),
  /** In order. */
  tracklist: z.array(
    z.object({ file: z.string(), title: z.string(), version: z.nullable(z.string()), isrc: z.nullable(z.string()) }),
  ),
  /** Of a release that exists and would change. */
  changes: z.optional(DeliveryChanges),
});
export type CheckedRelease = z.infer<typeof CheckedRelease>;

export const LabelDelivery = z.object({
  deliveryid: z.uuid(),
  labelid: z.uuid(),
  label: z.string(),
  /** The release that it delivers again, or that it made. */
  releaseid: z.nullable(ReleaseId),
  state: DeliveryState,
  /** Of the folder, the zip or the first file. */
  name: z.string(),
  /** What was not taken, warnings and notes: there may be several of one path. */
  problems: z.array(DeliveryProblem),
  /** The label has such a release already: replace it, or keep both. */
  twin: z.nullable(z.object({ releaseid: ReleaseId, title: z.string() })),
  /** The track whose recording it replaces. */
  trackid: z.nullable(TrackId),
  /** It holds fewer tracks than its release. As long as it is not imported: exchange their recordings, or remove the others? */
  fewer: z.nullable(FewerTracks),
  /** Whether `importing` is only a check. */
  ischeck: z.boolean(),
  /** What an import would do; null until these files are checked. */
  check: z.nullable(z.array(CheckedRelease)),
  /** Of the check or the import, 0 to 1. */
  progress: z.number(),
  /** The check or the import was interrupted and has begun again; what was decoded is not decoded again. */
  isrepeated: z.boolean(),
  /** Some client sent a part of its files in the last 90 seconds, and has not sent all. */
  isuploading: z.boolean(),
  files: z.array(DeliveryFile),
  /** ISO instants, UTC. */
  updated: z.string(),
  /** When it is discarded if nothing happens. */
  discardedat: z.nullable(z.string()),
});
export type LabelDelivery = z.infer<typeof LabelDelivery>;

export const startDelivery = route({
  method: 'POST',
  path: '/label/deliveries',
  once: true,
  summary: 'Starts a delivery, to which files are uploaded.',
  refuses: ['LABEL_NOT_FOUND', 'RELEASE_NOT_FOUND', 'EDITORS_ONLY', 'TOO_MANY_DELIVERIES'],
  body: z.object({
    labelid: z.uuid(),
    releaseid: z.optional(ReleaseId),
    /** `edit`: its files are taken by changes of the release; an open one is continued. */
    purpose: z._default(z.enum(['release', 'edit']), 'release'),
    /** Of the folder, the zip or the first file; names a release that nothing else names. */
    name: z.string().check(z.maxLength(LINE_MAX)),
  }),
  answer: LabelDelivery,
  status: 201,
});

/** Those that are open first, then the newest. */
export const labelDeliveries = route({
  method: 'GET',
  path: '/label/deliveries',
  summary: 'Lists the deliveries of the labels that the calling account works for.',
  query: z.extend(PageQuery, { labelid: z.optional(z.uuid()) }),
  answer: listOf(LabelDelivery),
});

export const DeliveryId = z.uuid();

const OneDelivery = z.object({ deliveryid: DeliveryId });

export const labelDelivery = route({
  method: 'GET',
  path: '/label/deliveries/:deliveryid',
  summary: 'Returns a delivery with its files.',
  params: OneDelivery,
  answer: LabelDelivery,
});

export const discardDelivery = route({
  method: 'DELETE',
  path: '/label/deliveries/:deliveryid',
  summary: 'Discards a delivery with its files.',
  refuses: ['EDITORS_ONLY', 'DELIVERY_CLOSED'],
  params: OneDelivery,
});

const FILES_MAX = 2_000;

/**
 * All files are announced, or none. One that the delivery has with this path and size keeps what was received; `fields` of a
 * refusal has a sentence for each path that is not taken.
 */
export const announceFiles = route({
  method: 'POST',
  path: '/label/deliveries/:deliveryid/files',
  summary: 'Announces the files that a delivery will have, before their bytes are sent.',
  refuses: ['EDITORS_ONLY', 'DELIVERY_CLOSED', 'DELIVERY_FULL', 'TOO_MANY_DELIVERIES', 'STORAGE_FULL'],
  params: OneDelivery,
  body: z.object({
    files: z
      .array(z.object({ path: z.string(), bytes: z.int().check(z.nonnegative()) }))
      .check(z.minLength(1), z.maxLength(FILES_MAX)),
  }),
  answer: LabelDelivery,
});

/** `check` of the delivery tells the result, `problems` what would not be taken. */
export const checkDelivery = route({
  method: 'POST',
  path: '/label/deliveries/:deliveryid/check',
  once: true,
  summary: 'Checks, in the background, what an import of a delivery would do; nothing is imported.',
  refuses: ['EDITORS_ONLY', 'DELIVERY_CLOSED', 'DELIVERY_INCOMPLETE', 'TOO_MANY_REQUESTS'],
  params: OneDelivery,
  answer: LabelDelivery,
  status: 202,
});

/**
 * Makes a draft release of the files, in the background. `twins`: what to do when the label has such a release. `fewer`: what
 * a delivery means that holds fewer tracks than its release: other recordings of these (the default), or that the others are
 * removed; `ask` stops with the question, which `fewer` of the delivery tells.
 */
export const importDelivery = route({
  method: 'POST',
  path: '/label/deliveries/:deliveryid/import',
  once: true,
  summary: 'Imports a delivery whose files are all there.',
  refuses: ['EDITORS_ONLY', 'DELIVERY_CLOSED', 'DELIVERY_INCOMPLETE', 'TWIN'],
  params: OneDelivery,
  body: z.object({
    twins: z.optional(z.enum(['replace', 'new'])),
    fewer: z._default(z.enum(['ask', 'exchange', 'remove']), 'exchange'),
  }),
  answer: LabelDelivery,
  status: 202,
});

/** The upload is of a delivery whose purpose is `edit`. What becomes of it is told by the delivery that is answered. */
export const replaceRecording = route({
  method: 'POST',
  path: '/label/releases/:releaseid/tracks/:trackid/recording',
  once: true,
  summary: 'Gives a track another recording, in the background; the track keeps its id, marks, listening and edits.',
  refuses: ['EDITORS_ONLY', 'UPLOAD_NOT_FOUND', 'TOO_MANY_DELIVERIES'],
  params: z.object({ releaseid: ReleaseId, trackid: TrackId }),
  body: z.object({ uploadid: z.uuid() }),
  answer: LabelDelivery,
  status: 202,
});

/**
 * tus 1.0 (creation, HEAD, PATCH, termination) below this path of the API; metadata: `deliveryid`, `path`. The creation of
 * an announced file of which nothing was received gives its upload.
 */
export const UPLOADS_PATH = '/label/uploads';
