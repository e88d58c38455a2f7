import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { operate, operatorHelp } from '../commands/operate.ts';
import type { Connection } from '../platform/database/db.ts';
import { runInTerminal } from '../platform/process/command.ts';
import { whenOver } from './cleanUp.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import type { TestServer } from './testServer.ts';

interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Returns a function that runs the operator command in this process on a database, with a data folder of its own. */
export async function createOperatorCommand(
  { host = '', port, user, database }: Connection,
  env: Record<string, string> = {},
): Promise<(...args: string[]) => Promise<CommandResult>> {
  const folder = await temporaryFolder('promenade operator ');
  whenOver(() => rm(folder, { recursive: true }));
  const settings = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    APP_SECRET: 'a-secret-of-this-test-0123456789-abcdefghij',
    ...env,
  };
  return async (...args) => {
    let [stdout, stderr] = ['', ''];
    const code = await runInTerminal(operatorHelp, (options, printLine) => operate(options, settings, printLine), {
      args,
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
    });
    return { code, stdout, stderr };
  };
}

/** The audit trail about a subject, oldest first, without sign-ins and imports. */
export const listAudit = ({ db }: Pick<TestServer, 'db'>, subject: string) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', subject)
    .where('action', 'not in', ['account.sign-in', 'import.create'])
    .orderBy('id')
    .execute();
