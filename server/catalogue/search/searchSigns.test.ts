import { search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();

test('names of signs alone are found as typed, and codes as label copy has them', async () => {
  const packages = ['Signs'];
  const player = await server.signedIn({ packages });
  await server.release({ title: '???', artist: '!!!', packages, facts: { upc: '602445790128' } });
  await server.release({ title: 'Other', packages });
  for (const filter of ['???', '!!!', 'UPC 602445790128', 'upc:6 02445 79012 8']) {
    const { body } = await player.call(search, { query: { filter } });
    expect(
      body.releases.map(({ title }) => title),
      filter,
    ).toEqual(['???']);
  }
});
