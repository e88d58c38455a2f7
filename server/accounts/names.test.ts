import { randomUUID } from 'node:crypto';
import { releases } from '@promenade/contract/catalogue';
import { flagRelease } from '@promenade/contract/library';
import type { NameKind } from '@promenade/contract/operatorCatalogue';
import * as contract from '@promenade/contract/operatorCatalogue';
import { search } from '@promenade/contract/search';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rewriteRelease } from '../catalogue/publish.ts';
import { rebuildIndex } from '../catalogue/search/searchIndex.ts';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { findTwins, mergeNames } from './names.ts';

const server = await startTestServer();
const { db, pool } = server;
const command = await createOperatorCommand(pool.options);
let operator: SignedIn;
beforeAll(async () => {
  operator = await server.signedIn({ operator: true, everyone: false });
});

const rowsOf = async (statement: string) => (await pool.query<Record<string, unknown>>(statement)).rows;
const find = async (kind: NameKind, filter: string) =>
  (await operator.call(contract.names, { params: { kind }, query: { filter } })).body.items;
const idOf = async (kind: NameKind, name: string) =>
  (await find(kind, name)).find((named) => named.name === name)?.id ?? '';

/** What a merge may not change. */
const listKept = () =>
  Promise.all(
    [
      'select releaseid, title, state, available_at, upc from releases order by id',
      'select trackid, release_id, ordinal from tracks order by id',
      // Which tracks are versions of one recording.
      `select a.id, b.id as other from tracks a join tracks b on a.work_id = b.work_id and a.id < b.id order by 1, 2`,
      'select * from marks order by account_id, release_id',
      'select * from track_marks order by account_id, track_id',
      'select * from plays order by 1, 2',
      'select * from shares order by 1',
      'select * from reactions order by 1, 2',
      'select * from release_address order by 1, 2',
      'select * from release_recipient order by 1, 2',
      'select * from release_exclusion order by 1, 2',
    ].map(rowsOf),
  );

/** What is derived from the rows of releases. */
const listDerived = () =>
  Promise.all(
    [
      'select id, fragment, genre_ids, market_ids, audience from releases order by id',
      'select id, fragment from tracks order by id',
      'select * from search_releases order by 1',
      'select * from search_labels order by 1',
      'select * from search_words order by 1',
    ].map(rowsOf),
  );

const listVisible = async ({ call }: SignedIn) =>
  (await call(releases, { query: { pagesize: 500 } })).body.items.map(({ releaseid }) => releaseid);

const some = fc.array(
  fc.record({
    owner: fc.nat(1),
    hasBoth: fc.boolean(),
    packages: fc.subarray([0, 1]),
    genres: fc.subarray([0, 1], { minLength: 1 }),
    markets: fc.subarray([0, 1]),
    upc: fc.nat(2),
    works: fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }),
    isFlagged: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
);

test('a merge keeps releases with their marks, shares and works, shows them to everyone who saw them, and equals a new import', async () => {
  const model = fc.asyncProperty(
    some,
    fc.shuffledSubarray<NameKind>(['labels', 'packages', 'genres', 'moods', 'markets'], { minLength: 5 }),
    async (plan, kinds) => {
      const run = randomUUID().slice(0, 8);
      const pair = (kind: string): [string, string] => [`${kind}-${run}-from`, `${kind}-${run}-into`];
      const [labels, packages, genres, markets] = ['label', 'package', 'genre', 'market'].map(pair) as [
        [string, string],
        [string, string],
        [string, string],
        [string, string],
      ];
      const moods = pair('mood');
      const holders = await Promise.all(
        [[packages[0]], [packages[1]], packages].map(async (held) => {
          for (const name of held)
            await pool.query('insert into packages (name) values ($1) on conflict do nothing', [name]);
          return server.signedIn({ packages: held, everyone: false });
        }),
      );
      const used = new Set<string>();
      for (const { owner, hasBoth, upc, works, isFlagged, ...chosen } of plan) {
        const own = `${owner} ${upc}`;
        const release = await server.release({
          title: `Song ${used.size} ${run}`,
          songs: works.map((work) => ({ work: `work ${work}` })),
          packages: chosen.packages.map((index) => packages[index] as string),
          markets: chosen.markets.map((index) => markets[index] as string),
          // One label has a UPC once, two labels may share it.
          identity: used.has(own) ? randomUUID() : `upc:${upc} ${run}`,
          facts: {
            labels: [owner, 1 - owner].slice(0, hasBoth ? 2 : 1).map((index) => ({
              name: labels[index] as string,
              contact: null,
              logo_hash: null,
            })),
            genres: chosen.genres.map((index) => genres[index] as string),
            moods,
          },
        });
        used.add(own);
        const [holder] = holders.filter((_, index) => index === 2);
        if (isFlagged && holder && chosen.packages.length > 0)
          await holder.call(flagRelease, { params: { releaseid: release.releaseid } });
        for (const index of [0, 1]) if (index === owner && holder) await server.joinLabel(holder, release, 'viewer');
      }
      const [kept, visible] = [await listKept(), await Promise.all(holders.map(listVisible))];
      for (const kind of kinds) {
        const [from, into] = { labels, packages, genres, moods, markets, instruments: genres }[kind];
        const isThere = await idOf(kind, kind === 'markets' ? from.toUpperCase() : from);
        const isOther = await idOf(kind, kind === 'markets' ? into.toUpperCase() : into);
        if (isThere && isOther) await mergeNames(server, kind, isThere, isOther);
      }
      expect(await listKept()).toEqual(kept);
      // Permissions follow within 5 s.
      server.advanceClock(5_001);
      for (const [index, holder] of holders.entries())
        expect(await listVisible(holder)).toEqual(expect.arrayContaining(visible[index] ?? []));
      const derived = await listDerived();
      for (const { id } of await rowsOf(`select id from releases where title like '%${run}'`))
        await rewriteRelease(db, Number(id), ({ edits }) => edits, {
          now: server.now(),
          actor: 'command',
          action: 'test',
          alongside: () => Promise.resolve(),
        });
      await rebuildIndex(db);
      expect(await listDerived()).toEqual(derived);
    },
  );
  await fc.assert(model, { numRuns: 8 });
});

test('a delivery under a former name reaches what it is called now', async () => {
  const deliver = (label: string, genre: string) =>
    server.release({ identity: 'upc:former', label: { name: label, contact: null }, facts: { genres: [genre] } });
  const { releaseid } = await deliver('Harbor Rec', 'Hip Hop');
  await server.release({ label: { name: 'Harbour Records', contact: null }, facts: { genres: ['Hip-Hop'] } });
  for (const [kind, from, into] of [
    ['labels', 'Harbor Rec', 'Harbour Records'],
    ['genres', 'Hip Hop', 'Hip-Hop'],
  ] as const) {
    const params = { kind, nameid: await idOf(kind, from) };
    const target = await idOf(kind, into);
    const preview = await operator.call(contract.previewNameMerge, { params, query: { into: target } });
    expect(preview.body).toMatchObject({ from: { name: from }, into: { name: into }, releases: 1, doubles: 0 });
    expect((await operator.call(contract.mergeNames, { params, body: { into: target } })).body).toEqual(preview.body);
    expect(await operator.call(contract.mergeNames, { params, body: { into: target } })).toMatchObject({ status: 404 });
    // A genre and a mood may have the same id.
    expect((await listAudit(server, params.nameid)).slice(-1)).toMatchObject([
      {
        actor: operator.playerid,
        action: `${kind.slice(0, -1)}.merge`,
        before: { name: from },
        after: { name: into, releases: 1 },
      },
    ]);
  }
  expect((await deliver('harbor rec', 'HIP HOP')).releaseid).toBe(releaseid);
  expect(await find('labels', 'harbor rec')).toEqual([]);
  expect(await find('genres', 'hip hop')).toEqual([]);
  const { fragment } = (await rowsOf(`select fragment from releases where releaseid = '${releaseid}'`))[0] ?? {};
  expect(fragment).toContain('"genres":["Hip-Hop"]');
  expect(fragment).toContain('"name":"Harbour Records"');
});

test('a renamed label is found by its new name, and its old name is free for another', async () => {
  const listener = await server.signedIn();
  await server.release({ title: 'Lantern', label: { name: 'Owl Tapes', contact: null } });
  const nameid = await idOf('labels', 'Owl Tapes');
  const params = { kind: 'labels', nameid } as const;
  await operator.call(contract.renameName, { params, body: { name: 'Falcon Discs' } });
  const hits = async (filter: string) =>
    (await listener.call(search, { query: { filter, section: 'labels' } })).body.labels.map(({ label }) => label);
  expect(await hits('falcon')).toEqual(['Falcon Discs']);
  expect(await hits('owl')).toEqual([]);
  const made = await operator.call(contract.makeName, { params: { kind: 'labels' }, body: { name: 'owl tapes' } });
  expect(made.status).toBe(200);
  expect(await operator.call(contract.renameName, { params, body: { name: 'Owl  Tapes' } })).toMatchObject({
    status: 409,
    body: { error: { code: 'NAME_TAKEN' } },
  });
});

test('who held a merged package sees the releases of both, and what had ended before stays unknown to newcomers', async () => {
  await server.release({ title: 'Of east', packages: ['East'] });
  await server.release({ title: 'Of west', packages: ['West'] });
  const west = await server.signedIn({ packages: ['West'], everyone: false });
  expect((await command('packages', 'merge', 'West', 'East')).stdout).toMatch(/^West is now East: 1 release, 1 person/);
  const titles = (await west.call(releases, { query: {} })).body.items.map(({ title }) => title);
  expect(titles.sort()).toEqual(['Of east', 'Of west']);
});

test.each([
  ['packages', 'Everyone'],
  ['markets', 'us'],
] as const)('%s %s keeps its name', async (kind, text) => {
  await server.release();
  const [named] = (await operator.call(contract.names, { params: { kind }, query: { filter: text } })).body.items;
  const params = { kind, nameid: named?.id ?? '' };
  const refused = { status: 409, body: { error: { code: 'NAME_FIXED' } } };
  expect(await operator.call(contract.renameName, { params, body: { name: 'Other' } })).toMatchObject(refused);
});

test('an operator changes contact, staff and packages of a label, and members of a package; each is audited', async () => {
  const person = await server.signedIn();
  const made = async (kind: 'labels' | 'packages', name: string) =>
    (await operator.call(contract.makeName, { params: { kind }, body: { name } })).body.id;
  const [labelid, packageid] = [await made('labels', 'Quay'), await made('packages', 'Night radio')];
  const change = (body: object) => operator.call(contract.changeLabel, { params: { nameid: labelid }, body });
  await change({ contact: 'desk@quay.example' });
  await change({ staff: { account: person.email, role: 'editor' } });
  expect((await change({ package: { name: 'Night radio', granted: true } })).body).toMatchObject({
    contact: 'desk@quay.example',
    staff: [{ playerid: person.playerid, role: 'editor' }],
    packages: ['Night radio'],
  });
  const inPackage = { params: { nameid: packageid } };
  const member = { account: person.playerid, holds: true };
  await operator.call(contract.changePackage, { ...inPackage, body: { open: true, member } });
  expect((await operator.call(contract.packageMembers, { ...inPackage, query: {} })).body).toMatchObject({
    open: true,
    labels: ['Quay'],
    items: [{ playerid: person.playerid }],
  });
  const actions = await rowsOf(
    `select action from audit where actor = '${operator.playerid}' order by id desc limit 6`,
  );
  expect(actions.map(({ action }) => String(action)).toSorted()).toEqual([
    'account.packages',
    'label.contact',
    'label.package',
    'label.staff',
    'package.make',
    'package.open',
  ]);
});

test('a pasted list says who has an account and the package, and its members are searched', async () => {
  const nameid = (await operator.call(contract.makeName, { params: { kind: 'packages' }, body: { name: 'Press' } }))
    .body.id;
  const [ana, bo] = [
    await server.signedIn({ firstname: 'Ana', lastname: 'Popescu' }),
    await server.signedIn({ firstname: 'Bo', lastname: 'Lowry' }),
  ];
  const params = { nameid };
  await operator.call(contract.changePackage, { params, body: { member: { account: ana.email, holds: true } } });
  const text = `Name;E-mail\n"Popescu; Ana";${ana.email}\nBo;mailto:${bo.email}\nCy;cy@nowhere.example\nDi;di@`;
  expect((await operator.call(contract.checkPackagePeople, { params, body: { text } })).body).toEqual({
    people: [
      { playerid: bo.playerid, name: 'Bo Lowry', email: bo.email, holds: false },
      { playerid: ana.playerid, name: 'Ana Popescu', email: ana.email, holds: true },
    ],
    unknown: ['cy@nowhere.example'],
    wrong: ['Di, di@'],
  });
  await operator.call(contract.changePackage, { params, body: { member: { account: bo.email, holds: true } } });
  const find = async (filter: string) =>
    (await operator.call(contract.packageMembers, { params, query: { filter } })).body;
  for (const filter of [
    'popesc ana',
    'POPESCU "Ana"',
    `Ana Popescu <${ana.email.toUpperCase()}>`,
    `mailto:${ana.email}`,
  ])
    expect(await find(filter), filter).toMatchObject({ people: 2, total: 1, items: [{ playerid: ana.playerid }] });
  expect(await find('nobody')).toMatchObject({ people: 2, total: 0, items: [] });
  const cy = await server.signedIn({ firstname: 'Cy', lastname: 'Mota', packages: ['Press'] });
  const pages = [1, 2, 3, 4].map(async (page) => {
    const { body } = await operator.call(contract.packageMembers, { params, query: { page, pagesize: 1 } });
    return [body.total, ...body.items.map(({ playerid }) => playerid)];
  });
  expect(await Promise.all(pages)).toEqual([[3, bo.playerid], [3, cy.playerid], [3, ana.playerid], [3]]);
});

test('names that differ by accents, punctuation or one letter are likely twins', () => {
  const names = ['Björk Records', 'bjork-records', 'Bjork Record', 'House', 'Mouse', 'Rock', 'Rack', '!!!'];
  const twins = findTwins(names.map((name) => ({ id: name, name })));
  expect([...twins.keys()].sort()).toEqual(['Bjork Record', 'Björk Records', 'House', 'Mouse', 'bjork-records']);
});

test.each([
  [['labels', 'make', 'Pier'], 0, 'Pier was made.\n'],
  [['labels', 'make', 'PIER'], 1, /There is a label "Pier" already/],
  [['labels', 'rename', 'Pier', 'Jetty'], 0, 'Pier is now called Jetty.\n'],
  [['staff', 'PIER'], 0, 'Nobody works for Jetty.\n'],
  [['labels', 'make', 'Pier'], 0, 'Pier was made.\n'],
  [['staff', 'Pier'], 0, 'Nobody works for Pier.\n'],
  [['packages', 'make', 'Coast'], 0, 'Coast was made.\n'],
  [['packages', 'rename', 'Coast', 'Shore'], 0, 'Coast is now called Shore.\n'],
  [['grant', 'Pier', 'coast'], 0, /Pier.*Shore/],
  [['labels', 'merge', 'Jetty', 'Nowhere'], 1, /There is no label "Nowhere"/],
  [['vocabulary', 'rename', 'genre', 'Nothing', 'Some'], 1, /There is no genre "Nothing"/],
  [['vocabulary', 'rename', 'colour', 'Red', 'Blue'], 2, /genre, mood, instrument, market/],
  [['labels', 'delete', 'Pier'], 2, /make, rename or merge/],
])('operator -- %j', async (args, code, output) => {
  const { stdout, stderr, ...result } = await command(...args);
  expect(result.code).toBe(code);
  expect(code === 0 ? stdout : stderr).toMatch(output);
});
