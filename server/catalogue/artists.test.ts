import { randomUUID } from 'node:crypto';
import * as contract from '@promenade/contract/artists';
import { releases } from '@promenade/contract/catalogue';
import { archiveRelease } from '@promenade/contract/library';
import { options } from '@promenade/contract/options';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const DAY = 24 * 3600_000;
const day = (n: number) => new Date(server.now().getTime() - n * DAY);
const house = (name: string, contact: string | null = null) => ({ name, contact, logo_hash: null });

/** The ids of the artists and labels of a release, as its lists state them. */
async function findIds(player: SignedIn, title: string) {
  const { items } = (await player.call(releases, { query: { title } })).body;
  return { artistid: items[0]?.artists[0]?.artistid ?? '', labelid: items[0]?.labels[0]?.labelid ?? '' };
}

test('the page of an artist has its releases, archived ones too, and its songs, newest first and paged', async () => {
  const packages = ['Artist Page'];
  const player = await server.signedIn({ packages });
  const artist = 'Quay Band';
  const old = await server.release({ title: 'Old Pier', artist, packages, available: day(3) });
  await server.release({
    title: 'New Pier',
    artist: 'Quay Band feat. Mole',
    packages,
    available: day(1),
    facts: { artists: [artist, 'Mole'] },
    songs: [
      { title: 'Intro', artist },
      { title: 'Duet', artist: 'quay band & Mole' },
      { title: 'Solo', artist: 'Mole' },
    ],
  });
  await server.release({ title: 'Elsewhere', artist, packages: ['Other'], available: day(0.5) });
  await player.call(archiveRelease, { params: { releaseid: old.releaseid } });
  const { artistid } = await findIds(player, 'New Pier');
  const params = { artistid };
  expect((await player.call(contract.artist, { params })).body).toEqual({
    artistid,
    artist,
    thumbnail: null,
    coverart: null,
    releases: 2,
  });
  const list = async (page: number) =>
    (await player.call(contract.artistReleases, { params, query: { page, pagesize: 1 } })).body;
  expect(await list(1)).toMatchObject({ total: 2, page: 1, pagesize: 1, items: [{ title: 'New Pier' }] });
  expect(await list(2)).toMatchObject({ total: 2, items: [{ title: 'Old Pier', archived: true }] });
  expect(await list(3)).toMatchObject({ total: 2, items: [] });
  const songs = (await player.call(contract.artistTracks, { params, query: {} })).body;
  expect(songs.items.map(({ title }) => title)).toEqual(['Intro', 'Duet', 'Old Pier']);
  expect(songs.items[1]).toMatchObject({ heard: 'unheard', artists: [{ artistid, name: artist }, { name: 'Mole' }] });
  expect((await player.call(contract.artistTracks, { params, query: { page: 2, pagesize: 2 } })).body).toMatchObject({
    total: 3,
    items: [{ title: 'Old Pier' }],
  });
});

test('the page of a label has its releases, not its contact address', async () => {
  const packages = ['Label Page'];
  const player = await server.signedIn({ packages });
  const labels = [house('Pier Records', 'pier@test.example')];
  await server.release({ title: 'First Wave', packages, available: day(2), facts: { labels } });
  await server.release({
    title: 'Second Wave',
    packages,
    available: day(1),
    facts: { labels: [house('Another'), ...labels] },
  });
  const { labelid } = await findIds(player, 'First Wave');
  const params = { labelid };
  expect((await player.call(contract.label, { params })).body).toEqual({
    labelid,
    label: 'Pier Records',
    logo: null,
    releases: 2,
  });
  const { items, total } = (await player.call(contract.labelReleases, { params, query: {} })).body;
  expect([total, items.map(({ title }) => title)]).toEqual([2, ['Second Wave', 'First Wave']]);
  expect(JSON.stringify(items)).not.toContain('pier@test.example');
});

test('artists and labels of which the account may hear nothing cannot be told from unknown ids', {
  tags: ['C-ROLE-07'],
}, async () => {
  const packages = ['Hidden Page'];
  const recipient = await server.signedIn({ packages });
  const stranger = await server.signedIn();
  const release = await server.release({
    title: 'Hidden Wave',
    artist: 'Hidden Artist',
    packages,
    facts: { labels: [house('Hidden Label')] },
  });
  const { artistid, labelid } = await findIds(recipient, 'Hidden Wave');
  async function ask(player: SignedIn, ids: { artistid: string; labelid: string }) {
    const artist = { params: { artistid: ids.artistid }, query: {} };
    const label = { params: { labelid: ids.labelid }, query: {} };
    return [
      await player.call(contract.artist, { params: artist.params }),
      await player.call(contract.artistReleases, artist),
      await player.call(contract.artistTracks, artist),
      await player.call(contract.label, { params: label.params }),
      await player.call(contract.labelReleases, label),
    ].map(({ status, refusal }) => ({ status, refusal }));
  }
  const unknown = await ask(stranger, { artistid: randomUUID(), labelid: randomUUID() });
  for (const answer of unknown) expect(answer).toMatchObject(refused('NOT_FOUND'));
  expect(await ask(stranger, { artistid, labelid })).toEqual(unknown);
  expect((await ask(recipient, { artistid, labelid })).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await server.setState(release, 'withdrawn');
  expect(await ask(recipient, { artistid, labelid })).toEqual(unknown);
  expect(await recipient.call(contract.artist, { params: { artistid: 'x' } })).toMatchObject(refused('NOT_FOUND'));
});

test('releases are filtered by label, and only labels that the account may hear are offered', {
  tags: ['C-FILTER-12', 'C-FILTER-14'],
}, async () => {
  const packages = ['Label Filter'];
  const player = await server.signedIn({ packages });
  const make = (title: string, label: string, audience = packages) =>
    server.release({ title, packages: audience, facts: { labels: [house(label)] } });
  await make('North', 'Filter North');
  await make('South', 'Filter South');
  await make('Secret', 'Filter Secret', ['Nobody Else']);
  const { labels } = (await player.call(options)).body;
  expect(labels.map(({ name }) => name)).toEqual(['Filter North', 'Filter South']);
  const { labelid } = await findIds(player, 'North');
  expect(labels[0]?.id).toBe(labelid);
  const find = async (list: string) => {
    const { items, total } = (await player.call(releases, { query: { labels: list, sort: 'title' } })).body;
    expect(total).toBe(items.length);
    return items.map(({ title }) => title);
  };
  expect(await find(labelid)).toEqual(['North']);
  expect(await find(`${labelid},FILTER SOUTH`)).toEqual(['North', 'South']);
  expect(await find('Filter Secret')).toEqual([]);
});
