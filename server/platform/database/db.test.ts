import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, execute } from '../../testing/database.ts';
import { type Db, openDb, POOL_SIZE, readApart } from './db.ts';
import { connectClient } from './session.ts';

const { availability, db, pool } = await createTestDatabase();

test('a new installation has the package that every account holds', async () => {
  expect(await db.selectFrom('packages').select('name').execute()).toEqual([{ name: 'Everyone' }]);
});

test('numbers, dates, timestamps and JSON are parsed', async () => {
  const { rows } =
    await sql`select 9007199254740991::bigint as big, array[1, 2]::bigint[] as bigs, date '2026-02-03' as day,
    array[date '2026-02-03'] as days, timestamptz '2026-02-03 04:05:06Z' as instant, '{"a":[1]}'::jsonb as json`.execute(
      db,
    );
  expect(rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      bigs: [1, 2],
      day: '2026-02-03',
      days: ['2026-02-03'],
      instant: new Date('2026-02-03T04:05:06Z'),
      json: { a: [1] },
    },
  ]);
});

test('arrays of numbers and texts are sent unchanged', async () => {
  const { rows } = await sql`select ${[1, -20, 3]}::int[] as numbers, ${[]}::int[] as none,
    ${['1', 'a,"b"', '']}::text[] as texts, ${[1, null]}::int[] as some, ${[0.5]}::float8[] as parts`.execute(db);
  expect(rows).toEqual([{ numbers: [1, -20, 3], none: [], texts: ['1', 'a,"b"', ''], some: [1, null], parts: [0.5] }]);
});

test('a connection that breaks between statements fails the next statement, not the process', async () => {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise<void>((settle) => client.once('end', () => settle()));
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow('connection');
  client.release();
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
});

test('an idle connection stays open with its prepared statements', async () => {
  const backend = (on: Db) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
  const backends = async () => [
    (await backend(db)).rows[0]?.pid,
    (await db.transaction().execute(backend)).rows[0]?.pid,
  ];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = await backends();
  vi.advanceTimersByTime(3_600_000);
  expect(await backends()).toEqual(first);
});

test('a statement that fails leaves the statements sent with it alone', async () => {
  const results = await Promise.allSettled([
    sql`select 1 as one`.execute(db),
    sql`select 1 / 0`.execute(db),
    sql`select 2 as two`.execute(db),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a statement that waits does not delay the statements after it', async () => {
  const { waiting } = await db.transaction().execute(async (transaction) => {
    await sql`lock table packages in access exclusive mode`.execute(transaction);
    const waiting = db.selectFrom('packages').select('id').execute();
    let answers = 0;
    await vi.waitFor(() => {
      // The first may be sent behind the waiting statement.
      void sql`select 1`.execute(db).then(() => answers++);
      expect(answers).toBeGreaterThan(0);
    });
    return { waiting };
  });
  expect(await waiting).toHaveLength(1);
});

test('a database and an address with other settings change nothing on any connection', async () => {
  const { connection } = await createTestDatabase();
  for (const [name, value] of [
    ['DateStyle', 'German'],
    ['IntervalStyle', 'iso_8601'],
    ['TimeZone', "'Asia/Tokyo'"],
    ['bytea_output', 'escape'],
    ['extra_float_digits', '-10'],
    ['standard_conforming_strings', 'off'],
    ['default_transaction_isolation', "'serializable'"],
    ['search_path', 'elsewhere, public'],
  ])
    await execute(connection, `alter database ${connection.database} set ${name} = ${value}`);
  const address = `postgres:///${connection.database}?host=${encodeURIComponent(connection.host ?? '')}&user=promenade`;
  const opened = openDb({ connectionString: `${address}&options=-c%20datestyle%3DSQL` }, 1);
  onTestFinished(opened.close);
  const read = sql<object>`select timestamptz '2026-03-04 05:06:07Z' as at, array[timestamptz '2026-03-04Z'] as times,
    interval '1 day' as day, '\\x00ff'::bytea as bytes, (1 / 3.0)::float8 as third,
    current_setting('default_transaction_isolation') as isolation, current_schema() as schema, 'a\\b' as text`;
  const expected = {
    at: new Date('2026-03-04T05:06:07Z'),
    times: [new Date('2026-03-04T00:00:00Z')],
    day: expect.objectContaining({ days: 1 }),
    bytes: Buffer.from([0, 255]),
    third: 1 / 3,
    isolation: 'read committed',
    schema: 'public',
    text: 'a\\b',
  };
  expect((await read.execute(opened.db)).rows).toEqual([expected]);
  expect((await opened.db.transaction().execute((one) => read.execute(one))).rows).toEqual([expected]);
  const beside = await connectClient(opened.pool.options);
  onTestFinished(() => beside.end());
  expect((await beside.query('show datestyle')).rows).toEqual([{ DateStyle: 'ISO, MDY' }]);
});

test('a statement is prepared once under a name and reused', async () => {
  const prepared = await db.transaction().execute(async (one) => {
    for (const name of ['a', 'b', 'c'])
      await one.selectFrom('packages').select('id').where('name', '=', name).execute();
    return sql<{ uses: number }>`select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
      where statement like 'select "id" from "packages"%' and name <> ''`.execute(one);
  });
  expect(prepared.rows).toEqual([{ uses: 3 }]);
});

test('a failed transaction leaves nothing behind', async () => {
  const half = db.transaction().execute(async (one) => {
    await one.insertInto('packages').values({ name: 'Half' }).execute();
    await one.insertInto('packages').values({ name: 'Everyone' }).execute();
  });
  await expect(half).rejects.toThrow(/packages_name/);
  expect(await db.selectFrom('packages').select('id').where('name', '=', 'Half').execute()).toEqual([]);
});

test('a swallowed error inside a transaction fails the commit', async () => {
  const swallowed = db.transaction().execute(async (one) => {
    await sql`select 1 / 0`.execute(one).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('rolled back instead of committed');
});

test('connections closed by the server are replaced', async () => {
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // A statement fails when it is sent before the end of its connection is noticed.
  await vi.waitFor(async () => expect(await db.selectFrom('packages').select('name').execute()).toHaveLength(1));
  const inTransaction = await db.transaction().execute((tx) => tx.selectFrom('packages').select('name').execute());
  expect(inTransaction).toHaveLength(1);
});

test('a write returns the number of changed rows', async () => {
  const { numUpdatedRows } = await db.updateTable('packages').set({ name: 'Everyone' }).executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(1n);
});

test('an answer of the database that arrived while the process was held up counts', async () => {
  expect(await availability.check()).toBe(true);
  const asked = availability.check();
  // Longer than the time-out of the check.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 800);
  expect(await asked).toBe(true);
});

test('closing also closes a connection that is being opened', async () => {
  const { connection } = await createTestDatabase();
  const listBackends = async (): Promise<number[]> => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = ${connection.database}`.execute(db);
    return rows.map(({ pid }) => pid);
  };
  const before = new Set(await listBackends());
  const countNew = async () => (await listBackends()).filter((pid) => !before.has(pid)).length;
  const closing = openDb(connection, POOL_SIZE);
  const slow = sql`select pg_sleep(0.5)`.execute(closing.db);
  await expect.poll(countNew).toBe(1);
  // The first connection is busy, so another one is opened.
  const statements = Promise.allSettled([slow, sql`select 1`.execute(closing.db)]);
  await closing.close();
  await statements;
  await expect.poll(countNew).toBe(0);
});

test('slow reads leave a connection for changes, and those that wait follow', async () => {
  const other = new pg.Client(pool.options);
  onTestFinished(() => other.end());
  await other.connect();
  await other.query('select pg_advisory_lock(7)');
  // More than the pool has.
  const reads = Array.from({ length: POOL_SIZE + 1 }, () =>
    readApart(db, (db) => sql`select pg_advisory_xact_lock_shared(7)`.execute(db)),
  );
  const changed = await db.transaction().execute((db) => sql`select 1`.execute(db));
  expect(changed.rows).toHaveLength(1);
  await other.query('select pg_advisory_unlock(7)');
  expect(await Promise.all(reads)).toHaveLength(POOL_SIZE + 1);
});
