import { releases } from '@promenade/contract/catalogue';
import { flagRelease, flagTrack, reportPlay } from '@promenade/contract/library';
import { shareRelease } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { putKnownConnection } from './network/connectionQueries.ts';
import { migrate } from './platform/database/migrate.ts';
import { startTestServer } from './testing/testServer.ts';

const server = await startTestServer();

test('a database of before shows what was flagged, heard and shared as it did', async () => {
  const packages = [crypto.randomUUID()];
  const [player, sharer] = [await server.signedIn({ packages }), await server.signedIn({ packages })];
  await putKnownConnection(server.db, sharer.accountid, player.accountid, server.now());
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

  await server.pool.query(`
    delete from marks where not marked;
    alter table marks drop marked, drop has_more;
    drop function track_marked cascade; drop function release_shared cascade; drop function marks_has_more;
    delete from schema_migrations where name = '0011_marks.sql';
  `);
  expect(await migrate(server.pool)).toEqual(['0011_marks.sql']);
  expect((await player.call(releases)).body.items).toEqual(before);
});
