import { randomUUID } from 'node:crypto';
import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import { audioDownload, releaseZipLink, releaseZipStatus } from '@promenade/contract/downloads';
import * as library from '@promenade/contract/library';
import { attachment, audioToken, promoPicture, sheet, waveform } from '@promenade/contract/media';
import { comment, commentClick, commentInit, shareRelease } from '@promenade/contract/network';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import { search } from '@promenade/contract/search';
import { expect, test } from 'vitest';
import { setEnd } from './catalogue/withdrawQueries.ts';
import { setExcluded, setReleaseEnd, withdrawRelease } from './operator/releases.ts';
import { type SignedIn, startTestServer, type TestServer } from './testing/testServer.ts';

/** Who learns that a release exists: requirements decision 39. */
const server: TestServer = await startTestServer();
const tags = ['C-ROLE-07'];
const DAY = 24 * 3600_000;
let audiences = 0;

interface Ids {
  releaseid: string;
  trackid: string;
  attachmentid: string;
}

async function audience() {
  audiences += 1;
  const packages = [`Package ${audiences}`];
  const release = await server.release({
    packages,
    title: `Zanzibar${audiences}`,
    audio: true,
    cover: true,
    attachments: [{ filename: 'sheet.pdf', bytes: Buffer.from('sheet') }],
    promoPictures: [{ name: '1.jpg', bytes: Buffer.from('picture') }],
  });
  return { packages, release, player: await server.signedIn({ packages }), ids: idsOf(release) };
}

const idsOf = ({
  releaseid,
  trackids,
  attachmentids,
}: {
  releaseid: string;
  trackids: string[];
  attachmentids: string[];
}): Ids => ({
  releaseid,
  trackid: trackids[0] ?? '',
  attachmentid: attachmentids[0] ?? '',
});
const unknownIds = (): Ids => ({ releaseid: randomUUID(), trackid: randomUUID(), attachmentid: randomUUID() });

/** Status and body of every route that takes the id of a release, track or attachment. */
async function askEverywhere({ call, token, email }: SignedIn, { releaseid, trackid, attachmentid }: Ids) {
  const { body: playlist } = await call(createPlaylist, { body: { name: 'Show' } });
  const ofRelease = { params: { releaseid } };
  const ofTrack = { params: { releaseid, trackid } };
  const hash = 'a'.repeat(64);
  const calls = {
    detail: call(releaseRoute, ofRelease),
    audio: call(audioToken, { params: { id: trackid }, query: {} }),
    stream: call(audioToken, { params: { id: trackid }, query: { purpose: 'download' } }),
    download: call(audioDownload, { params: { id: trackid }, query: {} }),
    waveform: call(waveform, { params: { trackid, file: `${hash}.bin` } }),
    zip: call(releaseZipLink, { params: { id: releaseid }, query: {} }),
    status: call(releaseZipStatus, { params: { id: releaseid }, query: {} }),
    sheet: call(sheet, { params: { releaseid, format: 'csv' } }),
    attachment: call(attachment, { params: { attachmentid } }),
    promo: call(promoPicture, { params: { releaseid, name: '1.jpg' } }),
    form: call(commentInit, ofRelease),
    comment: call(comment, {
      ...ofRelease,
      body: { player_email: email, comment_type_id: 1, comment_text: 'Who mastered this?' },
    }),
    click: call(commentClick, ofRelease),
    share: call(shareRelease, { body: { release_id: releaseid, players_id: [randomUUID()] } }),
    flag: call(library.flagRelease, ofRelease),
    unflag: call(library.unflagRelease, ofRelease),
    flagTrack: call(library.flagTrack, ofTrack),
    unflagTrack: call(library.unflagTrack, ofTrack),
    archive: call(library.archiveRelease, ofRelease),
    restore: call(library.restoreRelease, ofRelease),
    react: call(library.react, { ...ofRelease, body: { kind: 'rotation' } }),
    withdrawReaction: call(library.withdrawReaction, ofRelease),
    play: call(library.reportPlay, { body: { trackid, seconds: 1 } }),
    add: call(addToPlaylist, { params: { playlistid: playlist.playlistid }, body: { tracks: [trackid] } }),
  };
  const answers: Record<string, unknown> = {};
  for (const [name, answer] of Object.entries(calls)) {
    const { status, refusal } = await answer;
    answers[name] = { status, refusal };
  }
  for (const path of [`cover/${releaseid}/${hash}-500.webp`, `logo/${releaseid}/${hash}.webp`]) {
    const answer = await fetch(`${server.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
    answers[path.slice(0, 5)] = { status: answer.status, refusal: await answer.json() };
  }
  return answers;
}

const statuses = (answers: Record<string, unknown>) => [
  ...new Set(Object.values(answers).map((answer) => (answer as { status: number }).status)),
];

async function listed({ call }: SignedIn, title: string): Promise<number[]> {
  const [list, found] = await Promise.all([
    call(releases, { query: { filter: title } }),
    call(search, { query: { filter: title } }),
  ]);
  return [list.body.items.length, list.body.total, found.body.releases.length, found.body.tracks.length];
}

test('to an account that never had it, a release is like an unknown id on every route', { tags }, async () => {
  const { release, ids } = await audience();
  const stranger = await server.signedIn();
  const unknown = await askEverywhere(stranger, unknownIds());
  expect(statuses(unknown)).toEqual([404]);
  expect(await askEverywhere(stranger, ids)).toEqual(unknown);
  await server.setState(release, 'withdrawn');
  expect(await askEverywhere(stranger, ids)).toEqual(unknown);
  await server.setState(release, 'draft');
  expect(await askEverywhere(stranger, ids)).toEqual(unknown);
});

test('an account that is excluded is refused everywhere, whatever package, delivery or share it has', {
  tags,
}, async () => {
  const { release, packages, player, ids } = await audience();
  const friend = await server.signedIn({ packages });
  expect(await listed(player, `Zanzibar${audiences}`)).toEqual([1, 1, 1, 1]);
  await setExcluded(server, release.releaseid, player.playerid, true);
  expect(statuses(await askEverywhere(player, ids))).toEqual([403]);
  expect(await listed(player, `Zanzibar${audiences}`)).toEqual([0, 0, 0, 0]);
  expect(await listed(friend, `Zanzibar${audiences}`)).toEqual([1, 1, 1, 1]);
  await setExcluded(server, release.releaseid, player.playerid, false);
  expect((await listed(player, `Zanzibar${audiences}`)).at(0)).toBe(1);
});

test('who was excluded before the release was there never learns about it', { tags }, async () => {
  const packages = ['Early'];
  const player = await server.signedIn({ packages });
  const release = await server.release({ packages, available: new Date(server.now().getTime() + DAY) });
  await setExcluded(server, release.releaseid, player.email, true);
  await server.db.updateTable('releases').set({ available_at: server.now() }).where('id', '=', release.id).execute();
  expect(await player.call(releaseRoute, { params: { releaseid: release.releaseid } })).toMatchObject({ status: 404 });
});

test('a later delivery to other packages takes the release away from those who had it', { tags }, async () => {
  const packages = ['Before'];
  const [had, never] = [await server.signedIn({ packages }), await server.signedIn({ packages: ['After'] })];
  const identity = `id:${randomUUID()}`;
  const release = await server.release({ packages, identity });
  await server.release({ packages: ['Other'], identity });
  const params = { releaseid: release.releaseid };
  expect(await had.call(releaseRoute, { params })).toMatchObject({ status: 403 });
  expect(await never.call(releaseRoute, { params })).toMatchObject({ status: 404 });
});

test('withdrawn and ended releases are gone for those who had them and unknown to others', { tags }, async () => {
  for (const stop of ['withdraw', 'end'] as const) {
    const { release, packages, player, ids } = await audience();
    const soon = new Date(server.now().getTime() - 1000);
    if (stop === 'withdraw') await withdrawRelease(server, release.releaseid, true);
    else await setEnd(server.db, release.id, soon, server.now());
    await server.db
      .updateTable('account_package')
      .set({ since: new Date(0) })
      .where('account_id', '=', player.accountid)
      .execute();
    const late = await server.signedIn({ packages });
    const answers = await askEverywhere(player, ids);
    const { unflag, unflagTrack, restore, withdrawReaction, ...others } = answers;
    expect(statuses(others), stop).toEqual([410]);
    // A mark that was set before can be removed.
    expect(statuses({ unflag, unflagTrack, restore, withdrawReaction }), stop).toEqual([200]);
    expect(await listed(player, `Zanzibar${audiences}`), stop).toEqual([0, 0, 0, 0]);
    expect(await askEverywhere(late, ids), stop).toEqual(await askEverywhere(late, unknownIds()));
  }
});

test('a release that will end is there until then', { tags }, async () => {
  const { release, player } = await audience();
  await setReleaseEnd(server, release.releaseid, new Date(server.now().getTime() + DAY), false);
  expect(await listed(player, `Zanzibar${audiences}`)).toEqual([1, 1, 1, 1]);
});

test('a release with very many exclusions and recipients is counted right', { tags }, async () => {
  const { release, packages, player } = await audience();
  const friend = await server.signedIn({ packages });
  const accounts = await server.db
    .insertInto('accounts')
    .values(Array.from({ length: 120 }, () => ({ password_hash: null, mailto: null })))
    .returning('id')
    .execute();
  for (const accountid of [player.accountid, ...accounts.map(({ id }) => id)])
    await server.db
      .insertInto('release_exclusion')
      .values({ release_id: release.id, account_id: accountid, at: server.now() })
      .execute();
  await setExcluded(server, release.releaseid, (await server.account()).playerid, true);
  expect(await listed(player, `Zanzibar${audiences}`)).toEqual([0, 0, 0, 0]);
  expect(await listed(friend, `Zanzibar${audiences}`)).toEqual([1, 1, 1, 1]);
});
