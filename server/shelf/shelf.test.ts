import { randomUUID } from 'node:crypto';
import { startRun } from '@promenade/contract/desk';
import { archiveRelease, flagRelease, flagTrack, react, unflagRelease } from '@promenade/contract/library';
import { account, changeAccount } from '@promenade/contract/operatorPeople';
import { personalData } from '@promenade/contract/privacy';
import { saveProfile } from '@promenade/contract/profile';
import * as shelf from '@promenade/contract/shelf';
import { expect, test, vi } from 'vitest';
import { setWithdrawn } from '../catalogue/withdrawQueries.ts';
import { createSong, fetchFile } from '../testing/downloads.ts';
import { openEventStream } from '../testing/eventStream.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

/** The shelf of a company: ADR 0036. */
const server = await startTestServer();

/** Colleagues of a company of their own, who share its shelf unless `ison` is false. */
async function station({ ison = true } = {}) {
  const company = `Station ${randomUUID()}`;
  const packages = [company];
  const [ana, ben] = [
    await server.signedIn({ packages, company, firstname: 'Ana', lastname: 'Lund' }),
    await server.signedIn({ packages, company: company.toUpperCase(), firstname: 'Ben', lastname: 'Fenn' }),
  ];
  if (ison) for (const { call } of [ana, ben]) await call(shelf.shareShelf, { body: { ison } });
  return { company, packages, ana, ben };
}

const list = async ({ call }: SignedIn, query: Record<string, string> = {}) =>
  (await call(shelf.shelf, { query })).body;
const titles = async (player: SignedIn, query?: Record<string, string>) =>
  (await list(player, query)).items.map(({ title }) => title);
const flag = ({ call }: SignedIn, releaseid: string) => call(flagRelease, { params: { releaseid } });
const decide = ({ call }: SignedIn, releaseid: string, body: object) =>
  call(shelf.decideShelf, { body: { releaseids: [releaseid], ...body } });

test('what colleagues flag, take, react to and vote for is one list, with who did what', async () => {
  const { packages, ana, ben } = await station();
  const [one, two, three, four] = [
    await server.release({ packages, title: 'One' }),
    await server.release({ packages, title: 'Two' }),
    await server.release({ packages, title: 'Three' }),
    await server.release({ packages, title: 'Four' }),
  ];
  await flag(ana, one.releaseid);
  await ben.call(react, { params: one, body: { kind: 'rotation', note: 'For the label alone' } });
  await ben.call(shelf.voteShelf, { params: one, body: { vote: 'for', note: 'Fits Sunday' } });
  await ben.call(flagTrack, { params: { releaseid: two.releaseid, trackid: two.trackids[0] ?? '' } });
  await ana.call(react, { params: three, body: { kind: 'not-for-us' } });
  await server.db
    .insertInto('downloaded_tracks')
    .values({
      account_id: ana.accountid,
      release_id: four.id,
      track_id: (
        await server.db
          .selectFrom('tracks')
          .select('id')
          .where('trackid', '=', four.trackids[0] ?? '')
          .executeTakeFirstOrThrow()
      ).id,
      format: 'wav',
      downloaded_at: server.now(),
    } as never)
    .execute();
  expect(await titles(ben, { sort: 'title' })).toEqual(['Four', 'One', 'Two']);
  const [, item] = (await list(ana, { sort: 'title' })).items;
  expect(item).toMatchObject({
    flagged: true,
    shelf: {
      state: 'proposed',
      people: [
        { playerid: ana.playerid, name: 'Ana Lund', flagged: true, reaction: null, vote: null, note: '' },
        {
          playerid: ben.playerid,
          name: 'Ben Fenn',
          flagged: false,
          reaction: 'rotation',
          vote: 'for',
          note: 'Fits Sunday',
        },
      ],
    },
  });
  expect(JSON.stringify(await list(ana))).not.toContain('For the label alone');
  expect(await titles(ana, { person: ben.playerid, sort: '-title' })).toEqual(['Two', 'One']);
  expect(await titles(ana, { sort: '-votes', filter: 'ONE' })).toEqual(['One']);
  await ben.call(shelf.voteShelf, { params: one, body: {} });
  expect((await list(ana, { filter: 'one' })).items[0]?.shelf.people[1]).toMatchObject({ vote: null, note: '' });
});

test('the company decides about state, show and day; what is off is found by its state alone', async () => {
  const { packages, ana, ben } = await station();
  const [one, two] = [
    await server.release({ packages, title: 'One' }),
    await server.release({ packages, title: 'Two' }),
  ];
  await flag(ana, one.releaseid);
  const hidden = await server.release({ packages: ['Others'] });
  const body = {
    releaseids: [one.releaseid, two.releaseid, hidden.releaseid],
    state: 'accepted' as const,
    show: 'Sunday',
  };
  const { body: decided } = await ben.call(shelf.decideShelf, { body });
  expect(decided.items.map(({ title, shelf: { state, show, decidedby } }) => [title, state, show, decidedby])).toEqual(
    expect.arrayContaining([
      ['One', 'accepted', 'Sunday', 'Ben Fenn'],
      ['Two', 'accepted', 'Sunday', 'Ben Fenn'],
    ]),
  );
  expect(decided.items).toHaveLength(2);
  await decide(ana, one.releaseid, { day: '2026-12-06' });
  expect(
    (await list(ben, { show: 'Sunday', sort: 'day' })).items.map(({ shelf: { state, show, day } }) => [
      state,
      show,
      day,
    ]),
  ).toEqual([
    ['accepted', 'Sunday', '2026-12-06'],
    ['accepted', 'Sunday', null],
  ]);
  expect((await ana.call(shelf.shelfMembership)).body.shows).toEqual(['Sunday']);
  await decide(ben, two.releaseid, { state: 'off' });
  expect(await titles(ana)).toEqual(['One']);
  expect(await titles(ana, { state: 'off' })).toEqual(['Two']);
});

test('nobody sees what was done before saying yes, and nothing without saying it', async () => {
  const { packages, ana, ben } = await station({ ison: false });
  const { releaseid } = await server.release({ packages });
  await flag(ana, releaseid);
  expect(await ana.call(shelf.shelf)).toMatchObject({ status: 403, refusal: { code: 'SHELF_OFF' } });
  expect(await decide(ana, releaseid, {})).toMatchObject({ status: 403, refusal: { code: 'SHELF_OFF' } });
  expect((await ana.call(shelf.shelfMembership)).body).toMatchObject({ ison: false, people: [] });
  for (const { call } of [ana, ben]) await call(shelf.shareShelf, { body: { ison: true } });
  expect((await ana.call(shelf.shelfMembership)).body.people).toEqual([{ playerid: ben.playerid, name: 'Ben Fenn' }]);
  expect(await titles(ben)).toEqual([]);
  await ana.call(unflagRelease, { params: { releaseid } });
  await flag(ana, releaseid);
  expect((await list(ben)).total).toBe(1);
});

test('a colleague learns nothing of a release that was not delivered to that person', async () => {
  const { company, packages, ana, ben } = await station();
  const secret = await server.signedIn({ packages: [...packages, 'Secrets'], company });
  await secret.call(shelf.shareShelf, { body: { ison: true } });
  const { releaseid } = await server.release({ packages: ['Secrets'], title: 'Secret' });
  const { releaseid: common } = await server.release({ packages, title: 'Common' });
  const stream = await openEventStream(server.url, ben);
  await flag(secret, releaseid);
  await decide(secret, releaseid, { state: 'accepted', show: 'Hidden show' });
  await flag(secret, common);
  await vi.waitFor(() => expect(stream.events()).toContainEqual({ type: 'shelf-changed' }));
  expect(stream.events().filter(({ type }) => type === 'shelf-changed')).toHaveLength(1);
  for (const colleague of [ana, ben]) {
    expect(await list(colleague)).toMatchObject({ total: 1, items: [{ title: 'Common' }] });
    expect((await colleague.call(shelf.shelfMembership)).body.shows).toEqual([]);
    expect((await decide(colleague, releaseid, { state: 'off' })).body.items).toEqual([]);
    const vote = await colleague.call(shelf.voteShelf, { params: { releaseid }, body: { vote: 'for' } });
    expect(vote).toMatchObject({ status: 404, refusal: { code: 'RELEASE_NOT_FOUND' } });
  }
  expect((await list(secret, { state: 'accepted' })).total).toBe(1);
  stream.stop();
});

test('a withdrawn release is off every shelf', async () => {
  const { packages, ana, ben } = await station();
  const release = await server.release({ packages });
  await flag(ana, release.releaseid);
  const stream = await openEventStream(server.url, ben);
  expect((await list(ben)).total).toBe(1);
  await setWithdrawn(server.db, release.id, server.now());
  await vi.waitFor(() =>
    expect(stream.events()).toContainEqual({ type: 'release-withdrawn', releaseid: release.releaseid }),
  );
  for (const colleague of [ana, ben]) expect((await list(colleague)).total).toBe(0);
  expect((await decide(ben, release.releaseid, {})).body.items).toEqual([]);
  const vote = { params: release, body: { vote: 'for' as const } };
  expect(await ben.call(shelf.voteShelf, vote)).toMatchObject({ refusal: { code: 'RELEASE_NOT_AVAILABLE' } });
  stream.stop();
});

test('who stops sharing, or leaves the company, takes everything along at once', async () => {
  const { packages, ana, ben } = await station();
  const [one, two] = [await server.release({ packages }), await server.release({ packages })];
  await flag(ana, one.releaseid);
  await ana.call(shelf.voteShelf, { params: two, body: { vote: 'for', note: 'Mine' } });
  await decide(ana, one.releaseid, { state: 'rotation' });
  expect((await list(ben)).total).toBe(2);
  const stream = await openEventStream(server.url, ben);
  await ana.call(shelf.shareShelf, { body: { ison: false } });
  await vi.waitFor(() => expect(stream.events()).toContainEqual({ type: 'shelf-changed' }));
  expect(await list(ben)).toMatchObject({ total: 0 });
  await ana.call(shelf.shareShelf, { body: { ison: true } });
  expect(await list(ben)).toMatchObject({ total: 0 });
  await flag(ana, two.releaseid);
  expect((await list(ben)).total).toBe(1);
  const told = stream.events().length;
  const profile = {
    firstname: 'Ana',
    lastname: 'Lund',
    title: 'DJ',
    country: 'DE',
    mailto: ana.email,
    mailpref: 'none' as const,
  };
  await ana.call(saveProfile, { body: { ...profile, company: 'Elsewhere' } });
  await vi.waitFor(() => expect(stream.events().length).toBeGreaterThan(told));
  expect((await list(ben)).total).toBe(0);
  expect(await ana.call(shelf.shelf)).toMatchObject({ refusal: { code: 'SHELF_OFF' } });
  stream.stop();
});

test('a company is what an operator vouched for: typing its name opens nothing', async () => {
  const { company, packages, ana } = await station();
  await flag(ana, (await server.release({ packages })).releaseid);
  const stranger = await server.signedIn({ packages });
  const profile = {
    firstname: 'X',
    lastname: 'Y',
    title: 'DJ',
    country: 'DE',
    mailto: stranger.email,
    mailpref: 'none' as const,
  };
  await stranger.call(saveProfile, { body: { ...profile, company } });
  expect((await stranger.call(shelf.shelfMembership)).body).toEqual({
    company: '',
    ison: false,
    people: [],
    shows: [],
  });
  expect(await stranger.call(shelf.shareShelf, { body: { ison: true } })).toMatchObject({
    status: 409,
    refusal: { code: 'NO_COMPANY' },
  });
  const boss = await server.signedIn({ operator: true });
  const before = (await boss.call(account, { params: stranger })).body;
  expect(before).toMatchObject({ company, companyapproved: false });
  const headers = { 'if-match': `"${before.version}"` };
  const after = await boss.call(changeAccount, { params: stranger, body: { company } }, headers);
  expect(after.body.companyapproved).toBe(true);
  expect((await stranger.call(shelf.shareShelf, { body: { ison: true } })).body).toMatchObject({ company, ison: true });
  expect((await list(stranger)).total).toBe(1);
});

test('a run of the desk is made of the shelf, and its decisions are on it', async () => {
  const { packages, ana, ben } = await station();
  const [one, two] = [
    await server.release({ packages, title: 'One' }),
    await server.release({ packages, title: 'Two' }),
  ];
  for (const { releaseid } of [one, two]) await flag(ana, releaseid);
  await ben.call(archiveRelease, { params: two });
  const source = { kind: 'shelf' as const, query: { person: ana.playerid, sort: 'title' as const } };
  const run = await ben.call(startRun, { body: { source } });
  expect(run.body).toMatchObject({ source: 'shelf', releaseids: [one.releaseid, two.releaseid] });
  const outsider = await server.signedIn({ packages });
  expect(await outsider.call(startRun, { body: { source } })).toMatchObject({ refusal: { code: 'SHELF_OFF' } });
});

test('what a person gave to the shelf is in the personal data', async () => {
  const { packages, ana } = await station();
  const release = await server.release({ packages });
  await ana.call(shelf.voteShelf, { params: release, body: { vote: 'against', note: 'Too long' } });
  await decide(ana, release.releaseid, { state: 'off', show: 'Monday' });
  expect((await ana.call(personalData)).body).toMatchObject({
    shelf: [{ since: expect.any(String) }],
    shelfvotes: [{ releaseid: release.releaseid, vote: 'against', note: 'Too long' }],
    shelfdecisions: [{ releaseid: release.releaseid, state: 'off', show: 'Monday' }],
  });
});

test('the shelf is a list for playout programs, in its order and of its filters, for those who share it', async () => {
  const { packages, ana, ben } = await station();
  const names = ['Alpha', 'Beta', 'Gamma', 'Hidden'];
  const releases = [];
  for (const title of names) {
    const song = await createSong(server, { title, artist: 'Slow Ferris', duration: 60 });

    releases.push(await server.release({ packages, title, songs: [song.track] }));
  }
  for (const { releaseid } of releases) await flag(ana, releaseid);
  const [alpha, , gamma, hidden] = releases;
  await decide(ana, gamma?.releaseid ?? '', { state: 'accepted', show: 'Sunday' });
  await decide(ana, alpha?.releaseid ?? '', { state: 'off' });
  await setWithdrawn(server.db, hidden?.id ?? 0, server.now());
  const get = (by: SignedIn, query: string, list = 'm3u8') =>
    fetchFile(`${server.url}/api/shelf/list.${list}${query}`, by.token);
  const titlesOf = async (by: SignedIn, query: string) => {
    const { bytes } = await get(by, query);
    return [...bytes.toString().matchAll(/ - (\w+)$/gm)].map(([, title]) => title);
  };
  expect(await titlesOf(ben, '?sort=-title')).toEqual(['Gamma', 'Beta']);
  expect(await titlesOf(ben, '?sort=title')).toEqual(['Beta', 'Gamma']);
  expect(await titlesOf(ben, '?show=Sunday')).toEqual(['Gamma']);
  expect(await titlesOf(ben, '?state=off')).toEqual(['Alpha']);
  const { status, headers } = await get(ben, '', 'nml');
  expect([status, headers.get('content-disposition')]).toEqual([409, null]);
  expect((await get(ben, '', 'csv')).headers.get('content-disposition')).toContain('Shelf.csv');
  const stranger = await server.signedIn({ packages });
  const refused = await get(stranger, '');
  expect([refused.status, refused.bytes.toString()]).toEqual([403, expect.stringContaining('SHELF_OFF')]);
});
