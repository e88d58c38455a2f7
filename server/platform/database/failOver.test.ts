import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { listReplicas } from '../../operator/statusQueries.ts';
import { runScript } from '../../testing/processes.ts';
import { startReplicatedDatabase } from '../../testing/replica.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { type Db, openDb } from './db.ts';
import { createReplicas } from './replicas.ts';

/** A former primary that went its own way is no replica of the new one: ADR 0023. */
const listNames = async (db: Db) => (await db.selectFrom('packages').select('name').execute()).map(({ name }) => name);

test.each(['new timeline', 'same timeline'] as const)(
  'after a fail-over to the %s, nothing is read from a former primary that went its own way',
  { timeout: 120_000 },
  async (how) => {
    const database = await startReplicatedDatabase();
    const former = openDb(database.primary.connection, 1);
    const current = openDb({ connectionString: database.replicaUrl }, 1);
    afterAll(() => Promise.all([former.close(), current.close()]));
    const before = createReplicas(former, { urls: [database.replicaUrl], log: pino({ level: 'silent' }) });
    const isReplica = async (db: Db) =>
      (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is;
    await expect.poll(() => before.read(isReplica, { accountid: 1, after: 0 })).toBe(true);
    await before.close();
    await expect.poll(() => listReplicas(former.db)).toEqual([{ name: 'walreceiver', lag: expect.any(Number) }]);

    await database.promoteReplica(how);
    for (let index = 0; index < 20; index += 1)
      await former.db
        .insertInto('packages')
        .values({ name: `Own way ${index}` })
        .execute();
    await database.demotePrimary();

    const messages: unknown[] = [];
    const log = pino(
      {},
      { write: (line) => messages.push((JSON.parse(line) as { err?: { message: string } }).err?.message) },
    );
    const after = createReplicas(current, { urls: [database.primaryUrl], log });
    afterAll(() => after.close());
    const read = () => after.read(listNames, { accountid: 1, after: 0 });
    await expect
      .poll(() => messages)
      .toEqual([
        how === 'new timeline'
          ? 'It is no replica of this database.'
          : 'It has changes that this database does not have.',
      ]);
    expect(await read()).toEqual(['Everyone']);
    expect(await listReplicas(current.db)).toEqual([]);
    if (how === 'same timeline') return;
    // When the new primary is as far as the former one was.
    await sql`select pg_switch_wal()`.execute(current.db);
    await current.db.insertInto('packages').values({ name: 'New' }).execute();
    expect(await read()).toEqual(['Everyone', 'New']);
    expect(messages).toHaveLength(1);
  },
);

test('a standby that is not promoted has its status and a backup, and no service', { timeout: 180_000 }, async () => {
  const database = await startReplicatedDatabase();
  const folder = await temporaryFolder('promenade-standby-');
  afterAll(() => rm(folder, { recursive: true }));
  const run = (DATABASE_URL: string, script: string, ...args: string[]) =>
    runScript(`server/${script}.ts`, {
      args,
      env: { DATABASE_URL, DATA_DIR: join(folder, 'data'), APP_SECRET: 'every node signs with the same 1', PORT: '0' },
    }).ended;
  expect(await run(database.primaryUrl, 'operator', 'status')).toMatchObject({ code: 0 });
  await database.catchUp();
  expect(await run(database.replicaUrl, 'operator', 'status')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^database +PostgreSQL/m),
  });
  expect(await run(database.replicaUrl, 'backup', join(folder, 'backup'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The database is read-only: its audit trail will not have this backup.'),
  });
  expect(await run(database.replicaUrl, 'main')).toMatchObject({
    code: 1,
    stderr: 'The database is read-only: the service needs a primary.\n',
  });
});
