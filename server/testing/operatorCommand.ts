import { join } from 'node:path';
import type { Connection } from '../platform/database/db.ts';
import { type ProcessResult, runScript } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import type { TestServer } from './testServer.ts';

/** Returns a function that runs the operator command on a database, with a data folder of its own. */
export async function createOperatorCommand(
  { host = '', port, user, database }: Connection,
  env: Record<string, string> = {},
): Promise<(...args: string[]) => Promise<ProcessResult>> {
  const folder = await temporaryFolder('promenade operator ');
  return (...args) =>
    runScript('server/operator.ts', {
      args,
      env: {
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
        APP_SECRET: 'a-secret-of-this-test-0123456789-abcdefghij',
        ...env,
      },
    }).ended;
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
