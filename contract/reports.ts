import * as z from 'zod/mini';
import { Day } from './calendar/day.ts';
import { listOf, PageQuery, ReactionKind, ReleaseId, TrackId } from './catalogue.ts';
import { VideoFormat } from './downloads.ts';
import { Zone } from './fields.ts';
import { MailCounts, RecipientCounts, StaffRelease } from './label.ts';
import { LINE_MAX } from './limits.ts';
import { route } from './route.ts';

const Instant = z.string();

/** `ranges`: from and to, in whole seconds. */
const HeardTrack = z.object({
  trackid: TrackId,
  title: z.string(),
  version: z.string(),
  duration: z.number(),
  waveform: z.nullable(z.string()),
  seconds: z.number(),
  ranges: z.array(z.tuple([z.number(), z.number()])),
});

/** The moment that the note is about is a second of a track; both or none. */
const SeenReaction = z.object({
  kind: ReactionKind,
  version: z.string(),
  note: z.string(),
  trackid: z.nullable(TrackId),
  second: z.nullable(z.number()),
  at: Instant,
});

/** What the person told about plays of a track by a station on a day there. */
const ReachAirplay = z.object({
  trackid: TrackId,
  title: z.string(),
  version: z.string(),
  station: z.string(),
  day: Day,
  plays: z.number(),
});

/** What a report says of one person and one release: of what began after the person was told. Instants are ISO, UTC. */
export const Reach = z.object({
  releaseid: ReleaseId,
  title: z.string(),
  artist: z.string(),
  thumbnail: z.nullable(z.string()),
  labels: z.array(z.string()),
  /** Names of the packages by which the release was delivered; empty when to this person alone. */
  packages: z.array(z.string()),
  /** When a mail about it was handed over. */
  mailed: z.nullable(Instant),
  opened: z.nullable(z.object({ first: Instant, last: Instant, times: z.number() })),
  tracks: z.array(HeardTrack),
  downloaded: z.array(
    z.object({
      trackid: TrackId,
      title: z.string(),
      version: z.string(),
      format: VideoFormat,
      at: Instant,
    }),
  ),
  /** Of the newest contact request. */
  wrote: z.nullable(Instant),
  /** Names of those it was shared with. */
  passedon: z.array(z.string()),
  reaction: z.nullable(SeenReaction),
  /** Like that of a report missing in answers of a node of the version before. */
  airplays: z.optional(z.array(ReachAirplay)),
  /** When the label does not see this any more. */
  until: Instant,
  /** What is stored from before the person was told; no label sees it. */
  before: z.object({ opened: z.number(), seconds: z.number(), downloaded: z.number() }),
});
export type Reach = z.infer<typeof Reach>;

/** The rows of the reports about the calling account, the latest first (requirements decision 35). */
export const seen = route({
  method: 'GET',
  path: '/profile/seen',
  summary: 'Lists what labels see of this account, release by release.',
  query: PageQuery,
  answer: listOf(Reach),
});

export const seenTable = route({
  method: 'GET',
  path: '/profile/seen.csv',
  summary: 'Returns what labels see of this account as a table.',
  file: 'text/csv',
});

/** What tells which release it is. */
const head = { releaseid: true, title: true, artist: true, thumbnail: true, available: true } as const;

/**
 * What recipients do, in the order of reports. `finished`: heard at least one track to its end, which is nine tenths of its
 * seconds.
 */
export const Figure = z.enum(['mailed', 'opened', 'heard', 'finished', 'downloaded', 'wrote', 'passedon', 'reacted']);
export type Figure = z.infer<typeof Figure>;

export const mapFigures = <Value>(map: (figure: Figure) => Value): Record<Figure, Value> =>
  Object.fromEntries(Figure.options.map((figure) => [figure, map(figure)])) as Record<Figure, Value>;

/** How many people; staff of the label, operators and what happened before a person was told are left out. */
const ReachCounts = mapFigures(() => z.number());

export const ReportTrack = z.object({
  trackid: TrackId,
  title: z.string(),
  version: z.string(),
  /** Seconds. */
  duration: z.number(),
  waveform: z.nullable(z.string()),
  /** People who heard some of it. */
  heard: z.number(),
  /** Seconds that all of them heard, each counted once for each person. */
  seconds: z.number(),
  /** For each second, how many people heard it. */
  strip: z.array(z.number()),
});
export type ReportTrack = z.infer<typeof ReportTrack>;

/** A day (`YYYY-MM-DD`, in the zone of the request) on which something happened; people of that day, and the minutes of its listens. */
const ReportDay = z.object({
  day: z.string(),
  opened: z.number(),
  heard: z.number(),
  minutes: z.number(),
  downloaded: z.number(),
});

/** What became of a release. */
export const ReleaseReport = z.object({
  release: z.pick(StaffRelease, { ...head, labelid: true, label: true, state: true }),
  /** May the caller mail it again: editors of the label and operators. */
  mayedit: z.boolean(),
  recipients: z.number(),
  /** `recipients` is the same number; the others are counted apart from them. */
  people: RecipientCounts,
  /** `mailed` is the same number; the others say why people were not mailed. */
  mails: MailCounts,
  ...ReachCounts,
  downloadedwav: z.number(),
  downloadedmp3: z.number(),
  /** How many people, by the kind of their reaction. */
  reactions: z.record(ReactionKind, z.number()),
  /** Heard by all together. */
  minutes: z.number(),
  /**
   * Medians of the shares (0 to 1) of recipients over the last releases of this label before it, at most 20, at the age
   * that it has now; some minutes old. Null without one, and when they are counted for the first time.
   */
  usual: z.nullable(z.object({ releases: z.number(), ...ReachCounts })),
  /** Staff of the label, apart. */
  ownstaff: z.object({ opened: z.number(), heard: z.number(), downloaded: z.number() }),
  tracks: z.array(ReportTrack),
  /** The oldest first, at most 400. */
  days: z.array(ReportDay),
  /** Plays on air that people told, each once; the latest day first, at most 400 stations and days. */
  airplays: z.optional(z.array(z.object({ station: z.string(), day: Day, plays: z.number() }))),
  /** ISO 3166-1 code or company, and its recipients; the largest first, at most 200 each. */
  countries: z.array(z.object({ name: z.string(), recipients: z.number() })),
  companies: z.array(z.object({ name: z.string(), recipients: z.number() })),
});
export type ReleaseReport = z.infer<typeof ReleaseReport>;

const ReleaseParams = z.object({ releaseid: ReleaseId });
const InZone = z._default(z.object({ zone: Zone }), { zone: 'UTC' });

export const releaseReport = route({
  method: 'GET',
  path: '/label/releases/:releaseid/report',
  summary: 'Returns what became of a release.',
  params: ReleaseParams,
  query: InZone,
  answer: ReleaseReport,
});

/** A recipient, with the members of `Reach` that a report shows. */
export const ReportRecipient = z.object({
  playerid: z.uuid(),
  name: z.string(),
  title: z.string(),
  company: z.string(),
  country: z.string(),
  mailed: Reach.shape.mailed,
  /** Does not want mails of this label, or none at all. */
  nomail: z.boolean(),
  opened: Reach.shape.opened,
  tracks: z.array(z.pick(HeardTrack, { trackid: true, title: true, version: true, seconds: true, ranges: true })),
  downloaded: Reach.shape.downloaded,
  wrote: Reach.shape.wrote,
  passedon: Reach.shape.passedon,
  reaction: Reach.shape.reaction,
  airplays: Reach.shape.airplays,
});
export type ReportRecipient = z.infer<typeof ReportRecipient>;

export const RecipientState = z.enum(['not-opened', 'opened', 'heard', 'downloaded', 'wrote', 'passed-on', 'reacted']);
export type RecipientState = z.infer<typeof RecipientState>;

/** The figure that counts recipients of a state. */
export const getFigure = (state: Exclude<RecipientState, 'not-opened'>): Figure =>
  state === 'passed-on' ? 'passedon' : state;

export const RecipientSort = z.enum([
  'name',
  '-name',
  'company',
  '-company',
  'country',
  '-country',
  'latest',
  '-latest',
  'heard',
  '-heard',
]);
export type RecipientSort = z.infer<typeof RecipientSort>;

const RecipientFilter = z.object({
  state: z.optional(RecipientState),
  country: z.optional(z.string().check(z.maxLength(LINE_MAX))),
  company: z.optional(z.string().check(z.maxLength(LINE_MAX))),
});

/** `latest`: of what the recipient did; `heard`: seconds. */
export const reportRecipients = route({
  method: 'GET',
  path: '/label/releases/:releaseid/report/recipients',
  summary: 'Lists the recipients of a release with what each of them did.',
  params: ReleaseParams,
  query: z.extend(z.extend(PageQuery, RecipientFilter.shape), { sort: z._default(RecipientSort, '-latest') }),
  answer: listOf(ReportRecipient),
});

export const reportTable = route({
  method: 'GET',
  path: '/label/releases/:releaseid/report.csv',
  summary: 'Returns the recipients of a release as a table.',
  params: ReleaseParams,
  file: 'text/csv',
});

/** For the artist: totals, strips, days and reactions; people only by company, or by name where they allow it. */
export const reportSheet = route({
  method: 'GET',
  path: '/label/releases/:releaseid/report.pdf',
  summary: 'Returns the report of a release for its artist.',
  params: ReleaseParams,
  query: InZone,
  file: 'application/pdf',
});

const FollowUp = z.object({
  /** Who would get it, or got it: recipients who did not open the release and want mails of the label. */
  people: z.number(),
  /** All recipients of the report; the following numbers say which of them get no follow-up, and why. */
  recipients: z.number(),
  opened: z.number(),
  /** Did not open it, and want no mails, or none of this label. */
  unwanted: z.number(),
  /** Did not open it, and mails to them came back. */
  cameback: z.number(),
  /** Did not open it, and cannot hear it any more. */
  lost: z.number(),
  /** ISO instant; null until it is sent. */
  sentat: z.nullable(Instant),
});
export type FollowUp = z.infer<typeof FollowUp>;

export const followUp = route({
  method: 'GET',
  path: '/label/releases/:releaseid/follow-up',
  summary: 'Tells how many recipients did not open the release and would be mailed again.',
  params: ReleaseParams,
  answer: FollowUp,
});

/** The mail as the caller would get it. */
export const followUpMail = route({
  method: 'GET',
  path: '/label/releases/:releaseid/follow-up/mail',
  access: 'picture',
  summary: 'Returns the mail that a follow-up sends.',
  params: ReleaseParams,
  file: 'text/html',
});

/** Once for each release. */
export const sendFollowUp = route({
  method: 'POST',
  path: '/label/releases/:releaseid/follow-up',
  once: true,
  summary: 'Mails the release again to the recipients who did not open it.',
  refuses: ['EDITORS_ONLY', 'FOLLOW_UP_SENT', 'RELEASE_NOT_AVAILABLE'],
  params: ReleaseParams,
  answer: FollowUp,
});

const Group = z.object({
  name: z.string(),
  recipients: z.number(),
  opened: z.number(),
  heard: z.number(),
  minutes: z.number(),
});

/** Over the releases of one label that became available between two days (of `zone`, inclusive). */
export const LabelReport = z.object({
  /** The newest first, at most 200, of which the rest of the report is; `total` counts all. */
  releases: z.array(
    z.extend(z.pick(StaffRelease, { ...head, recipients: true }), { ...ReachCounts, minutes: z.number() }),
  ),
  total: z.number(),
  /** People, each counted once; the largest first, at most 50. `name` is an ISO 3166-1 code or a company. */
  countries: z.array(Group),
  companies: z.array(Group),
  /** Recipients of a release of the label in the last three months who heard nothing of it; by name, at most 100. */
  silent: z.array(
    z.object({ playerid: z.uuid(), name: z.string(), title: z.string(), company: z.string(), country: z.string() }),
  ),
  silenttotal: z.number(),
});
export type LabelReport = z.infer<typeof LabelReport>;

export const labelReport = route({
  method: 'GET',
  path: '/label/report',
  summary: 'Returns what became of the releases of a label.',
  refuses: ['NOT_FOUND'],
  query: z.object({ labelid: z.uuid(), from: z.optional(Day), to: z.optional(Day), zone: Zone }),
  answer: LabelReport,
});
