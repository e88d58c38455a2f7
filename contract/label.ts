import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseId } from './catalogue.ts';
import { DocumentPatch, ReleaseDocument } from './delivery.ts';
import { LINE_MAX } from './limits.ts';
import { route } from './route.ts';

/** Editors change, viewers read; an operator may do both for every label. */
export const StaffRole = z.enum(['editor', 'viewer', 'operator']);
export type StaffRole = z.infer<typeof StaffRole>;

export const StaffLabel = z.object({
  labelid: z.uuid(),
  name: z.string(),
  role: StaffRole,
  /** How many releases it owns. */
  releases: z.number(),
});
export type StaffLabel = z.infer<typeof StaffLabel>;

/** By name. */
export const staffLabels = route({
  method: 'GET',
  path: '/label/labels',
  summary: 'Lists the labels that the calling account works for, with its role.',
  query: PageQuery,
  answer: listOf(StaffLabel),
});

/** Requirements decision 39. */
export const ReleaseState = z.enum(['draft', 'scheduled', 'available', 'ended', 'withdrawn']);
export type ReleaseState = z.infer<typeof ReleaseState>;

/** People are counted as in the report: without staff of the label and operators. */
export const StaffRelease = z.object({
  releaseid: ReleaseId,
  title: z.string(),
  artist: z.string(),
  thumbnail: z.nullable(z.string()),
  /** The owner. */
  labelid: z.nullable(z.uuid()),
  label: z.nullable(z.string()),
  state: ReleaseState,
  /** ISO instant, UTC. */
  available: z.string(),
  /** `YYYY-MM-DD` */
  impact: z.nullable(z.string()),
  tracks: z.number(),
  recipients: z.number(),
  opened: z.number(),
  heard: z.number(),
  downloaded: z.number(),
});
export type StaffRelease = z.infer<typeof StaffRelease>;

export const StaffReleaseSort = z.enum(['date', '-date', 'title', '-title', 'artist', '-artist', 'impact', '-impact']);
export type StaffReleaseSort = z.infer<typeof StaffReleaseSort>;

/** An operator sees the releases of all labels and those without an owner. */
export const staffReleases = route({
  method: 'GET',
  path: '/label/releases',
  summary: 'Lists the releases of the labels that the calling account works for.',
  query: z.extend(PageQuery, {
    labelid: z.optional(z.uuid()),
    state: z.optional(ReleaseState),
    /** Words of title, artist or UPC. */
    filter: z.optional(z.string().check(z.maxLength(LINE_MAX))),
    sort: z._default(StaffReleaseSort, '-date'),
  }),
  answer: listOf(StaffRelease),
});

const OneRelease = z.object({ releaseid: ReleaseId });

/** Errors stop publishing, warnings do not. */
export const checks = {
  NO_AUDIO: 'error',
  ORDINAL_TWICE: 'error',
  ISRC_TWICE: 'error',
  NO_ISRC: 'warning',
  NO_COMPOSER: 'warning',
  EXPLICIT_UNKNOWN: 'warning',
  NO_COVER: 'warning',
  LOSSY: 'warning',
  SAMPLE_RATE_LOW: 'warning',
} as const;
export type CheckCode = keyof typeof checks;

export const Check = z.object({
  code: z.enum(Object.keys(checks) as [CheckCode, ...CheckCode[]]),
  /** Null: of the release. */
  trackid: z.nullable(z.uuid()),
});
export type Check = z.infer<typeof Check>;

const { recipients: _recipients, ...shown } = ReleaseDocument.shape;
const ShownDocument = z.object(shown);

export const StaffDocument = z.object({
  release: z.object({
    releaseid: ReleaseId,
    title: z.string(),
    artist: z.string(),
    thumbnail: z.nullable(z.string()),
    label: z.nullable(z.string()),
    state: ReleaseState,
    /** ISO instant, UTC. */
    available: z.string(),
  }),
  mayedit: z.boolean(),
  /** For `If-Match`. */
  version: z.number(),
  /** What counts, without the people who receive it. */
  document: ShownDocument,
  /** What the last delivery said. */
  delivered: ShownDocument,
  checks: z.array(Check),
});
export type StaffDocument = z.infer<typeof StaffDocument>;

/** Refuses: RELEASE_NOT_FOUND. */
export const staffRelease = route({
  method: 'GET',
  path: '/label/releases/:releaseid',
  summary: 'Returns everything that is said about a release, what the last delivery said, and what is missing.',
  params: OneRelease,
  answer: StaffDocument,
});

const { packages: _packages, recipients: _people, ...editable } = DocumentPatch.shape;
/** The fields that editors change; who receives a release is decided elsewhere. */
export const StaffPatch = z.strictObject(editable);
export type StaffPatch = z.infer<typeof StaffPatch>;

/**
 * Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, IF_MATCH_REQUIRED, and EDITED_MEANWHILE with the fields that changed since that
 * version and who changed them.
 */
export const changeRelease = route({
  method: 'PATCH',
  path: '/label/releases/:releaseid',
  summary: 'Changes fields of a release by a merge patch (RFC 7396); If-Match has the version that is changed.',
  params: OneRelease,
  body: StaffPatch,
  answer: StaffDocument,
});

export const HistoryEntry = z.object({
  changeid: z.string(),
  /** ISO instant, UTC. */
  at: z.string(),
  /** Name of a person; null for the command line and the service. */
  by: z.nullable(z.string()),
  /** As in the audit trail, such as `release.edit`. */
  action: z.string(),
  /** The changed fields. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Newest first. Refuses: RELEASE_NOT_FOUND. */
export const releaseHistory = route({
  method: 'GET',
  path: '/label/releases/:releaseid/history',
  summary: 'Lists who changed what of a release, and when.',
  params: OneRelease,
  query: PageQuery,
  answer: listOf(HistoryEntry),
});

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, CHANGE_NOT_FOUND. */
export const undoChange = route({
  method: 'POST',
  path: '/label/releases/:releaseid/history/:changeid/undo',
  summary: 'Gives the fields of one edit the values that they had before it.',
  params: z.extend(OneRelease, { changeid: z.string() }),
  answer: StaffDocument,
});
