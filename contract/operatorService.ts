import * as z from 'zod/mini';
import { Day } from './calendar/day.ts';
import { listOf, PageQuery } from './catalogue.ts';
import { Zone } from './fields.ts';
import { LINE_MAX, NOTE_MAX } from './limits.ts';
import { route } from './route.ts';

const Filter = z.optional(z.string().check(z.maxLength(LINE_MAX)));

const AuditFilter = z.object({
  /** A playerid, an address, a releaseid, `command` or `system`. */
  subject: Filter,
  actor: Filter,
  /** Begins with it, such as `account` or `release.withdraw`. */
  action: Filter,
  /** Days of `zone`, `YYYY-MM-DD`. */
  since: z.optional(Day),
  until: z.optional(Day),
  zone: Zone,
});

export const AuditLine = z.object({
  id: z.number(),
  /** ISO instant, UTC. */
  at: z.string(),
  /** The name of a person, else `command`, `system` or the playerid of a deleted account. */
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  /** Of a person or release. */
  subjectname: z.nullable(z.string()),
  /** Null when there is none. */
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditLine = z.infer<typeof AuditLine>;

/** Newest first. */
export const auditLines = route({
  method: 'GET',
  path: '/operator/audit',
  role: 'operator',
  summary: 'Lists who changed what.',
  query: z.extend(PageQuery, AuditFilter.shape),
  answer: listOf(AuditLine),
});

/** All lines, newest first. */
export const auditTable = route({
  method: 'GET',
  path: '/operator/audit.csv',
  access: 'picture',
  role: 'operator',
  summary: 'Returns the audit trail as a table.',
  query: AuditFilter,
  file: 'text/csv',
});

export const JobCount = z.object({
  queue: z.string(),
  state: z.enum(['created', 'retry', 'active', 'failed']),
  count: z.number(),
  /** Seconds since the oldest one could have started, or started. */
  age: z.number(),
});
export type JobCount = z.infer<typeof JobCount>;

const Counts = z.record(z.string(), z.number());

/** What the last check of the mail server (`smtp`) or of the mailbox of returned mails found. ISO instants, UTC. */
export const MailServer = z.object({
  name: z.enum(['smtp', 'mailbox']),
  host: z.string(),
  checkedat: z.string(),
  /** When it last worked; the mailbox was read then. */
  workedat: z.nullable(z.string()),
  /** In the words of the server; null when it works. */
  problem: z.nullable(z.string()),
  /** When the certificate of the mail server ends. */
  certificateuntil: z.nullable(z.string()),
});
export type MailServer = z.infer<typeof MailServer>;

export const OperatorStatus = z.object({
  version: z.string(),
  /** Why this process cannot do its work, or mails do not leave or come back. */
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
  postgres: z.string(),
  databaseBytes: z.number(),
  storage: z.string(),
  files: z.number(),
  fileBytes: z.number(),
  /** Of the disk with the data folder. */
  freeBytes: z.number(),
  accounts: Counts,
  releases: Counts,
  mails: z.object({ waiting: z.number(), retried: z.number(), refused: z.number() }),
  mailservers: z.array(MailServer),
  jobs: z.array(JobCount),
  /** Read replicas, and seconds that each is behind; null when unknown. */
  replicas: z.array(z.object({ name: z.string(), lag: z.nullable(z.number()) })),
  /** Servers, workers and commands that are connected to the database, by host and process id. */
  processes: z.array(z.object({ name: z.string(), since: z.string() })),
  /** ISO instant, UTC; null when none is known. */
  backupat: z.nullable(z.string()),
  /** The last check of all stored files. */
  verified: z.nullable(z.object({ at: z.string(), files: z.number(), damaged: z.number() })),
});
export type OperatorStatus = z.infer<typeof OperatorStatus>;

export const operatorStatus = route({
  method: 'GET',
  path: '/operator/status',
  role: 'operator',
  summary: 'Returns the version, what keeps the service from working, and what the installation holds and waits for.',
  answer: OperatorStatus,
});

/** What waits for an operator. */
export const OperatorToday = z.object({
  applications: z.number(),
  /** People whose country waits for an operator. */
  countries: z.number(),
  deletions: z.number(),
  /** Mails that were refused for good; those that are tried again, or whose address gets none, need nobody. */
  refusedmails: z.number(),
  failedjobs: z.number(),
  refuseddeliveries: z.number(),
  /** People with an address that gets no mails, because mails came back. */
  suppressed: z.number(),
  /** Limits of attempts that were hit within a day. */
  locks: z.number(),
  /** Within a week: mails of people to the address of return, and returned mails that match no mail or cannot be read. */
  answers: z.number(),
  unmatchedmails: z.number(),
  unreadablemails: z.number(),
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
  version: z.string(),
  freeBytes: z.number(),
});
export type OperatorToday = z.infer<typeof OperatorToday>;

export const operatorToday = route({
  method: 'GET',
  path: '/operator/today',
  role: 'operator',
  summary: 'Counts what waits for an operator.',
  answer: OperatorToday,
});

/** At most 500, newest first. */
export const limitsMet = route({
  method: 'GET',
  path: '/operator/limits',
  role: 'operator',
  summary: 'Lists who met a limit on downloads or zips within 30 days.',
  answer: z.array(
    z.object({
      at: z.string(),
      playerid: z.string(),
      /** Null for a deleted account. */
      email: z.nullable(z.string()),
      purpose: z.string(),
      max: z.number(),
    }),
  ),
});

export const verifyStoredFiles = route({
  method: 'POST',
  path: '/operator/verify',
  role: 'operator',
  summary: 'Starts a job that reads every stored file and compares its size and hash; the status shows what it found.',
});

export const testMail = route({
  method: 'POST',
  path: '/operator/test-mail',
  once: true,
  role: 'operator',
  summary: 'Mails the operator who calls, to see whether mails arrive.',
  refuses: ['ACCOUNT_WITHOUT_EMAIL'],
  answer: z.object({ mailid: z.uuid(), to: z.string() }),
});

const OneMail = z.object({ mailid: z.uuid() });
const Reason = z.object({ reason: z.string().check(z.maxLength(NOTE_MAX), z.minLength(1)) });

export const retryMail = route({
  method: 'POST',
  path: '/operator/mails/:mailid/retry',
  role: 'operator',
  summary: 'Sends a mail that failed once more.',
  params: OneMail,
});

export const discardMail = route({
  method: 'POST',
  path: '/operator/mails/:mailid/discard',
  role: 'operator',
  summary: 'Deletes a mail that was not sent.',
  params: OneMail,
  body: Reason,
});

export const FailedJob = z.object({
  jobid: z.uuid(),
  queue: z.string(),
  /** ISO instant, UTC. */
  failedat: z.string(),
  problem: z.string(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const failedJobs = route({
  method: 'GET',
  path: '/operator/jobs',
  role: 'operator',
  summary: 'Counts jobs by kind and state, and lists those that failed within a day, newest first.',
  query: PageQuery,
  answer: z.extend(listOf(FailedJob), { counts: z.array(JobCount) }),
});

const OneJob = z.object({ jobid: z.uuid() });

export const retryJob = route({
  method: 'POST',
  path: '/operator/jobs/:jobid/retry',
  role: 'operator',
  summary: 'Runs a failed job once more.',
  params: OneJob,
});

export const discardJob = route({
  method: 'POST',
  path: '/operator/jobs/:jobid/discard',
  role: 'operator',
  summary: 'Deletes a failed job.',
  params: OneJob,
  body: Reason,
});

/** The answer that sent a file; texts are null when what they name was deleted. */
export const TracedTransfer = z.object({
  playerid: z.uuid(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** ISO instant, UTC. */
  at: z.string(),
  purpose: z.string(),
  format: z.string(),
  title: z.nullable(z.string()),
  network: z.nullable(z.string()),
});
export type TracedTransfer = z.infer<typeof TracedTransfer>;

/** The body is a file of at most `TRACE_PART_BYTES`, or a part of one, as `application/octet-stream`. */
export const traceFile = route({
  method: 'POST',
  path: '/operator/trace',
  role: 'operator',
  summary: 'Says who downloaded a file here, by the ids in it.',
  answer: z.object({
    /** Each id, oldest transfer first; no transfer: the ledger does not hold it any more. */
    takings: z.array(z.object({ id: z.string(), transfers: z.array(TracedTransfer) })),
    /** Something looks like an id, but was changed or made by another installation. */
    wrongsignature: z.boolean(),
    /** Sound was marked here: that of the file may say more. */
    marks: z.boolean(),
  }),
  status: 200,
});

/** Six minutes of a WAV of 16 bits; three minutes of a file are read. */
export const TRACE_SOUND_BYTES = 64 * 1024 * 1024;
/** Most files take a few seconds. */
export const TRACE_SOUND_MS = 5 * 60_000;

const { at, purpose, format, network } = TracedTransfer.shape;
/** Somebody whose copy it is; null: a deleted account. */
const SoundOwner = z.object({
  playerid: z.nullable(z.uuid()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The newest answers that sent this song to the account, oldest first. */
  transfers: z.array(z.object({ at, purpose, format, network })),
});
export type SoundOwner = z.infer<typeof SoundOwner>;

/** The body is a file of at most `TRACE_SOUND_BYTES`, as `application/octet-stream`. */
export const traceSound = route({
  method: 'POST',
  path: '/operator/trace/sound',
  role: 'operator',
  summary: 'Says who a copy of marked sound was made for, by its sound alone.',
  refuses: ['BUSY'],
  query: z.object({ name: z._default(z.string().check(z.maxLength(1_000)), '') }),
  answer: z.discriminatedUnion('kind', [
    /** Nothing was ever marked here. */
    z.object({ kind: z.literal('unmarked') }),
    z.object({ kind: z.literal('no-sound'), reason: z.string() }),
    /** `seconds` could be aligned with a song. */
    z.object({
      kind: z.literal('unreadable'),
      seconds: z.number(),
      reason: z.enum(['short', 'noisy', 'another-recording']),
    }),
    /** Copies of several, of nobody who is known, or without a mark: `unclear` of the segments hold no variant. */
    z.object({
      kind: z.literal('mix'),
      title: z.string(),
      owners: z.array(SoundOwner),
      unclear: z.number(),
      of: z.number(),
    }),
    z.object({
      kind: z.literal('made-for'),
      title: z.string(),
      owner: SoundOwner,
      /** Upper bound of the chance that any innocent of all `people` is named. */
      chance: z.number(),
      people: z.number(),
      /** Seconds of the song. */
      from: z.number(),
      until: z.number(),
      /** Above 1 where the file is faster than the song. */
      speed: z.number(),
      /** Segments that could be read. */
      read: z.number(),
      of: z.number(),
    }),
  ]),
  status: 200,
});
