import { release as detail, type Reaction, releases } from '@promenade/contract/catalogue';
import { counts } from '@promenade/contract/counts';
import { archiveRelease, flagged, react, unflagRelease, withdrawReaction } from '@promenade/contract/library';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

async function audience() {
  const packages = [`Package ${crypto.randomUUID()}`];
  return { packages, player: await server.signedIn({ packages }) };
}

const plain = { version: '', note: '', trackid: null, second: null, named: false };

test('a reaction is shown with its release everywhere, replaced by the next one, and taken back', async () => {
  const { packages, player } = await audience();
  const { releaseid, trackids } = await server.release({ packages });
  const [trackid = null] = trackids;
  const reactions: [Reaction | Pick<Reaction, 'kind'>, Reaction][] = [
    [{ kind: 'rotation' }, { ...plain, kind: 'rotation' }],
    [{ kind: 'considering' }, { ...plain, kind: 'considering' }],
    [
      { ...plain, kind: 'not-for-us', note: 'Too long', second: 3 },
      { ...plain, kind: 'not-for-us', note: 'Too long' },
    ],
    [
      { kind: 'version', version: 'Clean', note: 'Say "beep" here', trackid, second: 72.5, named: true },
      { kind: 'version', version: 'Clean', note: 'Say "beep" here', trackid, second: 72.5, named: true },
    ],
  ];
  for (const [body, reaction] of reactions) {
    const answer = await player.call(react, { params: { releaseid }, body });
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200, body: { releaseid, reaction } });
    expect((await player.call(detail, { params: { releaseid } })).body.reaction).toEqual(reaction);
    expect((await player.call(releases)).body.items[0]?.reaction).toEqual(reaction);
  }
  expect((await player.call(withdrawReaction, { params: { releaseid } })).body.reaction).toBeNull();
  expect((await player.call(withdrawReaction, { params: { releaseid } })).status).toBe(200);
});

test('a release with a reaction is not to hear, whatever becomes of its marks', {
  tags: ['requirements decision 36'],
}, async () => {
  const { packages, player } = await audience();
  const { releaseid } = await server.release({ packages });
  const params = { releaseid };
  const isToHear = async () => {
    const { items, total } = (await player.call(releases, { query: { tohear: 'true' } })).body;
    const { tohear } = (await player.call(detail, { params })).body;
    expect((await player.call(counts)).body.tohear).toBe(total);
    expect(tohear).toBe(items.length > 0 ? 'all' : 'none');
    return items.length > 0;
  };
  expect(await isToHear()).toBe(true);
  await player.call(react, { params, body: { kind: 'considering' } });
  expect(await isToHear()).toBe(false);
  await player.call(unflagRelease, { params });
  expect(await isToHear()).toBe(false);
  expect((await player.call(flagged)).body.total).toBe(0);
  await player.call(withdrawReaction, { params });
  expect(await isToHear()).toBe(true);
});

test('a reaction is refused as a mark is, but an archived release takes it and a lost one gives it back', async () => {
  const { packages, player } = await audience();
  const stranger = await server.signedIn();
  const [release, other] = [await server.release({ packages }), await server.release({ packages })];
  const params = { releaseid: release.releaseid };
  const body = { kind: 'rotation' as const };
  expect(await stranger.call(react, { params, body })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect(await stranger.call(withdrawReaction, { params })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  const moment = { trackid: other.trackids[0] ?? '', second: 1 };
  expect(await player.call(react, { params, body: { ...body, ...moment } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  for (const body of [{ kind: 'love' }, { kind: 'version', note: 'x'.repeat(301) }, { kind: 'version', second: -1 }])
    expect(await player.call(react, { params, body: { ...plain, ...body } as Reaction })).toMatchObject(
      refused('VALIDATION'),
    );
  await player.call(archiveRelease, { params });
  expect((await player.call(react, { params, body })).body).toMatchObject({ archived: true, reaction: body });
  await server.setState(release, 'withdrawn');
  expect(await player.call(react, { params, body })).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  expect((await player.call(withdrawReaction, { params })).body.reaction).toBeNull();
});
