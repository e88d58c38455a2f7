import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import { release as releaseRoute, releases as releasesRoute } from '@promenade/contract/catalogue';
import { staffLabels, staffReleases } from '@promenade/contract/label';
import { archived, flagged, flaggedTracks, plays } from '@promenade/contract/library';
import { connections } from '@promenade/contract/network';
import { playlists } from '@promenade/contract/playlists';
import { seen } from '@promenade/contract/reports';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../server/app.ts';
import { createClient } from '../server/testing/client.ts';
import { readPdf } from '../server/testing/readPdf.ts';
import { startTestServer } from '../server/testing/testServer.ts';
import { createDemoAccounts, DEMO_PASSWORD, demoAccounts } from './accounts.ts';
import { catalogue } from './catalogue.ts';
import { type DesignName, designs, drawCover } from './covers/cover.ts';
import { drawText } from './covers/lettering.ts';
import { createDemo } from './createDemo.ts';
import { createDemoLibrary } from './library.ts';
import { createDemoListening } from './listening.ts';
import { openRecorder } from './music/recorder.ts';
import { createOneSheet } from './promo.ts';
import type { DemoRelease } from './release.ts';
import { writeDelivery } from './writeDelivery.ts';

const server = await startTestServer();
const findRelease = (id: string, changes: Partial<DemoRelease> = {}): DemoRelease => {
  const release = catalogue.find((candidate) => candidate.id === id);
  if (!release) throw new Error(`No ${id} in the demo.`);
  return { ...release, ...changes, tracks: release.tracks.map((track) => ({ ...track, seconds: 8 })) };
};
const german = findRelease('donaudampf');
const arabic = findRelease('layl-tawil');
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promenade-demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an interrupted creation continues and duplicates nothing', async () => {
  const lines: string[] = [];
  const onProgress = (line: string) => void lines.push(line);
  await createDemo(server, { onProgress, releases: [german] });
  const { create } = await createDemo(server, { onProgress, releases: [german, arabic] });
  await create();
  const programmer = await server.signedIn({ packages: ['Radio', 'Press'] });
  const { body } = await programmer.call(releasesRoute);
  expect(body.items.map(({ title }) => title)).toEqual([arabic.title, german.title]);
  expect(lines).toEqual(['Creating the demo: 1 of 1 releases', 'Creating the demo: 2 of 2 releases']);
  const detail = await programmer.call(releaseRoute, { params: { releaseid: body.items[1]?.releaseid ?? '' } });
  expect(detail.body.songs.map(({ version, lyrics }) => [version, lyrics.includes('Sie kommt')])).toEqual([
    ['', true],
    ['Radio edit', false],
  ]);
  expect(detail.body.promoinfo).toContain('Wartehäuschen');
  expect(await readdir(join(server.config.dataDir, 'tmp'))).toEqual([]);
}, 120_000);

test('the demo accounts are created once, each with its status and roles', async () => {
  await createDemoAccounts(server.db, server.now());
  await createDemoAccounts(server.db, server.now());
  const rows = await server.db
    .selectFrom('accounts')
    .innerJoin('account_emails', 'account_emails.account_id', 'accounts.id')
    .where('email', 'like', '%@demo.test')
    .select(['email', 'status', 'verified', 'label_staff', 'operator'])
    .execute();
  expect(rows).toHaveLength(demoAccounts.length);
  const find = (name: string) => rows.find(({ email }) => email === `${name}@demo.test`);
  expect(find('programmer')).toMatchObject({ status: 'active', verified: true });
  expect(find('new')).toMatchObject({ status: 'active', verified: false });
  expect(find('pending')).toMatchObject({ status: 'pending' });
  expect([find('label')?.label_staff, find('operator')?.operator]).toEqual([true, true]);
  const { body } = await createClient(server.url)(signIn, {
    body: { username: 'colleague@demo.test', password: DEMO_PASSWORD },
  });
  const colleague = createClient(server.url, body['access-token']);
  const { data } = (await colleague(connections)).body;
  expect(data.connections).toMatchObject([
    { email: 'programmer@demo.test', full_name: 'Robin Verhoeven', verified: true },
  ]);
});

test('a delivery folder contains the files named in its release.json', async () => {
  const recorder = openRecorder(1);
  const release = findRelease('august-water', { oneSheet: true, pressPicturePeople: 2 });
  await writeDelivery(release, folder, new Date(), recorder);
  await recorder.close();
  const files = await readdir(folder, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      'release.json',
      'cover.jpg',
      'label.png',
      'video.mp4',
      'attachments/one-sheet.pdf',
      'attachments/press-picture.jpg',
    ]),
  );
  expect(files.filter((file) => file.endsWith('.wav'))).toHaveLength(2);
}, 60_000);

test.each(Object.keys(designs) as DesignName[])(
  'a cover of the design %s is a colourful square of 1400 px',
  async (design) => {
    const picture = sharp(await drawCover({ seed: design, design, palette: 3, lettering: 'Zoë Lindqvist' }));
    expect(await picture.metadata()).toMatchObject({ width: 1400, height: 1400, format: 'jpeg' });
    const { channels } = await picture.stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(15);
  },
);

test('lettering is drawn only when the font has every character', () => {
  expect(drawText('Größe', 2)?.paths).toContain('<path');
  expect(drawText('ليل', 2)).toBeUndefined();
});

test('a one-sheet is a PDF page that contains its text', async () => {
  const { pages, text } = await readPdf(
    new Uint8Array(await createOneSheet(findRelease('petrichor', { title: 'Zoë (live)' }), {})),
  );
  expect(pages).toHaveLength(1);
  expect(text).toContain('Zoë (live)');
});

test('the programmer of the demo has playlists, a dozen marks, a history and a share, all made once', async () => {
  for (let index = 0; index < 12; index++)
    await server.release({ title: `Song ${index}`, packages: ['Radio', 'Press'], allow_sharing: index !== 11 });
  await createDemoAccounts(server.db, server.now());
  const app = await buildApp(server);
  onTestFinished(() => app.close());
  await createDemoLibrary(app, server.db);
  await createDemoLibrary(app, server.db);
  const { body } = await createClient(server.url)(signIn, {
    body: { username: 'programmer@demo.test', password: DEMO_PASSWORD },
  });
  const call = createClient(server.url, body['access-token']);
  const lists = await Promise.all([
    call(flagged),
    call(flaggedTracks),
    call(archived),
    call(plays),
    call(playlists, { query: {} }),
  ]);
  // Flagged: five releases, and three more by one of their tracks.
  expect(lists.map((list) => list.body.total)).toEqual([8, 4, 3, 8, 2]);
  expect(lists[4].body.items.map(({ name, tracks }) => [name, tracks])).toEqual(
    expect.arrayContaining([
      ['Morning show', 5],
      ['Weekend longlist', 5],
    ]),
  );
  const shared = (await call(releasesRoute)).body.items.filter(({ shared_by }) => shared_by !== null);
  expect(shared.map(({ shared_by }) => shared_by?.name)).toEqual(['Imani Castell']);
});

test('staff of the label find a draft, a withdrawn release and a refused delivery, made once', async () => {
  await createDemoAccounts(server.db, server.now());
  const tides = findRelease('harbour-sun');
  for (let start = 0; start < 2; start++)
    await (await createDemo(server, { onProgress() {}, releases: [tides] })).create();
  await createDemoListening(server.db, server.now());
  const staff = await signInAs('label@demo.test');
  const { items } = (await staff(staffReleases, { query: {} })).body;
  const states = Object.fromEntries(items.map(({ title, state }) => [title, state]));
  expect(states).toMatchObject({ 'Slack Water': 'draft', 'Low Lantern': 'withdrawn', 'Harbour Sun': 'available' });
  const { rows } = await server.pool.query("select from deliveries where state = 'refused'");
  expect(rows).toHaveLength(1);
}, 120_000);

test('four weeks of listening are made once for each release, and every total equals its rows', async () => {
  const aged = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
  for (let index = 0; index < 10; index++)
    await server.release({
      title: `Heard ${index}`,
      label: { name: index % 2 === 0 ? 'Cold Copper' : 'Nine Tides', contact: null },
      packages: ['Radio', 'Press', 'Clubs'],
      available: aged(index * 5),
      songs: [
        { title: 'A', duration: 200 },
        { title: 'B', duration: 180.5 },
      ],
    });
  await createDemoAccounts(server.db, server.now());
  const countRows = async () =>
    (
      await server.pool.query(`select
        (select count(*)::int from account_emails where email like '%@recipients.demo.test') as recipients,
        (select count(*)::int from listens) as listens, (select count(*)::int from release_opens) as opened,
        (select count(*)::int from mail_events) as mailed, (select count(*)::int from downloaded_tracks) as downloaded`)
    ).rows[0] as Record<string, number>;
  await createDemoListening(server.db, server.now());
  const made = await countRows();
  expect(made).toMatchObject({ recipients: 30 });
  for (const kind of ['listens', 'opened', 'mailed', 'downloaded']) expect(made[kind], kind).toBeGreaterThan(10);
  await createDemoListening(server.db, server.now());
  expect(await countRows()).toEqual(made);

  const { rows } = await server.pool.query(`
    select count(*) filter (where p.reported is distinct from l.heard)::int as wrong, count(*)::int as plays
    from plays p join (select account_id, track_id, range_agg(heard) as heard from listens where reportable
      group by account_id, track_id) l using (account_id, track_id)`);
  expect(rows).toEqual([{ wrong: 0, plays: expect.any(Number) }]);
  const { rows: dates } = await server.pool.query(`
    select bool_and(started_at > now() - interval '29 days' and started_at < now()) as isrecent,
      bool_and(started_at >= r.available_at) as isafter, count(distinct date(started_at)) > 10 as isspread
    from listens l join releases r on r.id = l.release_id`);
  expect(dates).toEqual([{ isrecent: true, isafter: true, isspread: true }]);

  const programmer = await signInAs('programmer@demo.test');
  expect((await programmer(seen)).body.items.some(({ tracks }) => tracks.length > 0)).toBe(true);
  const staff = await signInAs('label@demo.test');
  const { items } = (await staff(staffLabels)).body;
  expect(items.map(({ role }) => role)).toEqual(['editor', 'editor']);
});

async function signInAs(username: string) {
  const { body } = await createClient(server.url)(signIn, { body: { username, password: DEMO_PASSWORD } });
  return createClient(server.url, body['access-token']);
}
