import * as z from 'zod/mini';
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
  since: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
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

/** Newest first; `total` is at most 10,000. */
export const auditLines = route({
  method: 'GET',
  path: '/operator/audit',
  role: 'operator',
  summary: 'Lists who changed what.',
  query: z.extend(PageQuery, AuditFilter.shape),
  answer: listOf(AuditLine),
});

/** At most 10,000 lines, newest first. */
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

export const OperatorStatus = z.object({
  version: z.string(),
  /** Why this process cannot do its work. */
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
  mails: z.object({ waiting: z.number(), failing: z.number() }),
  jobs: z.array(JobCount),
  /** Read replicas, and seconds that each is behind; null when unknown. */
  replicas: z.array(z.object({ name: z.string(), lag: z.nullable(z.number()) })),
  /** Servers, workers and commands that are connected to the database, by host and process id. */
  processes: z.array(z.object({ name: z.string(), since: z.string() })),
  /** ISO instant, UTC; null when none is known. */
  backupat: z.nullable(z.string()),
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
  deletions: z.number(),
  failedmails: z.number(),
  failedjobs: z.number(),
  refuseddeliveries: z.number(),
  /** People with an address that gets no mails, because mails came back. */
  suppressed: z.number(),
  /** Limits of attempts that were hit within a day. */
  locks: z.number(),
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

const OneMail = z.object({ mailid: z.uuid() });
const Reason = z.object({ reason: z.string().check(z.maxLength(NOTE_MAX), z.minLength(1)) });

export const retryMail = route({
  method: 'POST',
  path: '/operator/mails/:mailid/retry',
  role: 'operator',
  summary: 'Sends a mail that failed once more.',
  refuses: ['NOT_FOUND'],
  params: OneMail,
});

export const discardMail = route({
  method: 'POST',
  path: '/operator/mails/:mailid/discard',
  role: 'operator',
  summary: 'Deletes a mail that was not sent.',
  refuses: ['NOT_FOUND'],
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
  refuses: ['NOT_FOUND'],
  params: OneJob,
});

export const discardJob = route({
  method: 'POST',
  path: '/operator/jobs/:jobid/discard',
  role: 'operator',
  summary: 'Deletes a failed job.',
  refuses: ['NOT_FOUND'],
  params: OneJob,
  body: Reason,
});
