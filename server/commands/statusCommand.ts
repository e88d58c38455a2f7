import { getStatus } from '../operator/status.ts';
import type { AppContext } from '../platform/context.ts';
import { createReadiness } from '../platform/monitoring/readiness.ts';
import { type Commands, command, type Print } from './command.ts';

export const statusCommand: Commands = {
  status: command({
    summary: 'prints the version, what keeps the service from working, and what the installation holds and waits for',
    run: printStatus,
  }),
};

const MEGABYTE = 1024 ** 2;

async function printStatus(context: AppContext, _given: object, print: Print): Promise<void> {
  const status = await getStatus(context, createReadiness(context));
  const { version, problems, postgres, databaseBytes, storage, files, fileBytes } = status;
  const { accounts, releases, mails, mailservers, jobs, replicas, processes, backupat } = status;
  print(version, status);
  print(`problems   ${problems.map(({ message }) => message).join(' ') || 'none'}`);
  print(`database   PostgreSQL ${postgres}, ${formatMegabytes(databaseBytes)}`);
  print(`files      ${files}, ${formatMegabytes(fileBytes)}, in ${storage}`);
  print(`accounts   ${formatCounts(accounts)}`);
  print(`releases   ${formatCounts(releases)}`);
  print(`mails      ${formatCounts(mails)}`);
  for (const { name, host, checkedat, workedat, problem, certificateuntil } of mailservers) {
    const state = problem === null ? 'works' : `${problem}; worked last ${workedat ?? 'never'}`;
    const until = certificateuntil ? `, certificate until ${certificateuntil}` : '';
    print(`${name.padEnd(9)}  ${host}, checked ${checkedat}: ${state}${until}`);
  }
  print(`jobs       ${jobs.map(formatJob).join(', ') || 'none'}`);
  print(`replicas   ${replicas.map(({ name, lag }) => `${name} (${lag ?? '?'} s behind)`).join(', ') || 'none'}`);
  print(`processes  ${processes.map(({ name, since }) => `${name} since ${since}`).join(', ')}`);
  print(`backup     ${backupat ?? 'none'}`);
}

const formatMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none';

const formatJob = ({ queue, state, count }: { queue: string; state: string; count: number }) =>
  `${count} ${queue} (${state})`;
