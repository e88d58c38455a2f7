import { releases } from '@promenade/contract/catalogue';
import { FILTER_MAX } from '@promenade/contract/limits';
import { options } from '@promenade/contract/options';
import { describe, expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const insider = await server.signedIn({ packages: ['Insiders', 'Radio'] });
const player = await server.signedIn({ packages: ['Radio'] });
await server.release({ title: 'For both', packages: ['Insiders', 'Radio'] });
await server.release({ title: 'For insiders', packages: ['Insiders'] });
await server.release({ title: 'For radio', packages: ['Radio'] });

const texts = ['filter', 'title', 'artist', 'label', 'genre', 'market', 'version'] as const;
const lists = ['genres', 'markets', 'versions', 'release_types', 'packages', 'moods', 'instruments'] as const;

describe('packages', () => {
  test('are filtered by name or id by accounts that hold them', { tags: ['C-API-09'] }, async () => {
    const { body } = await insider.call(options);
    const id = body.packages.find(({ name }) => name === 'Insiders')?.id ?? '';
    for (const packages of ['insiders', id]) {
      const { body: page } = await insider.call(releases, { query: { packages, sort: 'title' } });
      expect(page.items.map(({ title }) => title)).toEqual(['For both', 'For insiders']);
    }
  });

  test('of others reveal nothing, not even which visible releases they contain', {
    tags: ['C-API-57'],
  }, async () => {
    const { body } = await insider.call(options);
    const id = body.packages.find(({ name }) => name === 'Insiders')?.id ?? '';
    for (const packages of ['Insiders', 'insiders', id, `-${insider.accountid}`, `-${player.accountid}`]) {
      const { body: page } = await player.call(releases, { query: { packages } });
      expect(page).toMatchObject({ items: [], total: 0 });
    }
    const both = await player.call(releases, { query: { packages: `Radio,${id}`, sort: 'title' } });
    expect(both.body.items.map(({ title }) => title)).toEqual(['For both', 'For radio']);
  });

  test('no filter shows releases that were not delivered to the account', async () => {
    for (const query of [
      { title: 'insiders' },
      { filter: 'insiders' },
      { artist: 'Somebody' },
      { label: 'Parallel' },
    ]) {
      const { body } = await player.call(releases, { query });
      expect(body.items.map(({ title }) => title)).not.toContain('For insiders');
      expect(body.total).toBe(body.items.length);
    }
  });
});

test.each([
  "' or true --",
  "'; drop table releases; --",
  '%',
  '_',
  '\\',
  '$1',
  '{1',
  '"',
  'NULL',
  '\0',
  'a\0b',
  '\u{1f3b7}',
  '9'.repeat(190),
])(
  '%j is an ordinary word: it matches nothing and causes no error',
  { tags: ['C-API-08', 'C-API-09'] },
  async (word) => {
    for (const kind of [...texts, ...lists]) {
      const answer = await player.call(releases, { query: { [kind]: word } });
      expect(answer, kind).toMatchObject({ status: 200, body: { items: [], total: 0 } });
    }
    expect((await player.call(releases)).body.total).toBe(2);
  },
);

test('a list of ids has at most 2,000 characters', async () => {
  const ids = Array.from({ length: FILTER_MAX / 4 }, (_none, n) => `${100 + n}`).join(',');
  for (const kind of lists) {
    const longest = await player.call(releases, { query: { [kind]: ids } });
    expect(longest, kind).toMatchObject({ status: 200, body: { total: 0 } });
    const longer = await player.call(releases, { query: { [kind]: 'x'.repeat(FILTER_MAX + 1) } });
    expect(longer).toMatchObject(refused('VALIDATION'));
    expect(longer.refusal?.fields).toHaveProperty(kind);
  }
});

test('days, explicit and tohear refuse invalid values', async () => {
  for (const query of [{ days: 0 }, { days: 3_651 }, { days: 1.5 }, { explicit: 'maybe' }, { tohear: '1' }]) {
    // Typed clients cannot ask like that; the refusal needs it.
    const answer = await player.call(releases, { query: query as { days: number } });
    expect(answer, JSON.stringify(query)).toMatchObject(refused('VALIDATION'));
  }
});

test('a repeated filter parameter is refused', async () => {
  const headers = { authorization: `Bearer ${player.token}` };
  const answer = await fetch(`${server.url}/api/release?genres=Jazz&genres=Folk`, { headers });
  expect(answer.status).toBe(400);
});
