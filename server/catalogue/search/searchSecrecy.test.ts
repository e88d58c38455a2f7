import { shareRelease } from '@promenade/contract/network';
import { search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { refused } from '../../testing/client.ts';
import { type SignedIn, startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();

const DAY = 24 * 3600_000;
const find = async (
  player: SignedIn,
  filter: string,
  query: { pagesize?: number; genres?: string; markets?: string } = {},
) => {
  const { status, body } = await player.call(search, { query: { filter, ...query } });
  expect(status, filter).toBe(200);
  return body;
};
const nothing = { tracks: [], artists: [], labels: [], releases: [], top: [] };

test('undelivered, future, draft and withdrawn releases are in no list and not in the top', {
  tags: ['C-ROLE-07'],
}, async () => {
  const packages = ['Secret'];
  const player = await server.signedIn({ packages });
  const wanted = (title: string) => ({
    title,
    artist: `${title} Artist`,
    label: { name: `${title} Label`, contact: null },
    packages,
    facts: { upc: title.length === 7 ? '111222333444' : null },
    songs: [{ isrc: `XX${title.toUpperCase()}`.slice(0, 12) }],
  });
  await server.release({ ...wanted('Foreign'), packages: ['Others'] });
  await server.release({ ...wanted('Tomorrow'), available: new Date(server.now().getTime() + DAY) });
  await server.setState(await server.release(wanted('Drafted')), 'draft');
  await server.setState(await server.release(wanted('Withdrawn')), 'withdrawn');
  for (const word of ['Foreign', 'Tomorrow', 'Drafted', 'Withdrawn']) {
    for (const text of [
      word,
      word.slice(0, 4),
      `${word} artist`,
      `${word} label`,
      `${word.slice(0, 3)}x${word.slice(4)}`,
      `XX${word}`,
      '111222333444',
    ])
      expect(await find(player, text, { pagesize: 100 }), text).toEqual(nothing);
  }
});

test('releases of others change neither order, scores nor forgiven typos', {
  tags: ['C-ROLE-07'],
}, async () => {
  const packages = ['Apart'];
  const player = await server.signedIn({ packages });
  await server.release({ title: 'Marble Harbour', artist: 'Quiet', packages });
  await server.release({ title: 'Marbles', artist: 'Louder', packages });
  const texts = ['marble', 'marbel', 'marblo', 'm', 'harbuor', 'harbor', 'marbles louder', 'quiet'];
  const before = [];
  for (const text of texts) before.push(await find(player, text));
  expect(before.every(({ releases }) => releases.length > 0)).toBe(true);
  const foreign = ['Marble', 'Marbel', 'Marblo', 'Harbuor', 'Harbor', 'Quiet'];
  for (const title of foreign) {
    const { id } = await server.release({ title, artist: 'Quiet', packages: ['Elsewhere'], songs: [{}, {}] });
    await server.db.updateTable('releases').set({ popular_30: 1_000 }).where('id', '=', id).execute();
  }
  const after = [];
  for (const text of texts) after.push(await find(player, text));
  expect(after).toEqual(before);
});

test('release counts include visible releases only; artists and labels without any are hidden', {
  tags: ['C-ENTITY-08', 'C-ENTITY-09', 'C-ROLE-07'],
}, async () => {
  const packages = ['Counted'];
  const player = await server.signedIn({ packages });
  const wanted = { artist: 'Tallyman', label: { name: 'Tally House', contact: null } };
  await server.release({ ...wanted, title: 'One', packages });
  await server.release({ ...wanted, title: 'Two', packages: ['Not Counted'] });
  const gone = await server.release({ ...wanted, title: 'Three', packages });
  const counts = async () => {
    const { artists, labels } = await find(player, 'tally');
    return [...artists, ...labels].map(({ releases }) => releases);
  };
  expect(await counts()).toEqual([2, 2]);
  await server.setState(gone, 'withdrawn');
  expect(await counts()).toEqual([1, 1]);
  expect(await find(await server.signedIn(), 'tally')).toEqual(nothing);
});

test('withdrawal, return, share and availability take effect at once', { tags: ['C-ROLE-07'] }, async () => {
  const packages = ['Prompt'];
  const player = await server.signedIn({ packages });
  const friend = await server.signedIn();
  const made = await server.release({ title: 'Prompt Answer', packages });
  const ids = async (who: SignedIn) => (await find(who, 'prompt')).releases.map(({ releaseid }) => releaseid);
  expect(await ids(player)).toEqual([made.releaseid]);
  expect(await ids(friend)).toEqual([]);
  const now = new Date();
  await server.db
    .insertInto('connections')
    .values([
      { account_id: player.accountid, other_id: friend.accountid, since: now },
      { account_id: friend.accountid, other_id: player.accountid, since: now },
    ])
    .execute();
  await player.call(shareRelease, { body: { release_id: made.releaseid, players_id: [friend.playerid], message: '' } });
  expect(await ids(friend)).toEqual([made.releaseid]);
  await server.setState(made, 'withdrawn');
  expect([await ids(player), await ids(friend)]).toEqual([[], []]);
  await server.setState(made, 'available');
  expect(await ids(player)).toEqual([made.releaseid]);
  const soon = await server.release({ title: 'Prompt Later', packages, available: new Date(Date.now() + 700) });
  expect(await ids(player)).toEqual([made.releaseid]);
  await expect.poll(() => ids(player)).toContain(soon.releaseid);
});

test('unusual texts cause no error and are no patterns', async () => {
  const packages = ['Odd'];
  const player = await server.signedIn({ packages });
  await server.release({ title: "Rock'n'Roll 100% \\ Under_score", packages });
  for (const text of [
    '',
    '   ',
    '\t\n',
    '!!!',
    '%',
    '_',
    '%%%',
    "'",
    '"',
    '\\',
    '\0',
    '😀',
    '—',
    '()',
    ':*',
    '\u0301',
    '\ud800',
  ])
    expect(await find(player, text), JSON.stringify(text)).toEqual(nothing);
  for (const text of [
    "rock'n'roll",
    "rock' n",
    '100%',
    'under_score',
    'roll:*',
    "roll' | 'x",
    '\\roll',
    'roll & 100',
    'roll\0',
    '😀 roll',
    '(roll)',
    '!roll',
  ])
    expect((await find(player, text)).releases.length, JSON.stringify(text)).toBeLessThanOrEqual(1);
  for (const text of ['100%', 'under_score', "rock'n'roll", 'roll\0', '😀 roll', '(roll)', ':roll:*'])
    expect((await find(player, text)).releases, JSON.stringify(text)).toHaveLength(1);
  for (const text of [
    'a'.repeat(200),
    'a '.repeat(100),
    'ﷺ'.repeat(200),
    '東'.repeat(200),
    '😀'.repeat(100),
    "'".repeat(200),
  ])
    expect(await find(player, text), text).toEqual(nothing);
  expect(await player.call(search, { query: { filter: 'a'.repeat(201) } })).toMatchObject(refused('VALIDATION'));
  expect((await find(player, 'rock', { genres: "\0,'", markets: '%,\\' })).releases).toEqual([]);
});

test('an unknown section, an invalid page size and a visitor are refused', {
  tags: ['C-API-20', 'C-API-21'],
}, async () => {
  const player = await server.signedIn();
  for (const query of [{ section: 'playlists' as 'top' }, { pagesize: 0 }, { pagesize: -1 }, { pagesize: 1.5 }])
    expect(await player.call(search, { query: { filter: 'a', ...query } })).toMatchObject(refused('VALIDATION'));
  expect(await server.call(search, { query: { filter: 'a' } })).toMatchObject(refused('UNAUTHENTICATED'));
});
