import { artistPicture } from '@promenade/contract/artists';
import { search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
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
