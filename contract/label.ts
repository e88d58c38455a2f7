import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseDetail, ReleaseId } from './catalogue.ts';
import { DocumentPatch, Instant, ReleaseDocument } from './delivery.ts';
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
export const checkLevels = {
  NO_AUDIO: 'error',
  NO_TITLE: 'error',
  NO_ARTIST: 'error',
  ORDINAL_TWICE: 'error',
  ISRC_TWICE: 'error',
  ISRC_INVALID: 'error',
  UPC_INVALID: 'error',
  AUDIENCE_UNDECIDED: 'error',
  NO_ISRC: 'warning',
  NO_COMPOSER: 'warning',
  EXPLICIT_UNKNOWN: 'warning',
  NO_COVER: 'warning',
  COVER_SMALL: 'warning',
  COVER_NOT_SQUARE: 'warning',
  LOSSY: 'warning',
  CLIPPED: 'warning',
  SILENT_END: 'warning',
  SAMPLE_RATE_LOW: 'warning',
  SAME_RECORDING: 'warning',
  TWIN: 'warning',
  PAST_DATE: 'warning',
} as const;
export const CheckCode = z.enum(Object.keys(checkLevels) as (keyof typeof checkLevels)[]);
export type CheckCode = z.infer<typeof CheckCode>;

export const Check = z.object({
  code: CheckCode,
  /** Of the document. */
  field: z.string(),
  trackid: z.nullable(z.uuid()),
  /** The other release of `SAME_RECORDING` and `TWIN`. */
  other: z.nullable(z.object({ releaseid: ReleaseId, title: z.string() })),
});
export type Check = z.infer<typeof Check>;

/** What the files are; not part of the document. */
const StaffTrack = z.object({
  trackid: z.uuid(),
  /** Seconds. */
  duration: z.number(),
  assettype: z.enum(['audio', 'video']),
  /** Address of the waveform; null for videos. */
  waveform: z.nullable(z.string()),
});

export const StaffAudience = z.object({
  /** Names of packages. */
  packages: z.array(z.string()),
  people: z.array(
    z.object({ playerid: z.uuid(), name: z.string(), jobtitle: z.string(), company: z.string(), country: z.string() }),
  ),
  excluded: z.array(
    z.object({ playerid: z.uuid(), name: z.string(), jobtitle: z.string(), company: z.string(), country: z.string() }),
  ),
  /** Typed addresses; whether they have accounts is not told. */
  addresses: z.array(z.string()),
  /** How many people and addresses that is. */
  size: z.number(),
});
export type StaffAudience = z.infer<typeof StaffAudience>;

export const StaffDocument = z.object({
  releaseid: ReleaseId,
  state: ReleaseState,
  role: StaffRole,
  labelid: z.nullable(z.uuid()),
  label: z.nullable(z.string()),
  /** Of `If-Match`. */
  version: z.number(),
  document: ReleaseDocument,
  /** What the last delivery said. */
  delivered: ReleaseDocument,
  /** Who edited a field last, by its path, such as `title` and `tracks.<trackid>.isrc`. */
  edited: z.record(z.string(), z.object({ by: z.string(), at: z.string() })),
  coverart: z.nullable(z.string()),
  attachments: z.array(z.object({ filename: z.string(), title: z.string() })),
  tracks: z.array(StaffTrack),
  audience: StaffAudience,
  checks: z.array(Check),
});
export type StaffDocument = z.infer<typeof StaffDocument>;

/** Refuses: RELEASE_NOT_FOUND. */
export const staffRelease = route({
  method: 'GET',
  path: '/label/releases/:releaseid',
  summary: 'Returns the document of a release with what was delivered, what was edited, audience and checks.',
  params: OneRelease,
  answer: StaffDocument,
});

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, IF_MATCH_REQUIRED, EDITED_MEANWHILE. */
export const editRelease = route({
  method: 'PATCH',
  path: '/label/releases/:releaseid',
  summary: 'Changes fields of a release by a merge patch (RFC 7396) of its document; If-Match has its version.',
  params: OneRelease,
  body: DocumentPatch,
  answer: StaffDocument,
});

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, RELEASE_INCOMPLETE, RELEASE_PUBLISHED. */
export const publishDraft = route({
  method: 'POST',
  path: '/label/releases/:releaseid/publish',
  summary: 'Publishes a draft, now or at an instant.',
  params: OneRelease,
  /** `available`: null means now. `confirmed`: to nobody, or to more than 500. */
  body: z.object({ available: z._default(z.nullable(Instant), null), confirmed: z._default(z.boolean(), false) }),
  answer: StaffDocument,
});

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, STATE_UNCHANGED. */
export const withdrawRelease = route({
  method: 'POST',
  path: '/label/releases/:releaseid/withdraw',
  summary: 'Takes a release away from everyone within five seconds.',
  params: OneRelease,
  answer: StaffDocument,
});

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, STATE_UNCHANGED. */
export const restoreRelease = route({
  method: 'POST',
  path: '/label/releases/:releaseid/restore',
  summary: 'Takes a withdrawal back.',
  params: OneRelease,
  answer: StaffDocument,
});

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, RELEASE_PUBLISHED. */
export const deleteDraft = route({
  method: 'DELETE',
  path: '/label/releases/:releaseid',
  summary: 'Deletes a draft; a published release can only be withdrawn.',
  params: OneRelease,
});

export const HistoryEntry = z.object({
  changeid: z.string(),
  /** ISO instant, UTC. */
  at: z.string(),
  /** Name of a person; null for the command line and the service. */
  by: z.nullable(z.string()),
  /** As in the audit trail, such as `release.edit`. */
  action: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  canundo: z.boolean(),
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

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, CHANGE_NOT_FOUND, CANNOT_UNDO. */
export const undoChange = route({
  method: 'POST',
  path: '/label/releases/:releaseid/history/:changeid/undo',
  summary: 'Gives the fields of one edit the values that they had before it.',
  params: z.extend(OneRelease, { changeid: z.string().check(z.regex(/^\d{1,18}$/)) }),
  answer: StaffDocument,
});

/** Refuses: RELEASE_NOT_FOUND, EDITORS_ONLY, PACKAGE_NOT_FOUND, PACKAGE_NOT_GRANTED, IF_MATCH_REQUIRED, EDITED_MEANWHILE. */
export const setAudience = route({
  method: 'PUT',
  path: '/label/releases/:releaseid/audience',
  summary: 'Decides who receives a release.',
  params: OneRelease,
  body: z.object({
    packages: z.array(z.string().check(z.maxLength(LINE_MAX))).check(z.maxLength(100)),
    people: z.array(z.uuid()).check(z.maxLength(1000)),
    excluded: z.array(z.uuid()).check(z.maxLength(1000)),
    addresses: z.array(z.email()).check(z.maxLength(1000)),
  }),
  answer: StaffDocument,
});

/** Names of the packages that a label may deliver to. */
export const labelPackages = route({
  method: 'GET',
  path: '/label/packages',
  summary: 'Lists the packages that a label may deliver to.',
  query: z.extend(PageQuery, { labelid: z.uuid() }),
  answer: listOf(z.object({ name: z.string(), people: z.number() })),
});

/** At most 20 a call and 60 calls a minute; never addresses (requirements decision 35). */
export const labelPeople = route({
  method: 'GET',
  path: '/label/people',
  summary: 'Finds people whom a label has delivered to, or who hold a package that is open to it.',
  query: z.object({ labelid: z.uuid(), filter: z.string().check(z.maxLength(LINE_MAX)) }),
  answer: z.object({ items: StaffAudience.shape.people }),
});

/** The release as a recipient gets it. Refuses: RELEASE_NOT_FOUND. */
export const previewRelease = route({
  method: 'GET',
  path: '/label/releases/:releaseid/preview',
  summary: 'Returns a release as its recipients get it, whatever its state.',
  params: OneRelease,
  answer: ReleaseDetail,
});
