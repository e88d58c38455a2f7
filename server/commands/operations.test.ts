import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mailQueue } from '../platform/mail/mail.ts';
import { jobs } from '../worker.ts';
import { formatUsage } from './command.ts';
import { commands } from './operate.ts';
import { backupCommand, importCommand, restoreCommand } from './programs.ts';

const PAGE = join(import.meta.dirname, '../../docs/operations.md');

test('docs/operations.md lists the commands as they are declared', async () => {
  const rows = [
    ['npm run import --', importCommand] as const,
    ['npm run backup --', backupCommand] as const,
    ['npm run restore --', restoreCommand] as const,
    ...Object.entries(commands).map(([name, command]) => [`npm run operator -- ${name}`, command] as const),
  ].map(
    ([name, command]) =>
      `| \`${formatUsage(name, command).replaceAll('|', '\\|')}\` | ${command.summary.replaceAll('|', '\\|')} |`,
  );
  const page = await readFile(PAGE, 'utf8');
  const table = ['| command | does |', '|---|---|', ...rows].join('\n');
  const [before = '', , after = ''] = page.split(/(<!-- commands -->\n\n[^]*?<!-- \/commands -->)/);
  await expect(`${before}<!-- commands -->\n\n${table}\n\n<!-- /commands -->${after}`).toMatchFileSnapshot(PAGE);
});

test('docs/operations.md says when each job runs', async () => {
  const page = await readFile(PAGE, 'utf8');
  const [, table = ''] = /\| job \| when \| does \|\n([^]*?)\n\n/.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| `(.+?)` \| `?(.+?)`? \| \w/gm)].map(([, queue, when]) => [queue, when]);
  const declared = jobs.map(({ queue, schedule = 'queued' }) => [queue, schedule]);
  expect(listed).toEqual([[mailQueue.queue, 'queued'], ...declared]);
});
