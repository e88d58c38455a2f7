import { ReactionKind } from '@promenade/contract/catalogue';
import { react, reportOpen, reportPlay } from '@promenade/contract/library';
import { confirmTold } from '@promenade/contract/profile';
import { type Reach, type ReportRecipient, reportRecipients, seen, seenTable } from '@promenade/contract/reports';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertMailEvents } from '../platform/mail/mail.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const label = { name: 'Harbour Records', contact: null };
const packages = ['Radio'];
const newRelease = (title: string) =>
  server.release({ title, label, packages, songs: [{ title: 'One', duration: 200 }, { duration: 200 }] });

let reports = 0;
const hear = async (player: SignedIn, trackid: string, ranges: [number, number][], ageMs = 10 * 60_000) => {
  await server.insertStreams(player, [trackid]);
  const startedat = new Date(server.now().getTime() - ageMs + ++reports).toISOString();
  const body = { trackid, seconds: 0, listenid: crypto.randomUUID(), startedat, source: 'gallery' as const, ranges };
  return player.call(reportPlay, { body });
};
const nothing = { mailed: null, opened: null, tracks: [], downloaded: [], wrote: null, passedon: [], reaction: null };
/** What both the mirror and the report say of a person and a release. */
const pickReach = ({ mailed, opened, tracks, downloaded, wrote, passedon, reaction }: ReportRecipient | Reach) => ({
  mailed,
  opened,
  tracks: tracks.map(({ trackid, title, seconds, ranges }) => ({ trackid, title, seconds, ranges })),
  downloaded,
  wrote,
  passedon,
  reaction,
});
const listSeen = async ({ call }: SignedIn) => (await call(seen)).body.items;

test('the mirror shows what a label sees, and which part it does not see', {
  tags: ['requirements decision 35'],
}, async () => {
  const player = await server.signedIn({ packages });
  const { releaseid, trackids } = await newRelease('Night Ferry');
  const [trackid = ''] = trackids;
  await hear(player, trackid, [[0, 30]]);
  await player.call(reportOpen, { params: { releaseid } });
  expect(await listSeen(player)).toMatchObject([
    { opened: null, tracks: [], before: { opened: 1, seconds: 30, downloaded: 0 } },
  ]);

  await player.call(confirmTold);
  server.advanceClock(15 * 60_000);
  await hear(player, trackid, [
    [40, 52],
    [70, 80],
  ]);
  for (const _ of [1, 2]) await player.call(reportOpen, { params: { releaseid } });
  await sql`
    insert into mails (kind, recipient, subject, created_at, release_ids)
    select 'release', ${player.email}, 'New', now(), array[id] from releases where releaseid = ${releaseid}`.execute(
    server.db,
  );
  const mail = await server.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', player.email)
    .executeTakeFirst();
  await insertMailEvents(server.db, mail?.id ?? '', 'handed over', server.now());
  expect(await listSeen(player)).toMatchObject([
    {
      releaseid,
      title: 'Night Ferry',
      labels: ['Harbour Records'],
      packages: ['Radio'],
      mailed: expect.stringMatching(/^\d{4}-.*Z$/),
      opened: { times: 2 },
      tracks: [
        {
          trackid,
          title: 'One',
          seconds: 22,
          ranges: [
            [40, 52],
            [70, 80],
          ],
        },
      ],
      before: { opened: 1, seconds: 30, downloaded: 0 },
    },
  ]);
  const stranger = await server.signedIn({ packages });
  expect(await listSeen(stranger)).toEqual([]);

  const csv = await fetch(`${server.url}/api${seenTable.path}`, {
    headers: { authorization: `Bearer ${player.token}` },
  });
  expect(csv.headers.get('content-disposition')).toContain('what-labels-see.csv');
  const [, row = ''] = (await csv.text()).split('\r\n');
  expect(row).toMatch(/^Night Ferry,.*Harbour Records,Radio,.*,2,One 40–52 70–80,22,/);
});

test('mirror and report are equal for every person and release, and equal a recount of the listens', async () => {
  const players = await Promise.all([1, 2, 3].map(() => server.signedIn({ packages, told_at: new Date(0) })));
  const releases = [await newRelease('A'), await newRelease('B'), await newRelease('C')];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let n = 0; n < 60; n++) {
    const [player, release] = [players[random(3)], releases[random(3)]];
    if (!player || !release) continue;
    const from = random(190);
    const trackid = release.trackids[random(2)] ?? '';
    if (random(8) === 0) {
      const kind = ReactionKind.options[random(4)] ?? 'version';
      await player.call(react, { params: release, body: { kind, note: `Note ${n}`, trackid, second: from } });
    }
    await (random(4) === 0
      ? player.call(reportOpen, { params: release })
      : hear(player, trackid, [[from, from + 1 + random(9)]]));
  }
  const operator = await server.signedIn({ operator: true });
  const mirror: ReturnType<typeof pickReach>[] = [];
  for (const params of releases) {
    const { items } = (await operator.call(reportRecipients, { params, query: {} })).body;
    for (const player of players) {
      const row = (await listSeen(player)).find(({ releaseid }) => releaseid === params.releaseid);
      const shown = items.find(({ playerid }) => playerid === player.playerid);
      expect(shown && pickReach(shown)).toEqual(row ? pickReach(row) : nothing);
      if (row) mirror.push(pickReach(row));
    }
  }
  expect(mirror.length).toBeGreaterThan(5);
  expect(mirror.some(({ reaction }) => (reaction?.second ?? -1) >= 0)).toBe(true);

  const { rows: recounted } = await sql<{ seconds: number }>`
    select count(distinct s)::int as seconds from (
      select account_id, track_id, generate_series(lower(r), upper(r) - 1) as second
      from listens, unnest(heard) r where account_id = any(${players.map(({ accountid }) => accountid)}::int[])
    ) s`.execute(server.db);
  const sum = mirror.flatMap(({ tracks }) => tracks).reduce((total, { seconds }) => total + seconds, 0);
  expect(sum).toBe(recounted[0]?.seconds);
});

test('no more is heard of a track than it has, and each version has its name', async () => {
  const player = await server.signedIn({ packages });
  const songs = [{ title: 'One', version: 'Dub', duration: 25.4 }];
  const { trackids } = await server.release({ title: 'Short', label, packages, songs });
  await player.call(confirmTold);
  server.advanceClock(15 * 60_000);
  await hear(player, trackids[0] ?? '', [[0, 26]]);
  const [row] = await listSeen(player);
  expect(row?.tracks).toMatchObject([{ title: 'One', version: 'Dub', duration: 25.4, seconds: 25, ranges: [[0, 25]] }]);
  const csv = await fetch(`${server.url}/api${seenTable.path}`, {
    headers: { authorization: `Bearer ${player.token}` },
  });
  expect(await csv.text()).toContain('One (Dub) 0–25');
});
