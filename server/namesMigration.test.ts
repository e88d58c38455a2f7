import { releases } from '@promenade/contract/catalogue';
import { search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { indexMissingReleases } from './catalogue/search/searchIndex.ts';
import { migrate } from './platform/database/migrate.ts';
import { startTestServer } from './testing/testServer.ts';

const server = await startTestServer();

const listFragments = async () => {
  const { rows } = await server.pool.query<{ fragment: string }>(
    'select fragment from releases union all select fragment from tracks order by fragment',
  );
  return rows.map(({ fragment }) => fragment);
};

test('releases of an older database name their artists and labels with ids, and are found', async () => {
  const logo = 'a'.repeat(64);
  await server.release({
    title: 'A "labels":[ Title, "genres":[ "labels" : , "genres" : ',
    artist: 'Quo"ted & Ünï',
    songs: [{}, { title: 'Second' }],
    facts: {
      artists: ['Quo"ted', 'Ünï'],
      labels: [
        { name: 'Har"bour', contact: null, logo_hash: logo },
        { name: 'Südwind', contact: null, logo_hash: null },
      ],
    },
  });
  await server.release({ title: 'Nobody', facts: { artists: [], labels: [] } });
  const before = await listFragments();
  await server.pool.query(`
    update releases set fragment = regexp_replace(regexp_replace(fragment, '"artists":\\[.*?\\],"labels"', '"labels"'),
      '\\{"labelid":"[0-9a-f-]+",', '{', 'g');
    update tracks set fragment = regexp_replace(regexp_replace(fragment, '"artists" : \\[.*?\\], "labels"', '"labels"'),
      '\\{"labelid":"[0-9a-f-]+",', '{', 'g');
    delete from schema_migrations where name like '%_finding_names.sql'`);
  expect((await listFragments()).join()).not.toMatch(/artistid|labelid/);
  expect(await migrate(server.pool)).toEqual([expect.stringMatching(/_finding_names\.sql$/)]);
  expect(await listFragments()).toEqual(before);
  await indexMissingReleases(server.db);
  const player = await server.signedIn();
  const { items } = (await player.call(releases)).body;
  expect(items.find(({ title }) => title.startsWith('A '))).toMatchObject({
    artists: [{ name: 'Quo"ted' }, { name: 'Ünï' }],
    labels: [
      { name: 'Har"bour', logo: expect.stringContaining(logo) },
      { name: 'Südwind', logo: null },
    ],
  });
  expect((await player.call(search, { query: { filter: 'nobody' } })).body.releases).toMatchObject([
    { title: 'Nobody', artists: [], labels: [] },
  ]);
});
