import type * as service from '@promenade/contract/operatorService';
import type { OperatorStatus, OperatorToday } from '@promenade/contract/operatorService';
import type { RouteAnswer } from '@promenade/contract/route';
import * as z from 'zod/mini';
import { type VerifyResult, verifyFiles } from '../backup/verifyFiles.ts';
import { listLimitsMet } from '../media/ledgerQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { alone, defineJob } from '../platform/jobs/job.ts';
import { listHolds } from '../platform/mail/mailHolds.ts';
import { listMailServers } from '../platform/mail/serverChecks.ts';
import { countJobs } from '../platform/monitoring/databaseMetrics.ts';
import type { Problem } from '../platform/monitoring/readiness.ts';
import { DAY_MS, daysBefore } from '../platform/process/days.ts';
import { getFreeBytes } from '../platform/process/diskFull.ts';
import { isDemo } from '../platform/process/planDemo.ts';
import { formatVersion } from '../platform/process/version.ts';
import { findBackup, findVerification, listProcesses, listReplicas, readTotals, readWaiting } from './statusQueries.ts';

/** What the installation holds and waits for, and what keeps it from working. */
export async function getStatus(context: AppContext, findProblems: () => Promise<Problem[]>): Promise<OperatorStatus> {
  const { db, storage, config } = context;
  const [version, { problems, servers, backupAt }, totals, jobs, replicas, connected, verification, freeBytes] =
    await Promise.all([
      formatVersion(),
      findAllProblems(context, findProblems),
      readTotals(db),
      countJobs(db),
      listReplicas(db),
      listProcesses(db),
      findVerification(db),
      getFreeBytes([config.dataDir]),
    ]);
  const backupat = backupAt?.toISOString() ?? null;
  const processes = connected.map(({ name, since }) => ({ name, since: since.toISOString() }));
  return {
    version,
    problems,
    storage: storage.location,
    freeBytes,
    ...totals,
    mailservers: servers.map(({ name, host, problem, ...times }) => ({
      name,
      host,
      problem,
      checkedat: times.checked_at.toISOString(),
      workedat: times.worked_at?.toISOString() ?? null,
      certificateuntil: times.certificate_until?.toISOString() ?? null,
    })),
    jobs,
    replicas,
    processes,
    backupat,
    verified: verification ?? null,
  };
}

/** What keeps this process from its work, mails from leaving or coming back, and data from being safe. */
async function findAllProblems({ db, now }: AppContext, findProblems: () => Promise<Problem[]>) {
  const [found, holds, servers, backupAt, hasDemo] = await Promise.all([
    findProblems(),
    listHolds(db),
    listMailServers(db),
    findBackup(db),
    isDemo(db),
  ]);
  const problems: ServiceProblem[] = [
    ...found,
    ...holds.map(describeHold),
    ...describeMailServers(servers, now()),
    ...(hasDemo ? [] : describeBackup(backupAt, now())),
  ];
  return { problems, servers, backupAt };
}

/** One alarm for all mails that are held. */
const describeHold = ({ reason, domains }: Awaited<ReturnType<typeof listHolds>>[number]): ServiceProblem => ({
  code: 'MAILS_HELD',
  message: `Mails are held: ${domains} domains refuse them in the same words, so the reason is this service. “${reason}”`,
});

type ServiceProblem = OperatorStatus['problems'][number];
type MailServerRow = Awaited<ReturnType<typeof listMailServers>>[number];

/** A certificate that ends within this time should have been renewed. One that has ended, and works, is not checked. */
const RENEWAL_DAYS = 14;

function describeMailServers(servers: MailServerRow[], now: Date): ServiceProblem[] {
  return servers.flatMap(({ name, host, problem, certificate_until: until }) => {
    const what = name === 'smtp' ? 'The mail server' : 'The mailbox of returned mails';
    if (problem !== null) {
      const fails = name === 'smtp' ? 'does not work' : 'cannot be read';
      return [{ code: name === 'smtp' ? 'MAIL_SERVER' : 'MAILBOX', message: `${what} (${host}) ${fails}: ${problem}` }];
    }
    const days = until ? (until.getTime() - now.getTime()) / DAY_MS : Number.POSITIVE_INFINITY;
    if (!until || days < 0 || days > RENEWAL_DAYS) return [];
    const day = until.toISOString().slice(0, 10);
    return [{ code: 'MAIL_CERTIFICATE', message: `The certificate of the mail server (${host}) ends on ${day}.` }];
  });
}

const BACKUP_DAYS = 7;

function describeBackup(backupAt: Date | undefined, now: Date): ServiceProblem[] {
  if (!backupAt) return [{ code: 'BACKUP', message: 'No backup is known: npm run backup makes one.' }];
  const days = Math.floor((now.getTime() - backupAt.getTime()) / DAY_MS);
  return days < BACKUP_DAYS ? [] : [{ code: 'BACKUP', message: `The last backup is ${days} days old.` }];
}

/** What waits for an operator. */
export async function getToday(context: AppContext, findProblems: () => Promise<Problem[]>): Promise<OperatorToday> {
  const { db, config, now } = context;
  const [version, { problems }, waiting, jobs, freeBytes] = await Promise.all([
    formatVersion(),
    findAllProblems(context, findProblems),
    readWaiting(db, daysBefore(now(), 1), daysBefore(now(), 7)),
    countJobs(db),
    getFreeBytes([config.dataDir]),
  ]);
  const failedjobs = jobs.reduce((sum, { state, count }) => sum + (state === 'failed' ? count : 0), 0);
  return {
    version,
    problems,
    ...waiting,
    failedjobs,
    freeBytes,
  };
}

const LIMITS_DAYS = 30;
const LIMITS_SHOWN = 500;

/** Who met a limit on downloads or zips of late. */
export async function getLimitsMet({
  db,
  now,
}: Pick<AppContext, 'db' | 'now'>): Promise<RouteAnswer<typeof service.limitsMet>> {
  const met = await listLimitsMet(db, daysBefore(now(), LIMITS_DAYS));
  return met.slice(0, LIMITS_SHOWN).map(({ at, ...limit }) => ({ ...limit, at: at.toISOString() }));
}

export async function startVerification(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  actor: string,
): Promise<undefined> {
  await jobs.send(db, verifyFilesJob, { actor });
}

/** Reads every stored file, and notes what it found. @param report receives a sentence for each damaged file */
export async function verifyStoredFiles(
  context: Pick<AppContext, 'db' | 'storage' | 'now'>,
  actor: string,
  report: (line: string) => void,
): Promise<VerifyResult> {
  const result = await verifyFiles(context, report);
  const entry = { at: context.now(), actor, action: 'installation.verify', subject: 'files' };
  await insertAudit(context.db, { ...entry, after: result });
  return result;
}

export const verifyFilesJob = defineJob(
  'verify-files',
  (context, { actor }) =>
    verifyStoredFiles(context, actor, (problem) => context.log.error({ problem }, 'A stored file is damaged')),
  { payload: z.object({ actor: z.string() }), ...alone(12 * 60), retryLimit: 0 },
);
