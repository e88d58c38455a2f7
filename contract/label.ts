import * as z from 'zod/mini';
import { listOf, PageQuery, ReleaseDetail, ReleaseId } from './catalogue.ts';
import { DocumentPatch, Instant, ReleaseDocument } from './delivery.ts';
import { VersionNumber } from './fields.ts';
import { LINE_MAX } from './limits.ts';
import { ProposedKind } from './releaseFields.ts';
import { route } from './route.ts';

export const LabelId = z.uuid();

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

/** The people of one or several releases, each counted once. Every number of people of a release is `recipients`. */
export const RecipientCounts = z.object({
  /** Active accounts to which it is or was delivered, or will be; without staff of the label and operators. */
  recipients: z.number(),
  /** Those of the recipients who had it and lost it, by an exclusion or a removed package. */
  former: z.number(),
  /** These and the following are not counted as recipients. */
  ownstaff: z.number(),
  operators: z.number(),
  /** Accounts that are disabled or not active yet. */
  inactive: z.number(),
  /** Typed ones. Their accounts are recipients once it is published; whether they have accounts is not told before. */
  addresses: z.number(),
});
export type RecipientCounts = z.infer<typeof RecipientCounts>;

/** `recipients`: as in `RecipientCounts`; they and what they did may be a minute old. */
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
    /** Words of title, artist or UPC; `total` is at most 1,000 then. */
    filter: z.optional(z.string().check(z.maxLength(LINE_MAX))),
    sort: z._default(StaffReleaseSort, '-date'),
  }),
  answer: listOf(StaffRelease),
});

const COUNTED_MAX = 1000;

/** A question about several releases tells how many people it is about. */
export const countRecipients = route({
  method: 'POST',
  path: '/label/recipients',
  summary: 'Counts the people of several releases, each once.',
  refuses: ['RELEASE_NOT_FOUND'],
  body: z.object({ releaseids: z.array(ReleaseId).check(z.minLength(1), z.maxLength(COUNTED_MAX)) }),
  answer: RecipientCounts,
});

export const OneRelease = z.object({ releaseid: ReleaseId });

/** Errors stop publishing, warnings do not. */
export const checks = {
  NO_AUDIO: 'error',
  NO_TITLE: 'error',
  NO_ARTIST: 'error',
  ORDINAL_TWICE: 'error',
  ISRC_TWICE: 'error',
  AUDIENCE_UNDECIDED: 'error',
  MARK_PENDING: 'error',
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
export type CheckCode = keyof typeof checks;

export const Check = z.object({
  code: z.enum(Object.keys(checks) as [CheckCode, ...CheckCode[]]),
  /** Null: of the release. */
  trackid: z.nullable(z.uuid()),
  /** The other release of `SAME_RECORDING` and `TWIN`. */
  other: z.optional(z.object({ releaseid: ReleaseId, title: z.string() })),
  /** The track of this release that has the same, of `ORDINAL_TWICE` and `ISRC_TWICE`. */
  same: z.optional(z.uuid()),
  /** Of `MARK_PENDING`: why it could not be marked, as a sentence. */
  reason: z.optional(z.string()),
});
export type Check = z.infer<typeof Check>;

const { recipients: _recipients, cover: _cover, attachments: _attachments, ...shown } = ReleaseDocument.shape;
const ShownDocument = z.object(shown);

/** Never with addresses (requirements decision 35). */
export const StaffPerson = z.object({
  playerid: z.uuid(),
  name: z.string(),
  title: z.string(),
  company: z.string(),
  country: z.string(),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

const AudienceList = z.object({ listid: z.uuid(), name: z.string(), people: z.number() });
export type AudienceList = z.infer<typeof AudienceList>;

export const StaffAudience = z.object({
  /** False until somebody has decided it; a delivery with a sidecar decides it, too. */
  decided: z.boolean(),
  /** Names. */
  packages: z.array(z.string()),
  people: z.array(StaffPerson),
  excluded: z.array(StaffPerson),
  /** Typed addresses; whether they have accounts is not told. */
  addresses: z.array(z.string()),
  /** Lists of people and groups of the label, and those whose people are kept out, whatever else gives it to them. */
  lists: z.array(AudienceList),
  excludedlists: z.array(AudienceList),
  counts: RecipientCounts,
});
export type StaffAudience = z.infer<typeof StaffAudience>;

/** What the file of a track is. */
const StaffTrack = z.object({
  trackid: z.uuid(),
  /** Seconds. */
  duration: z.number(),
  assettype: z.enum(['audio', 'video']),
  /** Path of the waveform; null for videos. */
  waveform: z.nullable(z.string()),
});

/** What becomes of the mails about a release, for each of its recipients; all together are the recipients. */
export const MailCounts = z.object({
  /** A mail was handed over to a mail server. */
  mailed: z.number(),
  /** It waits to be handed over. */
  waiting: z.number(),
  /** Get a mail of its own when the announcement is due. */
  atonce: z.number(),
  /** Get it in the mail of the next morning, or of Monday. */
  daily: z.number(),
  weekly: z.number(),
  /** Want no mails, or none of this label. */
  unwanted: z.number(),
  /** Mails to them came back. */
  cameback: z.number(),
  /** Get none for another reason: it is cancelled or over, or they lost, archived or got it otherwise. */
  none: z.number(),
});
export type MailCounts = z.infer<typeof MailCounts>;

/** The mails that announce a release. */
export const StaffAnnouncement = z.object({
  /** ISO instant, UTC, not before it is available; null: no mails. */
  at: z.nullable(z.string()),
  /** They go when it is available, whatever date it gets. */
  withrelease: z.boolean(),
  subject: z.string(),
  message: z.string(),
  /** They are mailed already, to those who want a mail for each release. */
  sent: z.boolean(),
  /** Of a draft: what becomes of them when they are not cancelled. */
  counts: MailCounts,
});
export type StaffAnnouncement = z.infer<typeof StaffAnnouncement>;

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
    /** The owner. */
    labelid: z.nullable(z.uuid()),
  }),
  mayedit: z.boolean(),
  /** Whether this service may mark sound. */
  maymark: z.boolean(),
  version: VersionNumber,
  /** What counts, without the people who receive it. */
  document: ShownDocument,
  /** What the last delivery said. */
  delivered: ShownDocument,
  /** Who gave an edited field its value, by its path, such as `title` and `tracks.<trackid>.isrc`. */
  edited: z.record(z.string(), z.object({ by: z.nullable(z.string()), at: z.string() })),
  /** Those that are not as the last delivery had them. */
  editedfiles: z.array(z.enum(['cover', 'attachments'])),
  attachments: z.array(z.object({ title: z.string(), filename: z.string(), bytes: z.number() })),
  /** Names that are no vocabulary yet: an operator accepts them. */
  proposed: z.record(ProposedKind, z.array(z.string())),
  tracks: z.array(StaffTrack),
  audience: StaffAudience,
  announcement: StaffAnnouncement,
  checks: z.array(Check),
});
export type StaffDocument = z.infer<typeof StaffDocument>;

export const staffRelease = route({
  method: 'GET',
  path: '/label/releases/:releaseid',
  summary: 'Returns everything that is said about a release, what the last delivery said, and what is missing.',
  params: OneRelease,
  answer: StaffDocument,
});

/**
 * `1` confirms that the release comes out, ends, goes away or returns by the call. Without it STATE_UNCONFIRMED has the
 * `title`, the states `from` and `to`, and how many `people` receive it.
 */
export const Confirmed = z._default(
  z.object({
    confirmed: z.pipe(
      z.optional(z.literal('1')),
      z.transform((value: '1' | undefined) => value === '1'),
    ),
  }),
  { confirmed: false },
);

const {
  packages: _packages,
  recipients: _people,
  cover: _picture,
  attachments: _files,
  ...editable
} = DocumentPatch.shape;
/** The fields that editors change; who receives a release is decided elsewhere, and files are uploaded. */
export const StaffPatch = z.strictObject(editable);
export type StaffPatch = z.infer<typeof StaffPatch>;

/** EDITED_MEANWHILE has the fields that changed since that version and who changed them. */
export const changeRelease = route({
  method: 'PATCH',
  path: '/label/releases/:releaseid',
  summary: 'Changes fields of a release by a merge patch (RFC 7396); If-Match has the version that is changed.',
  refuses: ['EDITORS_ONLY', 'IF_MATCH_REQUIRED', 'EDITED_MEANWHILE', 'STATE_UNCONFIRMED'],
  params: OneRelease,
  query: Confirmed,
  body: StaffPatch,
  answer: StaffDocument,
});

export const labelPackages = route({
  method: 'GET',
  path: '/label/labels/:labelid/packages',
  summary: 'Lists the packages that a label may deliver to.',
  params: z.object({ labelid: LabelId }),
  query: PageQuery,
  answer: listOf(z.object({ name: z.string(), people: z.number() })),
});

/** At most 20 a call and 60 calls a minute. */
export const labelPeople = route({
  method: 'GET',
  path: '/label/people',
  summary: 'Finds people whom a label has delivered to, or who hold a package that is open to it.',
  refuses: ['LABEL_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  query: z.object({ labelid: z.uuid(), filter: z._default(z.string().check(z.maxLength(LINE_MAX)), '') }),
  answer: z.object({ items: z.array(StaffPerson) }),
});

export const MailChoice = z.object({
  /** Null: when it is available, whatever date it gets. */
  at: z.nullable(Instant),
  /** Blank: the usual one. */
  subject: z.string().check(z.maxLength(LINE_MAX)),
  message: z.string().check(z.maxLength(1000)),
});

/** `If-Match` may have the version that is published. RELEASE_INCOMPLETE has a sentence for each error. */
export const publishDraft = route({
  method: 'POST',
  path: '/label/releases/:releaseid/publish',
  once: true,
  summary: 'Publishes a draft, now or at an instant.',
  refuses: ['EDITORS_ONLY', 'RELEASE_INCOMPLETE', 'RELEASE_PUBLISHED', 'STATE_UNCONFIRMED', 'EDITED_MEANWHILE'],
  params: OneRelease,
  body: z.object({
    /** Null: now. */
    available: z.nullable(Instant),
    /** Null: nobody is mailed. */
    mail: z.nullable(MailChoice),
    /** That it is published, for so many people as STATE_UNCONFIRMED says. */
    confirmed: z._default(z.boolean(), false),
  }),
  answer: StaffDocument,
});

export const withdrawStaffRelease = route({
  method: 'POST',
  path: '/label/releases/:releaseid/withdraw',
  summary: 'Takes a release away from everyone within five seconds.',
  refuses: ['EDITORS_ONLY', 'RELEASE_UNPUBLISHED', 'STATE_UNCONFIRMED'],
  params: OneRelease,
  query: Confirmed,
  answer: StaffDocument,
});

export const restoreStaffRelease = route({
  method: 'POST',
  path: '/label/releases/:releaseid/restore',
  summary: 'Takes a withdrawal back.',
  refuses: ['EDITORS_ONLY', 'RELEASE_UNPUBLISHED', 'STATE_UNCONFIRMED'],
  params: OneRelease,
  query: Confirmed,
  answer: StaffDocument,
});

export const deleteDraft = route({
  method: 'DELETE',
  path: '/label/releases/:releaseid',
  summary: 'Deletes a draft; a published release can only be withdrawn.',
  refuses: ['EDITORS_ONLY', 'RELEASE_PUBLISHED'],
  params: OneRelease,
});

/** Streams and downloads of the preview are not counted. */
export const previewRelease = route({
  method: 'GET',
  path: '/label/releases/:releaseid/preview',
  summary: 'Returns a release as its recipients get it, whatever its state.',
  params: OneRelease,
  answer: ReleaseDetail,
});
