import { PLAYLIST_TRACKS_MAX } from '@promenade/contract/limits';
import {
  addToPlaylist,
  createPlaylist,
  moveInPlaylist,
  playlist,
  removeFromPlaylist,
} from '@promenade/contract/playlists';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

/** A new playlist, and tracks that none of it holds yet. */
async function prepared(tracks: number) {
  const { call } = await server.signedIn();
  const { playlistid } = (await call(createPlaylist, { body: { name: 'Show' } })).body;
  const { trackids } = await server.release({ tracks });
  const params = { playlistid };
  return {
    playlistid,
    trackids,
    add: (tracks: string[], position: 'before' | 'after' = 'before') =>
      call(addToPlaylist, { params, body: { tracks, position } }),
    moveBefore: (trackid: string, referenceTrackid: string) =>
      call(moveInPlaylist, { params: { ...params, trackid }, body: { position: 'before', referenceTrackid } }),
    remove: (trackid: string) => call(removeFromPlaylist, { params: { ...params, trackid } }),
    ids: async () => (await call(playlist, { params })).body.songs.map(({ trackid }) => trackid),
  };
}

test('twenty concurrent adds and moves lose and duplicate nothing', async () => {
  const { trackids, add, moveBefore, remove, ids } = await prepared(41);
  const [kept, added] = [trackids.slice(0, 21), trackids.slice(21)];
  await add(kept);
  const [first = '', ...moving] = kept;
  const answers = await Promise.all([
    ...added.map((id, n) => add([id, added[n + 1] ?? id], n % 2 === 0 ? 'before' : 'after')),
    ...moving.map((id) => moveBefore(id, first)),
  ]);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const after = await ids();
  expect(after.toSorted()).toEqual(trackids.toSorted());
  const position = after.indexOf(first);
  expect(after.slice(position - moving.length, position).toSorted()).toEqual(moving.toSorted());
  await Promise.all(trackids.slice(1).map(remove));
  expect(await ids()).toEqual([first]);
});

test('of twenty concurrent adds with room for five, five succeed', async () => {
  const { playlistid, trackids, add, ids } = await prepared(20);
  const tracks = Array.from({ length: PLAYLIST_TRACKS_MAX - 5 }, (_none, n) => 1_000_000 + n);
  await server.db.updateTable('playlists').set({ tracks }).where('playlistid', '=', playlistid).execute();
  const answers = await Promise.all(trackids.map((id) => add([id])));
  const isFull = answers.filter(({ refusal }) => refusal?.code === 'PLAYLIST_FULL');
  expect({ full: isFull.length, added: answers.filter(({ status }) => status === 200).length }).toEqual({
    full: 15,
    added: 5,
  });
  expect((await ids()).length).toBe(5);
});
