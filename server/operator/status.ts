import type { OperatorStatus, OperatorToday } from '@promenade/contract/operatorService';
import type { AppContext } from '../platform/context.ts';
import { countJobs } from '../platform/monitoring/databaseMetrics.ts';
import type { Problem } from '../platform/monitoring/readiness.ts';
import { getFreeBytes } from '../platform/process/diskFull.ts';
import { formatVersion } from '../platform/process/version.ts';
import { findBackup, listProcesses, listReplicas, readTotals, readWaiting } from './statusQueries.ts';

/** What the installation holds and waits for, and what keeps it from working. */
export async function getStatus(
  { db, storage, config }: AppContext,
  findProblems: () => Promise<Problem[]>,
): Promise<OperatorStatus> {
  const [version, problems, totals, jobs, replicas, connected, backupAt, freeBytes] = await Promise.all([
    formatVersion(),
    findProblems(),
    readTotals(db),
    countJobs(db),
    listReplicas(db),
    listProcesses(db),
    findBackup(db),
    getFreeBytes([config.dataDir]),
  ]);
  const backupat = backupAt?.toISOString() ?? null;
  const processes = connected.map(({ name, since }) => ({ name, since: since.toISOString() }));
  const location = storage.location;
  return { version, problems, storage: location, freeBytes, ...totals, jobs, replicas, processes, backupat };
}

const DAY_MS = 24 * 3600_000;

/** What waits for an operator. */
export async function getToday(
  { db, config, now }: AppContext,
  findProblems: () => Promise<Problem[]>,
): Promise<OperatorToday> {
  const [version, problems, waiting, jobs, freeBytes] = await Promise.all([
    formatVersion(),
    findProblems(),
    readWaiting(db, new Date(now().getTime() - DAY_MS)),
    countJobs(db),
    getFreeBytes([config.dataDir]),
  ]);
  const failedjobs = jobs.reduce((sum, { state, count }) => sum + (state === 'failed' ? count : 0), 0);
  return { version, problems, ...waiting, failedjobs, freeBytes };
}
