import { release as detail } from '@promenade/contract/catalogue';
import { releasesAhead } from '@promenade/contract/desk';
import { playedReleases, reportListening } from '@promenade/contract/library';
import { expect, test, vi } from 'vitest';
import { setWithdrawn } from '../catalogue/withdrawQueries.ts';
import { openEventStream } from '../testing/eventStream.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

const query = (...releaseids: string[]) => ({ query: { releaseids: releaseids.join() } });

test('what is loaded ahead is what each release says by itself, with a token for its first sound; a refused one costs no other', async () => {
  const [player, packages] = [await server.signedIn(), [`Package ${crypto.randomUUID()}`]];
  const [heard, gone, foreign] = [await server.release(), await server.release(), await server.release({ packages })];
  await setWithdrawn(server.db, gone.id, server.now());
  const unknown = crypto.randomUUID();
  const { status, body } = await player.call(
    releasesAhead,
    query(foreign.releaseid, heard.releaseid, unknown, gone.releaseid),
  );
  expect(status).toBe(200);
  const codes = await Promise.all(
    [foreign.releaseid, unknown, gone.releaseid].map(async (releaseid) => {
      const { body } = await player.call(detail, { params: { releaseid } });
      return (body as unknown as { error: { code: string } }).error.code;
    }),
  );
  const refused = body.items.flatMap((item) => (item.isfound ? [] : item.code));
  expect(refused).toEqual(codes);
  const found = body.items.flatMap((item) => (item.isfound ? item : []));
  const { body: own } = await player.call(detail, { params: { releaseid: heard.releaseid } });
  expect(found).toMatchObject([{ releaseid: heard.releaseid, release: own, audio: { trackid: heard.trackids[0] } }]);
  const { trackid, token } = found[0]?.audio ?? { trackid: '', token: '' };
  const stream = (cookie: string) =>
    fetch(`${server.url}/api/audio/stream/${trackid}.mp3?token=${token}`, { headers: { cookie } });
  expect((await stream('')).status).toBe(401);
  // The file of the release is made up: past the token, it is missing in storage.
  expect((await stream(player.cookie)).status).not.toBe(401);
});

test('several reports are one call, and a refused one costs no other', async () => {
  const [player, packages] = [await server.signedIn(), [`Package ${crypto.randomUUID()}`]];
  const [one, other, foreign] = [await server.release(), await server.release(), await server.release({ packages })];
  const [trackid = '', hidden = ''] = [one.trackids[0], foreign.trackids[0]];
  const { body } = await player.call(reportListening, {
    body: {
      listens: [
        { trackid: hidden, seconds: 1 },
        { trackid, seconds: 0 },
      ],
      opened: [foreign.releaseid, other.releaseid],
    },
  });
  expect(body).toEqual({
    listens: [
      { code: 'TRACK_NOT_FOUND' },
      { trackid, releaseid: one.releaseid, heard: 'unheard', unheardtrackcount: 1 },
    ],
    opened: [
      { releaseid: foreign.releaseid, code: 'RELEASE_NOT_FOUND' },
      { releaseid: other.releaseid, code: null },
    ],
  });
  const played = await player.call(playedReleases, { query: {} });
  expect(played.body.items.map(({ releaseid }) => releaseid)).toEqual([one.releaseid]);
  const { rows } = await server.pool.query('select release_id from release_opens where account_id = $1', [
    player.accountid,
  ]);
  expect(rows).toEqual([{ release_id: other.id }]);
});

test('the page that made a change is named to the streams, unless another page changed something at the same time', async () => {
  const player = await server.signedIn();
  const page = crypto.randomUUID();
  const stream = await openEventStream(server.url, player);
  const release = await server.release();
  const decide = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/listening`, {
      method: 'POST',
      headers: { authorization: `Bearer ${player.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ listens: [{ trackid: release.trackids[0], seconds: 0 }] }),
    });
  const named = () => stream.events().flatMap((event) => (event.type === 'counts-changed' ? [event.page] : []));
  await decide({ 'page-id': page });
  await vi.waitFor(() => expect(named()).toEqual([page]));
  await Promise.all([decide({ 'page-id': page }), decide({})]);
  await vi.waitFor(() => expect(named()).toEqual([page, undefined]));
  stream.stop();
});
