import { randomUUID } from 'node:crypto';
import { personalData } from '@promenade/contract/privacy';
import { releaseReport, reportRecipients, seen, seenTable } from '@promenade/contract/reports';
import { airplays, matchSongs, takeBackAirplays, tellAirplays } from '@promenade/contract/shelf';
import { expect, test } from 'vitest';
import { createTaking, formatTakingId } from '../media/taking.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { airplaysJob } from './airplays.ts';

const server = await startTestServer();
const zone = 'Europe/Berlin';
let audiences = 0;

async function audience() {
  audiences += 1;
  const packages = [`Radio ${audiences}`];
  return {
    packages,
    player: await server.signedIn({ packages, firstname: 'Ana', lastname: 'Lund', company: 'Ferry FM' }),
    number: audiences,
  };
}

const song = (given: object) => ({ id: '', isrc: '', artist: '', title: '', ...given });
const match = async ({ call }: SignedIn, ...songs: object[]) =>
  (await call(matchSongs, { body: { songs: songs.map(song) } })).body.items.map(({ by, tracks }) => [
    by,
    tracks.map(({ album }) => album),
  ]);
const play = ({ trackids }: TestRelease, day: string, time: string | null = null, times = 1) => ({
  trackid: trackids[0] ?? '',
  day,
  time,
  times,
});
const tell = ({ call }: SignedIn, plays: object[], { batch = randomUUID(), station = 'Ferry FM' } = {}) =>
  call(tellAirplays, { body: { batch, station, zone, plays: plays as ReturnType<typeof play>[] } });

async function reportOf(release: TestRelease) {
  const staff = await server.signedIn();
  await server.joinLabel(staff, release, 'viewer');
  const params = { releaseid: release.releaseid };
  const [report, recipients] = [
    (await staff.call(releaseReport, { params, query: {} })).body,
    (await staff.call(reportRecipients, { params, query: {} })).body,
  ];
  return { plays: report.airplays, recipients: recipients.items.map(({ name, airplays }) => [name, airplays?.length]) };
}

/** As if the account had downloaded the file with this id. */
const insertDownload = ({ accountid, playerid }: SignedIn, { trackids }: TestRelease, taking: Buffer) =>
  server.db
    .insertInto('media_ledger')
    .values({
      id: randomUUID(),
      account_id: accountid,
      playerid,
      session_id: randomUUID(),
      purpose: 'download',
      object_kind: 'track',
      object_id: trackids[0] ?? '',
      trackids,
      format: 'wav',
      etag: 'x',
      taking,
      ranges: '{[0,10)}',
      total: 10,
      started_at: server.now(),
      network: null,
    })
    .execute();

test('songs of a log are found by our id, ISRC, artist and title, among those that the account has', async () => {
  const { player, packages, number } = await audience();
  const isrc = `QZAB126${String(number).padStart(5, '0')}`;
  const artist = `Slow Ferris ${number}`;
  const single = await server.release({ packages, title: 'Single', songs: [{ title: 'Night Ferry', artist, isrc }] });
  await server.release({ packages, title: 'Album', songs: [{ title: 'Night Ferry', artist, version: 'Radio Edit' }] });
  await server.release({
    packages: ['Others'],
    title: 'Secret',
    songs: [{ title: 'Hidden', artist, isrc: 'QZAB12699999' }],
  });
  const taking = createTaking();
  await insertDownload(player, single, taking);
  expect(
    await match(
      player,
      { id: `song ${single.trackids[0]}.wav`, title: 'Something else' },
      { id: formatTakingId(server.secrets, taking), artist: 'Nobody' },
      { isrc: `${isrc.slice(0, 2)}-${isrc.slice(2, 5)}-${isrc.slice(5, 7)}-${isrc.slice(7)}`.toLowerCase() },
      { artist: artist.toUpperCase(), title: 'night  ferry (radio edit)' },
      { artist, title: 'Night Ferry' },
      { artist: 'Nobody', title: 'Night Ferry' },
      { artist, title: 'Hidden', isrc: 'QZAB12699999' },
    ),
  ).toEqual([
    ['id', ['Single']],
    ['id', ['Single']],
    ['isrc', ['Single']],
    ['title', ['Album']],
    ['title', expect.arrayContaining(['Single', 'Album'])],
    [null, []],
    [null, []],
  ]);
  const stranger = await server.signedIn({ packages });
  expect(await match(stranger, { id: formatTakingId(server.secrets, taking) })).toEqual([[null, []]]);
  expect((await player.call(airplays)).body.items).toEqual([]);
});

test('the label sees plays by station and day, the mirror the same, until they are taken back', async () => {
  const { player, packages } = await audience();
  const release = await server.release({ packages, label: { name: `Harbour ${audiences}`, contact: null } });
  const [batch, other] = [randomUUID(), randomUUID()];
  const log = [
    play(release, '2026-11-01', '00:30:00'),
    play(release, '2026-11-01', '14:03:20'),
    play(release, '2026-11-02', '14:03:20'),
  ];
  expect((await tell(player, log, { batch })).body).toEqual({ told: 3, known: 0, refused: 0 });
  expect((await tell(player, log)).body).toEqual({ told: 0, known: 3, refused: 0 });
  // The key was pressed a minute after the song began.
  expect((await tell(player, [play(release, '2026-11-02', '14:04:10')])).body).toMatchObject({ told: 0, known: 1 });
  await tell(player, [play(release, '2026-11-30', null, 7)], { batch: other, station: 'Second FM' });
  expect((await tell(player, [play(release, '2026-11-30', null, 7)], { station: 'second  fm' })).body.told).toBe(0);
  // A colleague tells the same log.
  const colleague = await server.signedIn({ packages, firstname: 'Ben' });
  await tell(colleague, log);
  expect(await reportOf(release)).toMatchObject({
    plays: [
      { station: 'Second FM', day: '2026-11-30', plays: 7 },
      { station: 'Ferry FM', day: '2026-11-02', plays: 1 },
      { station: 'Ferry FM', day: '2026-11-01', plays: 2 },
    ],
    recipients: expect.arrayContaining([
      ['Ana Lund', 3],
      ['Ben', 2],
    ]),
  });
  expect((await player.call(seen)).body.items[0]?.airplays).toMatchObject([
    { station: 'Second FM', day: '2026-11-30', plays: 7 },
    { station: 'Ferry FM', day: '2026-11-02', plays: 1 },
    { station: 'Ferry FM', day: '2026-11-01', plays: 2 },
  ]);
  const headers = { authorization: `Bearer ${player.token}` };
  expect(await (await fetch(`${server.url}/api${seenTable.path}`, { headers })).text()).toContain(
    'Second FM 2026-11-30 (7)',
  );
  expect((await player.call(personalData)).body).toMatchObject({ airplays: [{}, {}, {}, { station: 'Second FM' }] });
  expect((await player.call(airplays)).body.items).toMatchObject([
    { batch: other, plays: 7, tracks: 1 },
    { batch, from: '2026-11-01', to: '2026-11-02', plays: 3 },
  ]);
  expect((await colleague.call(takeBackAirplays, { params: { batch } })).status).toBe(404);
  for (const told of [batch, other]) await player.call(takeBackAirplays, { params: { batch: told } });
  expect((await reportOf(release)).recipients).toContainEqual(['Ana Lund', 0]);
  expect((await player.call(seen)).body.items[0]?.airplays ?? []).toEqual([]);
});

test('nothing is told of songs that the account does not have, of the future, or after the time of the mirror', async () => {
  const { player, packages } = await audience();
  const release = await server.release({ packages });
  const hidden = await server.release({ packages: ['Others'] });
  const later = new Date(server.now().getTime() + 3 * 24 * 3600_000).toISOString().slice(0, 10);
  const plays = [
    play(hidden, '2026-11-01', '10:00'),
    play(release, later, '10:00'),
    play(release, '2026-11-01', '10:00'),
  ];
  expect((await tell(player, plays)).body).toEqual({ told: 1, known: 0, refused: 2 });
  expect((await tell(player, [play(release, later)])).body).toMatchObject({ told: 0, refused: 1 });
  expect((await reportOf(hidden)).plays).toEqual([]);
  server.advanceClock(40 * 31 * 24 * 3600_000);
  await airplaysJob.run(server, {});
  expect((await server.pool.query('select from airplays')).rowCount).toBe(0);
});
