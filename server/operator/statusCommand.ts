import type { AppContext } from '../platform/context.ts';
import { countJobs } from '../platform/monitoring/databaseMetrics.ts';
import { createReadiness } from '../platform/monitoring/readiness.ts';
import { formatVersion } from '../platform/process/version.ts';
import { type Commands, type Print, parseArguments } from './command.ts';
import { readTotals } from './queries.ts';

export const statusCommand: Commands = {
  status: {
    usage: 'status',
    summary: [
      'prints the version, what keeps the service from working, and what the',
      'installation holds and waits for',
    ],
    parse: (args) => {
      parseArguments('status', args, [], {});
      return printStatus;
    },
  },
};

const MEGABYTE = 1024 ** 2;

async function printStatus(context: AppContext, print: Print): Promise<void> {
  const [version, problems, totals, jobs] = await Promise.all([
    formatVersion(),
    createReadiness(context)(),
    readTotals(context.db),
    countJobs(context.db),
  ]);
  const storage = context.storage.location;
  const { postgres, databaseBytes, accounts, releases, files, fileBytes, mails } = totals;
  print(version, { version, storage, problems, ...totals, jobs });
  print(`problems   ${problems.map(({ message }) => message).join(' ') || 'none'}`);
  print(`database   PostgreSQL ${postgres}, ${formatMegabytes(databaseBytes)}`);
  print(`files      ${files}, ${formatMegabytes(fileBytes)}, in ${storage}`);
  print(`accounts   ${formatCounts(accounts)}`);
  print(`releases   ${formatCounts(releases)}`);
  print(`mails      ${formatCounts(mails)}`);
  print(`jobs       ${jobs.map(formatJob).join(', ') || 'none'}`);
}

const formatMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`;

const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none';

const formatJob = ({ queue, state, count }: { queue: string; state: string; count: number }) =>
  `${count} ${queue} (${state})`;
