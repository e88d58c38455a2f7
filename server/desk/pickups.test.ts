import * as desk from '@promenade/contract/desk';
import * as downloads from '@promenade/contract/downloads';
import { personalData } from '@promenade/contract/privacy';
import * as shelf from '@promenade/contract/shelf';
import { expect, test, vi } from 'vitest';
import { setWithdrawn } from '../catalogue/withdrawQueries.ts';
import { refused } from '../testing/client.ts';
import { createSong, fetchFile, hasUnzip, insertPlaylist, unzip } from '../testing/downloads.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
let stations = 0;

/** Ana and Ben share a shelf, Cleo of the same company does not. */
async function station() {
  const company = `Ferry FM ${(stations += 1)}`;
  const packages = [company];
  const person = (firstname: string) => server.signedIn({ packages, company, firstname, lastname: 'Lund' });
  const [ana, ben, cleo] = [await person('Ana'), await person('Ben'), await person('Cleo')];
  for (const { call } of [ana, ben]) await call(shelf.shareShelf, { body: { ison: true } });
  const release = async (facts: object = {}, title = 'Hit') =>
    server.release({ packages, title, songs: [(await createSong(server, { title, artist: 'Same', ...facts })).track] });
  return { packages, ana, ben, cleo, release };
}

type Releases = { releaseid: string }[];
const ofReleases = (releases: Releases) =>
  ({ kind: 'releases', releaseids: releases.map(({ releaseid }) => releaseid) }) as const;
const save = ({ call }: SignedIn, body: object) => call(downloads.saveNaming, { body });
const preview = async ({ call }: SignedIn, source: desk.PickupSource, format?: 'mp3') =>
  (await call(desk.previewPickup, { body: { source, ...(format && { format }) } })).body;
const attempt = ({ call }: SignedIn, source: desk.PickupSource, isnew = false) =>
  call(desk.startPickup, { body: { source, isnew } });
const start = async ({ call }: SignedIn, source: desk.PickupSource, isnew = false) =>
  (await call(desk.startPickup, { body: { source, isnew } })).body;
async function fetchZip(player: SignedIn, { pickupid }: { pickupid: string }, headers: Record<string, string> = {}) {
  const { body } = await player.call(downloads.pickupZipLink, { params: { id: pickupid } });
  return fetchFile(server.url + body.data.zipped_url, '', { cookie: player.cookie, ...headers });
}
const fetchSong = ({ token }: SignedIn, trackid: string, format: string) =>
  fetchFile(`${server.url}/api/audio/download/${trackid}?format=${format}`, token);
/** Waits, because a download is recorded only after its last byte was sent. */
const untilPickedUp = (player: SignedIn, source: desk.PickupSource, names: string[]) =>
  vi.waitFor(async () => expect((await preview(player, source)).pickedup.map(({ name }) => name)).toEqual(names));

test.runIf(hasUnzip)('the accepted songs of a shelf come as one zip, in folders by show, with their list', async () => {
  const { ana, release } = await station();
  const [one, two] = [await release({ version: 'Radio' }), await release()];
  for (const [{ releaseid }, show] of [
    [one, 'Late: Show'],
    [two, ''],
  ] as const)
    await ana.call(shelf.decideShelf, { body: { releaseids: [releaseid], state: 'accepted', show } });
  await save(ana, { format: 'aiff', folder: '{show}' });
  const source = { kind: 'shelf', query: { state: 'accepted', sort: 'at', filter: '' } } as const;
  expect(await preview(ana, source)).toMatchObject({ songs: 2, newsongs: 2, leftout: 0, pickedup: [] });
  const pickup = await start(ana, source);
  const paths = ['Late_ Show/Same - Hit (Radio).aiff', 'Same - Hit.aiff'];
  expect(pickup).toMatchObject({ format: 'aiff', files: paths.map((path) => ({ path })) });
  const { status, bytes } = await fetchZip(ana, pickup);
  expect(status).toBe(200);
  const { names, files } = await unzip(bytes);
  expect(names).toEqual([...paths, `${pickup.name}.m3u8`]);
  expect(files.at(-1)?.toString()).toBe(pickup.list?.text);
  expect(pickup.list?.text.split('\n').filter((line) => line.startsWith('./'))).toEqual(
    paths.map((path) => `./${path}`),
  );
  await untilPickedUp(ana, source, ['Ana Lund']);
});

test.runIf(hasUnzip)('a zip that broke off goes on where it stopped, and counts once all of it arrived', async () => {
  const { ana, release } = await station();
  const source = ofReleases([await release(), await release()]);
  const pickup = await start(ana, source);
  const half = await fetchZip(ana, pickup, { range: 'bytes=0-4999999' });
  expect(half.status).toBe(206);
  expect((await preview(ana, source)).pickedup).toEqual([]);
  // With a new link, as after hours.
  const rest = await fetchZip(ana, pickup, { range: 'bytes=5000000-', 'if-range': half.headers.get('etag') ?? '' });
  expect(rest.status).toBe(206);
  const { names } = await unzip(Buffer.concat([half.bytes, rest.bytes]));
  expect(names).toEqual(['Same - Hit.wav', 'Same - Hit (2).wav', `${pickup.name}.m3u8`]);
  await untilPickedUp(ana, source, ['Ana Lund']);
  const stranger = await server.signedIn();
  expect(await attempt(stranger, source)).toMatchObject(refused('RELEASE_NOT_FOUND'));
});

test('what the station picked up is told with who and when, and left out of what is new', async () => {
  const { ana, ben, cleo, release } = await station();
  const [one, two] = [await release({}, 'One'), await release({}, 'Two')];
  await save(ana, { format: 'mp3' });
  const source = ofReleases([one, two]);
  await start(ana, source);
  // Only the first is taken, one by one.
  expect((await fetchSong(ana, one.trackids[0] ?? '', 'mp3')).status).toBe(200);
  await untilPickedUp(ana, source, ['Ana Lund']);
  expect(await preview(ben, source)).toMatchObject({
    songs: 2,
    newsongs: 1,
    pickedup: [{ name: 'Ana Lund', isown: false, songs: 1 }],
  });
  expect((await start(ben, source, true)).files.map(({ title }) => title)).toEqual(['Two']);
  expect(await attempt(ben, ofReleases([one]), true)).toMatchObject(refused('NOTHING_NEW'));
  // Who does not share learns nothing, and another format is another file.
  await save(cleo, { format: 'mp3' });
  expect((await preview(cleo, source)).pickedup).toEqual([]);
  await save(ana, { format: 'wav' });
  expect((await preview(ben, source)).pickedup).toEqual([]);
  // Who stops sharing takes it along.
  await ana.call(shelf.shareShelf, { body: { ison: false } });
  expect((await preview(ben, source, 'mp3')).pickedup).toEqual([]);
});

test('of releases that a colleague does not have, nothing is told', async () => {
  const { packages, ana, ben, release } = await station();
  const [both, own] = [
    await release({}, 'Both'),
    await server.release({ packages: [`Ana alone ${packages[0]}`], songs: [(await createSong(server)).track] }),
  ];
  await server.db
    .updateTable('releases')
    .set({ audience: [-ana.accountid] })
    .where('id', '=', own.id)
    .execute();
  const source = ofReleases([both, own]);
  await start(ana, source);
  for (const [trackid = ''] of [both.trackids, own.trackids]) await fetchSong(ana, trackid, 'wav');
  await vi.waitFor(async () => expect((await preview(ana, source)).pickedup).toMatchObject([{ songs: 2 }]));
  expect(await preview(ben, source)).toMatchObject({ songs: 1, pickedup: [{ name: 'Ana Lund', songs: 1 }] });
  expect(await attempt(ben, ofReleases([own]))).toMatchObject(refused('RELEASE_NOT_FOUND'));
});

test('two songs never get one name, also not in a later pick-up of a colleague, and each keeps its cut number', async () => {
  const { ana, ben, release } = await station();
  const [one, two, three] = [await release(), await release(), await release()];
  const paths = async (player: SignedIn, releases: Releases) =>
    (await start(player, ofReleases(releases))).files.map(({ path }) => path);
  expect(await paths(ana, [one])).toEqual(['Same - Hit.wav']);
  expect(await paths(ben, [two, one])).toEqual(['Same - Hit (2).wav', 'Same - Hit.wav']);
  expect(await paths(ana, [two])).toEqual(['Same - Hit (2).wav']);
  await save(ana, { pattern: '{number}', first: 100, last: 102, letters: 'short' });
  expect(await paths(ana, [one, two])).toEqual(['100.WAV', '101.WAV']);
  expect(await paths(ben, [three, one])).toEqual(['102.WAV', '100.WAV']);
  expect(await attempt(ben, ofReleases([await release()]))).toMatchObject(refused('CUT_NUMBERS_USED_UP'));
});

test('format and names are those of the station; the folder on a computer is of one person', async () => {
  const { ana, ben, cleo } = await station();
  await save(ben, { place: 'D:\\Ben' });
  await save(ana, { pattern: '{title}', letters: 'ascii', place: '/Volumes/Ana' });
  const names = async ({ call }: SignedIn) => (await call(downloads.naming)).body;
  expect(await names(ben)).toMatchObject({ pattern: '{title}', letters: 'ascii', place: 'D:\\Ben' });
  expect(await names(cleo)).toMatchObject({ pattern: '{artist} - {title} ({version})', place: '' });
  expect((await save(ana, { pattern: '{titel}' })).status).toBe(400);
  expect(await names(ben)).toMatchObject({ pattern: '{title}' });
});

test('a withdrawn song is not sent, and neither is what is in the list', { tags: ['C-DOWNLOAD-20'] }, async () => {
  const { ana, release } = await station();
  const [one, two] = [await release({}, 'One'), await release({}, 'Two')];
  const pickup = await start(ana, ofReleases([one, two]));
  await setWithdrawn(server.db, one.id, server.now());
  const text = (await fetchZip(ana, pickup)).bytes.toString('latin1');
  expect(text).toContain('Same - Two.wav');
  expect(text).not.toContain('Same - One.wav');
  expect(text).toContain('1 track: No longer available here.');
  await setWithdrawn(server.db, two.id, server.now());
  expect(await ana.call(downloads.pickupZipLink, { params: { id: pickup.pickupid } })).toMatchObject(
    refused('RELEASE_NOT_FOUND'),
  );
});

test('a pick-up is of the person who made it, and is in the personal data', async () => {
  const { ana, ben, release } = await station();
  const pickup = await start(ana, ofReleases([await release()]));
  expect(await ben.call(downloads.pickupZipStatus, { params: { id: pickup.pickupid } })).toMatchObject(
    refused('NOT_FOUND'),
  );
  const data = JSON.stringify((await ana.call(personalData)).body);
  expect(data).toContain('Same - Hit.wav');
});

test('songs of a playlist and of a run are picked up; a list of a DJ program asks for the folder', async () => {
  const { ana, release } = await station();
  const one = await release();
  const playlistid = await insertPlaylist(server, ana, { name: 'Sunday', releases: [one, one] });
  const { body: run } = await ana.call(desk.startRun, { body: { source: { kind: 'playlist', playlistid } } });
  expect(await start(ana, { kind: 'playlist', playlistid })).toMatchObject({
    name: expect.stringMatching(/^Sunday \d{4}-\d\d-\d\d$/),
    files: [{ path: 'Same - Hit.wav' }],
  });
  const decided = { kind: 'run', runid: run.runid, decided: 'next' } as const;
  expect(await start(ana, decided)).toMatchObject({ files: [{ path: 'Same - Hit.wav' }] });
  await save(ana, { list: 'nml' });
  expect(await attempt(ana, decided)).toMatchObject(refused('FOLDER_NEEDED'));
  await save(ana, { list: null });
  expect((await start(ana, decided)).list).toBeNull();
});
