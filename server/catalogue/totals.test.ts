import { releases } from '@promenade/contract/catalogue';
import { archiveRelease, clearArchive, restoreRelease } from '@promenade/contract/library';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';
import { createCatalogueStats } from './catalogueStats.ts';
import { createGallery } from './gallery.ts';

const server = await startTestServer();
const player = await server.signedIn();
const audience = (
  await server.db
    .selectFrom('account_package')
    .where('account_id', '=', player.accountid)
    .select('package_id')
    .execute()
).map(({ package_id }) => package_id);

/** Another node on the same database, with its own clock. */
let seconds = 0;
const now = () => new Date(Date.UTC(2026, 0) + seconds * 1_000);
const otherNode = createGallery({ now }, createCatalogueStats(server.db, now));

async function totalOnOtherNode(): Promise<number> {
  const query = { accountid: player.accountid, audience, page: 1, pagesize: 10, sort: '-date' } as const;
  const { json } = await otherNode.listActive(server.db, query);
  return (JSON.parse(json) as { total: number }).total;
}
const total = async () => (await player.call(releases)).body.total;

test('a total follows what others publish and withdraw within seconds', async () => {
  const before = await totalOnOtherNode();
  const release = await server.release();
  seconds += 20;
  expect(await totalOnOtherNode()).toBe(before + 1);
  await server.setState(release, 'withdrawn');
  seconds += 20;
  expect(await totalOnOtherNode()).toBe(before);
});

test('what an account archives or restores counts in its total at once, on another node within seconds', async () => {
  const { releaseid } = await server.release();
  seconds += 20;
  const [before, beforeOnOtherNode] = [await total(), await totalOnOtherNode()];
  await player.call(archiveRelease, { params: { releaseid } });
  expect(await total()).toBe(before - 1);
  seconds += 20;
  expect(await totalOnOtherNode()).toBe(beforeOnOtherNode - 1);
  await player.call(restoreRelease, { params: { releaseid } });
  expect(await total()).toBe(before);
  await player.call(archiveRelease, { params: { releaseid } });
  await player.call(clearArchive);
  expect(await total()).toBe(before);
});
