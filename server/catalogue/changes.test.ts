import { archiveRelease } from '@promenade/contract/library';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';
import { hearChanges } from './changes.ts';
import { openGallery } from './gallery.ts';
import { keptReach } from './reach.ts';

const server = await startTestServer();
const player = await server.signedIn();
const { rows } = await sql<{ audience: number[] }>`
  select array_agg(package_id) as audience from account_package where account_id = ${player.accountid}`.execute(
  server.db,
);
const audience = rows[0]?.audience ?? [];

// Another node on the same database, which nobody but the database tells anything.
const other = openGallery(server, keptReach(server.db, server.now));
let doubts = 0;
const stop = await hearChanges(server, {
  forget: other.forget,
  doubt() {
    doubts++;
    other.doubt();
  },
});
afterAll(stop);

/** The total that it shows so many seconds from now. */
async function total(seconds = 0): Promise<number> {
  const asked = { accountid: player.accountid, audience, page: 1, pagesize: 10, sort: '-date' } as const;
  const { json } = await other.page(asked, new Date(server.now().getTime() + seconds * 1_000));
  return (JSON.parse(json) as { total: number }).total;
}

test('a total stays until another node publishes or withdraws a release', async () => {
  const before = await total();
  expect(await total(300)).toBe(before);
  const release = await server.release();
  await expect.poll(() => total(300)).toBe(before + 1);
  await server.setState(release, 'withdrawn');
  await expect.poll(() => total(600)).toBe(before);
});

test('a release counts once its instant has come', async () => {
  const before = await total(900);
  const heard = doubts;
  await server.release({ available: new Date(Date.now() + 2_000) });
  await expect.poll(() => doubts).toBe(heard + 2);
  expect(await total(1_200)).toBe(before + 1);
});

test('what the account archives on another node is gone from the total at once', async () => {
  const { releaseid } = await server.release();
  const before = await total(1_800);
  await player.call(archiveRelease, { params: { releaseid } });
  await expect.poll(() => total(1_800)).toBe(before - 1);
});

test('after a break in what it hears every total is in doubt', async () => {
  const before = await total(2_400);
  await server.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`update releases set state = 'withdrawn' where id = (select min(id) from releases where state = 'available')`.execute(
      db,
    );
  });
  expect(await total(2_700)).toBe(before);
  await server.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where query = \'listen "catalogue"\'',
  );
  await expect.poll(() => total(2_700)).toBe(before - 1);
});
