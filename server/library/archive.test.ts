import { release as detail, releases } from '@promenade/contract/catalogue';
import {
  archived,
  archiveRelease,
  clearArchive,
  flagged,
  flagRelease,
  flagTrack,
  reportPlay,
  restoreRelease,
  unflagRelease,
} from '@promenade/contract/library';
import { expect, test } from 'vitest';
import { type ClientResponse, refused } from '../testing/client.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

/** A private package keeps the releases of one test out of the others' lists. */
async function audience() {
  const name = `Package ${crypto.randomUUID()}`;
  return { packages: [name], player: await server.signedIn({ packages: [name] }) };
}

/** What flag and archive alike answer. */
type Answer = Pick<ClientResponse<typeof flagRelease>, 'status' | 'body' | 'refusal'>;

const of = ({ releaseid }: TestRelease) => ({ params: { releaseid } });
const shown = async ({ call }: SignedIn, route: typeof releases | typeof archived | typeof flagged) => {
  const { items, total } = (await call(route)).body;
  return { titles: items.map(({ title }) => title), total };
};

test('archiving removes a release from list and total at once, restoring brings it back', {
  tags: ['C-ARCHIVE-01', 'C-API-23', 'C-API-60'],
}, async () => {
  const { packages, player } = await audience();
  const away = await server.release({ title: 'Away', packages });
  await server.release({ title: 'Stays', packages, available: new Date(server.now().getTime() - 7200_000) });
  expect(await shown(player, releases)).toEqual({ titles: ['Away', 'Stays'], total: 2 });
  for (let again = 0; again < 2; again++) {
    const answer = await player.call(archiveRelease, of(away));
    expect(answer).toMatchObject({ status: 200, body: { releaseid: away.releaseid, archived: true, flagged: false } });
    expect(await shown(player, releases)).toEqual({ titles: ['Stays'], total: 1 });
    expect(await shown(player, archived)).toEqual({ titles: ['Away'], total: 1 });
  }
  for (let again = 0; again < 2; again++) {
    expect((await player.call(restoreRelease, of(away))).body).toMatchObject({ title: 'Away', archived: false });
    expect(await shown(player, releases)).toEqual({ titles: ['Away', 'Stays'], total: 2 });
    expect(await shown(player, archived)).toEqual({ titles: [], total: 0 });
  }
});

test('archiving clears the flags of the release and its tracks, also after restoring', {
  tags: ['C-ARCHIVE-02', 'C-ARCHIVE-10'],
}, async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages, tracks: 2 });
  await player.call(flagRelease, of(release));
  await player.call(flagTrack, { params: { releaseid: release.releaseid, trackid: release.trackids[1] ?? '' } });
  const gone = { flagged: false, flaggedtrackcount: 0 };
  expect((await player.call(archiveRelease, of(release))).body).toMatchObject({ archived: true, ...gone });
  expect((await shown(player, flagged)).total).toBe(0);
  expect((await player.call(unflagRelease, of(release))).body).toMatchObject({ archived: true, ...gone });
  expect((await player.call(restoreRelease, of(release))).body).toMatchObject({ archived: false, ...gone });
  expect((await player.call(detail, of(release))).body.songs).toMatchObject([{ flagged: false }, { flagged: false }]);
});

test('the archived list has pages, sorts and an exact total', { tags: ['C-API-22'] }, async () => {
  const { packages, player } = await audience();
  for (const title of ['Alpha', 'Beta', 'Gamma'])
    await player.call(archiveRelease, of(await server.release({ title, packages })));
  const { body } = await player.call(archived, { query: { sort: '-title', page: 2, pagesize: 2 } });
  expect(body).toMatchObject({ items: [{ title: 'Alpha', archived: true }], total: 3, page: 2, pagesize: 2 });
});

test('clearing the archive restores all releases of this account only', {
  tags: ['C-API-25', 'C-API-57'],
}, async () => {
  const { packages, player } = await audience();
  const other = await server.signedIn({ packages });
  const [one, two] = [await server.release({ packages }), await server.release({ packages })];
  for (const release of [one, two]) await player.call(archiveRelease, of(release));
  expect((await shown(other, archived)).total).toBe(0);
  expect((await shown(other, releases)).total).toBe(2);
  await other.call(archiveRelease, of(one));
  expect((await shown(player, releases)).total).toBe(0);
  expect((await player.call(clearArchive)).body).toEqual({ cleared: 2 });
  expect((await shown(player, releases)).total).toBe(2);
  expect((await player.call(clearArchive)).body).toEqual({ cleared: 0 });
  expect((await shown(other, archived)).total).toBe(1);
});

test('a concurrent flag and archive leave one of the two', { tags: ['C-FLAG-08'] }, async () => {
  const { packages, player } = await audience();
  const release = await server.release({ packages });
  const trackid = release.trackids[0] ?? '';
  const flagOne = () => player.call(flagTrack, { params: { releaseid: release.releaseid, trackid } });
  const flag = () => player.call(flagRelease, of(release));
  const away = () => player.call(archiveRelease, of(release));
  const back = () => player.call(restoreRelease, of(release));
  const atOnce = (calls: (() => Promise<Answer>)[]) =>
    Promise.all(Array.from({ length: 5 }, () => calls.map((one) => one())).flat());
  const answers = [...(await atOnce([flag, away, flagOne, back])), ...(await atOnce([flagOne, away, flag, flagOne]))];
  const accepted = answers.filter(({ status }) => status === 200);
  const both = accepted.filter(({ body }) => body.archived && (body.flagged || body.flaggedtrackcount > 0));
  expect(both).toEqual([]);
  const others = answers.filter(({ status }) => status !== 200).map(({ refusal }) => refusal?.code);
  expect(new Set([...others, 'RELEASE_ARCHIVED'])).toEqual(new Set(['RELEASE_ARCHIVED']));
  // Nothing restored it, so it stays archived, whoever came last.
  expect((await player.call(detail, of(release))).body).toMatchObject({
    archived: true,
    flagged: false,
    flaggedtrackcount: 0,
  });
});

test('an account cannot mark invisible releases and learns nothing about undelivered ones', {
  tags: ['C-ROLE-07'],
}, async () => {
  const { packages, player } = await audience();
  const tomorrow = new Date(server.now().getTime() + 24 * 3600_000);
  const foreign = await server.release({ packages: ['Somebody else'] });
  const future = await server.release({ packages, available: tomorrow });
  const withdrawn = await server.release({ packages });
  await server.setState(withdrawn, 'withdrawn');
  const unknown = { ...foreign, releaseid: crypto.randomUUID() };
  const trackOf = ({ releaseid, trackids }: TestRelease) => ({ params: { releaseid, trackid: trackids[0] ?? '' } });
  for (const [release, code] of [
    [foreign, 'RELEASE_NOT_FOUND'],
    [future, 'RELEASE_NOT_FOUND'],
    [withdrawn, 'RELEASE_NOT_AVAILABLE'],
    [unknown, 'RELEASE_NOT_FOUND'],
  ] as const) {
    expect(await player.call(flagRelease, of(release))).toMatchObject(refused(code));
    expect(await player.call(flagTrack, trackOf(release))).toMatchObject(refused(code));
    expect(await player.call(archiveRelease, of(release))).toMatchObject(refused(code));
  }
  for (const release of [foreign, future, unknown]) {
    expect(await player.call(unflagRelease, of(release))).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await player.call(restoreRelease, of(release))).toMatchObject(refused('RELEASE_NOT_FOUND'));
  }
});

test('after losing access an account can neither see nor change its marks', {
  tags: ['C-ROLE-07'],
}, async () => {
  const { packages, player } = await audience();
  const [heard, marked] = [`id:${crypto.randomUUID()}`, `id:${crypto.randomUUID()}`];
  const releases = [
    await server.release({ packages, identity: heard }),
    await server.release({ packages, identity: marked }),
  ];
  for (const { trackids } of releases)
    await player.call(reportPlay, { body: { trackid: trackids[0] ?? '', seconds: 30 } });
  await player.call(flagRelease, of(releases[1] as TestRelease));
  for (const identity of [heard, marked]) await server.release({ packages: ['Somebody else'], identity });
  const answers = await Promise.all(releases.map((release) => player.call(unflagRelease, of(release))));
  expect(answers).toMatchObject([refused('FORBIDDEN'), refused('FORBIDDEN')]);
});

test('a withdrawn release leaves the lists, its marks can still be removed', {
  tags: ['C-FLAG-09', 'C-ROLE-07'],
}, async () => {
  const { packages, player } = await audience();
  const [kept, away] = [await server.release({ packages }), await server.release({ packages })];
  await player.call(flagRelease, of(kept));
  await player.call(archiveRelease, of(away));
  for (const release of [kept, away]) await server.setState(release, 'withdrawn');
  expect([await shown(player, flagged), await shown(player, archived)]).toMatchObject([{ total: 0 }, { total: 0 }]);
  expect(await player.call(unflagRelease, of(kept))).toMatchObject({ status: 200, body: { flagged: false } });
  expect(await player.call(restoreRelease, of(away))).toMatchObject({ status: 200, body: { archived: false } });
});
