import { artistPicture } from '@promenade/contract/artists';
import { search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import type { ReleaseOptions } from '../testing/releases.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

const HASH = 'b'.repeat(64);
const file = `${HASH}.webp`;
const bytes = Buffer.from('a portrait');
await server.storage.put(`artists/${file}`, bytes);
const made = await server.release({
  packages: ['Pictured'],
  artist: 'Portrayed',
  facts: { artistPictures: { Portrayed: HASH } },
});
const viewer = await server.signedIn({ packages: ['Pictured'] });

test('a search names the picture of an artist, which browsers cache forever', {
  tags: ['C-ENTITY-08', 'C-ROLE-07'],
}, async () => {
  const { body } = await viewer.call(search, { query: { filter: 'portrayed' } });
  const response = await fetch(`${server.url}${body.artists[0]?.thumbnail}`, { headers: { cookie: viewer.cookie } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
});

test('an artist picture is refused without a visible release of the artist, and with another hash', {
  tags: ['C-ROLE-07'],
}, async () => {
  const { artistid } = await server.db
    .selectFrom('artists')
    .select('artistid')
    .where('name', '=', 'Portrayed')
    .executeTakeFirstOrThrow();
  const stranger = await server.signedIn();
  const ask = (who = viewer, params = { artistid, file }) => who.call(artistPicture, { params });
  expect((await ask()).status).toBe(200);
  expect(await ask(stranger)).toMatchObject(refused('NOT_FOUND'));
  expect(await ask(viewer, { artistid, file: `${'c'.repeat(64)}.webp` })).toMatchObject(refused('NOT_FOUND'));
  expect(await ask(viewer, { artistid: crypto.randomUUID(), file })).toMatchObject(refused('NOT_FOUND'));
  await server.setState(made, 'withdrawn');
  expect(await ask()).toMatchObject(refused('NOT_FOUND'));
});

test('an artist has the newest delivered cover that the viewer may see, else initials, and a label its logo', {
  tags: ['C-ENTITY-08'],
}, async () => {
  const packages = ['Gallery'];
  const player = await server.signedIn({ packages });
  const find = async (filter: string) => (await player.call(search, { query: { filter } })).body;
  const release = (title: string, options: ReleaseOptions) => server.release({ title, packages, ...options });
  const pictured = (artist: string) => ({ artistPictures: { [artist]: 'e'.repeat(64) } });
  const [now, hour] = [server.now().getTime(), 3600_000];
  await release('Old', { artist: 'Gallery Artist', cover: true, available: new Date(0) });
  const { releaseid } = await release('New', {
    artist: 'Gallery Artist',
    cover: true,
    available: new Date(now - 5 * hour),
    facts: {
      labels: [{ name: 'Gallery Label', logo_hash: 'd'.repeat(64), contact: null }],
      ...pictured('Gallery Artist'),
    },
  });
  const newer = { artist: 'Gallery Artist', cover: true, available: new Date(now - hour) };
  await release('Without a cover', { ...newer, facts: { cover_drawn: true } });
  await release('For others', { ...newer, packages: ['Others of the gallery'] });
  await server.setState(await release('Withdrawn', newer), 'withdrawn');
  await release('Tomorrow', { ...newer, available: new Date(now + 24 * hour) });
  const drawn = await release('Drawn', {
    artist: 'Gallery Portrait',
    cover: true,
    facts: { cover_drawn: true, ...pictured('Gallery Portrait') },
  });
  const { artists, labels } = await find('gallery');
  const byName = Object.fromEntries(artists.map((one) => [one.artist, one]));
  expect(byName['Gallery Artist']).toMatchObject({ releases: 3 });
  expect(byName['Gallery Artist']?.thumbnail).toMatch(new RegExp(`^/api/cover/${releaseid}/[0-9a-f]{64}-500\\.webp$`));
  expect(byName['Gallery Artist']?.coverart).toMatch(/-1000\.webp$/);
  const cover = await fetch(`${server.url}${byName['Gallery Artist']?.thumbnail}`, {
    headers: { cookie: player.cookie },
  });
  expect(cover.status).toBe(200);
  expect(byName['Gallery Portrait']).toMatchObject({
    thumbnail: `/api/artist/${byName['Gallery Portrait']?.artistid}/${'e'.repeat(64)}.webp`,
  });
  expect(labels).toMatchObject([{ label: 'Gallery Label', logo: `/api/logo/${releaseid}/${'d'.repeat(64)}.webp` }]);
  expect(drawn.releaseid).not.toBe(releaseid);
});
