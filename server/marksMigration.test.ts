import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releases } from '@promenade/contract/catalogue';
import { flagRelease, flagTrack, reportPlay } from '@promenade/contract/library';
import { shareRelease } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { insertConnection } from './network/connectionQueries.ts';
import { migrate } from './platform/database/migrate.ts';
import { startTestServer } from './testing/testServer.ts';

const server = await startTestServer();

test('a database before migration 0011 keeps its flags, plays and shares', async () => {
  const packages = [crypto.randomUUID()];
  const [player, sharer] = [await server.signedIn({ packages }), await server.signedIn({ packages })];
  await insertConnection(server.db, sharer.accountid, player.accountid, server.now());
  const make = () => server.release({ packages, tracks: 3 });
  const [shared, heard, flagged, , trackFlagged] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
  ];
  await sharer.call(shareRelease, { body: { release_id: shared.releaseid, players_id: [player.playerid] } });
  await player.call(reportPlay, { body: { trackid: heard.trackids[0] ?? '', seconds: 60 } });
  await player.call(flagRelease, { params: { releaseid: flagged.releaseid } });
  const { releaseid, trackids } = trackFlagged;
  await player.call(flagTrack, { params: { releaseid, trackid: trackids[1] ?? '' } });
  const before = (await player.call(releases)).body.items;
  expect(
    before.map((release) => [
      release.flagged,
      release.flaggedtrackcount,
      release.unheardtrackcount,
      release.shared_by !== null,
    ]),
  ).toEqual([
    [false, 1, 3, false],
    [false, 0, 3, false],
    [true, 0, 3, false],
    [false, 0, 2, false],
    [false, 0, 3, true],
  ]);

  // The state before migration 0013: a summary in marks that 0011 keeps by triggers and fills for existing rows.
  await server.pool.query(await readFile(join(import.meta.dirname, 'migrations/0011_marks.sql'), 'utf8'));
  await server.pool.query("delete from schema_migrations where name = '0013_plain_marks.sql'");
  const { rows } = await server.pool.query('select from marks where not marked');
  expect(rows.length).toBeGreaterThan(0);
  expect(await migrate(server.pool)).toEqual(['0013_plain_marks.sql']);
  expect((await player.call(releases)).body.items).toEqual(before);
});
