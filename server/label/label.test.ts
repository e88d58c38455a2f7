import { staffLabels, staffReleases } from '@promenade/contract/label';
import { reportOpen } from '@promenade/contract/library';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const packages = ['Radio'];
const newRelease = (title: string, name = 'Harbour Records', options: object = {}) =>
  server.release({ title, packages, label: { name, contact: null }, ...options });
const told = { packages, told_at: new Date(0) };

test('staff see the releases of their labels, an operator those of all, listeners and other staff none', async () => {
  const [own, other] = [await newRelease('Night Ferry'), await newRelease('Elsewhere', 'Other')];
  const [viewer, foreign] = [await server.signedIn(), await server.signedIn({ label_staff: true })];
  await server.joinLabel(viewer, own, 'viewer');
  await server.joinLabel(foreign, other, 'editor');
  const [operator, listener] = [await server.signedIn({ operator: true }), await server.signedIn(told)];
  const list = async ({ call }: typeof viewer) => (await call(staffReleases, { query: {} })).body;
  expect((await list(viewer)).items.map(({ title }) => title)).toEqual(['Night Ferry']);
  expect((await list(foreign)).items.map(({ title }) => title)).toEqual(['Elsewhere']);
  expect((await list(operator)).total).toBe(2);
  expect((await list(listener)).items).toEqual([]);
  const { body } = await viewer.call(staffLabels, { query: {} });
  expect(body.items).toMatchObject([{ name: 'Harbour Records', role: 'viewer', releases: 1 }]);
  expect((await listener.call(staffLabels, { query: {} })).body.items).toEqual([]);
});

test('a row counts people: without operators and own staff', async () => {
  const release = await newRelease('Counted', 'Counting');
  const [viewer, listener] = [await server.signedIn(told), await server.signedIn(told)];
  const operator = await server.signedIn({ ...told, operator: true });
  await server.joinLabel(viewer, release, 'viewer');
  for (const player of [viewer, listener, operator]) await player.call(reportOpen, { params: release });
  const { body } = await viewer.call(staffReleases, { query: {} });
  const { recipients, opened, heard } = body.items[0] ?? {};
  const { rows } = await server.pool.query(
    "select count(*)::int as others from accounts a join account_package p on p.account_id = a.id join packages k on k.id = p.package_id where k.name = 'Radio' and not a.operator",
  );
  expect([recipients, opened, heard]).toEqual([(rows[0] as { others: number }).others - 1, 1, 0]);
});

test('the table is filtered by label, state and words, and sorted', async () => {
  const first = await newRelease('Alpha', 'Sorting');
  await newRelease('Beta', 'Sorting', { available: new Date(Date.now() + 86_400_000) });
  await server.setState(await newRelease('Gamma Rays', 'Sorting'), 'withdrawn');
  const viewer = await server.signedIn();
  await server.joinLabel(viewer, first, 'viewer');
  const titles = async (query: object) =>
    (await viewer.call(staffReleases, { query: { sort: 'title', ...query } })).body.items.map(({ title }) => title);
  expect(await titles({})).toEqual(['Alpha', 'Beta', 'Gamma Rays']);
  expect(await titles({ sort: '-title' })).toEqual(['Gamma Rays', 'Beta', 'Alpha']);
  expect(await titles({ state: 'scheduled' })).toEqual(['Beta']);
  expect(await titles({ state: 'withdrawn' })).toEqual(['Gamma Rays']);
  for (const filter of ['RAYS gam', '"Gamma Rays"', '“rays” – ‘Gamma’'])
    expect(await titles({ filter }), filter).toEqual(['Gamma Rays']);
  expect(await titles({ labelid: crypto.randomUUID() })).toEqual([]);
});

test('staff see cover and waveform of a withdrawn release that was never delivered to them, others do not', async () => {
  const release = await server.release({ label: { name: 'Seeing', contact: null }, audio: true, cover: true });
  await server.setState(release, 'withdrawn');
  const [viewer, foreign] = [await server.signedIn(), await server.signedIn({ label_staff: true })];
  await server.joinLabel(viewer, release, 'viewer');
  const { rows } = await server.pool.query<{ cover_hash: string }>('select cover_hash from releases where id = $1', [
    release.id,
  ]);
  const paths = [
    `/api/cover/${release.releaseid}/${rows[0]?.cover_hash}-500.webp`,
    `/api/waveform/${release.trackids[0]}/${release.waveform}.bin`,
  ];
  for (const path of paths) {
    const statusFor = async ({ token }: typeof viewer) =>
      (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await statusFor(viewer), await statusFor(foreign)]).toEqual([200, 404]);
  }
});
