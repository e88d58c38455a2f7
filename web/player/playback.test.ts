import { beforeEach, expect, test } from 'vitest';
import { createId } from '../platform/createId.ts';
import { signInAs } from '../testing/accounts.ts';
import { createRelease, createTrack } from '../testing/releases.ts';
import {
  handleSongEnd,
  playItem,
  playItemLater,
  playItemNext,
  playPause,
  resetPlayback,
  skipBack,
  skipForward,
} from './playback.ts';
import { usePlayer } from './playerStore.ts';
import { createReleaseItem } from './queue/queue.ts';
import { removeRow, withdrawRelease } from './queue/queueActions.ts';
import { useQueue } from './queue/queueStore.ts';

function item(songs: string) {
  const queueItem = createReleaseItem(
    createRelease(songs),
    [...songs].map((name) => createTrack(name)),
    createId,
  );
  if (!queueItem) throw new Error('An item needs songs');
  return queueItem;
}

const current = () => usePlayer.getState().song?.trackid;

beforeEach(resetPlayback);

test('playing a release starts its first track', { tags: ['C-QUEUE-05', 'C-TRACK-05'] }, () => {
  playItem(item('ab'));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, isLoading: true, currentTime: 0, duration: 200 });
  expect(current()).toBe('a');
});

test('play next and play later do not interrupt playback, and with an empty queue load the track paused', {
  tags: ['C-QUEUE-06', 'C-QUEUE-07'],
}, () => {
  playItemLater(item('ab'));
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['a', false]);
  playPause();
  playItemNext(item('cd'));
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['a', true]);
});

test('skip forward plays the next track and does nothing on the last one', { tags: ['C-PLAYER-08'] }, () => {
  skipForward();
  expect(current()).toBeUndefined();
  playItem(item('ab'));
  playPause();
  skipForward();
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['b', true]);
  skipForward();
  expect(current()).toBe('b');
});

test('skip back plays the previous track, after three seconds it restarts the current one', {
  tags: ['C-PLAYER-06', 'C-PLAYER-07'],
}, () => {
  playItem(item('ab'));
  skipBack();
  expect(usePlayer.getState()).toMatchObject({ seekTime: null });
  expect(current()).toBe('a');
  skipForward();
  usePlayer.setState({ currentTime: 3.5 });
  skipBack();
  expect(usePlayer.getState()).toMatchObject({ seekTime: 0, currentTime: 0 });
  expect(current()).toBe('b');
  skipBack();
  expect([current(), useQueue.getState().history]).toEqual(['a', []]);
});

test('after the current song was removed, Play starts the song after it, or the first one when there is none', {
  tags: ['C-QUEUE-14', 'C-QUEUE-15', 'C-PLAYER-05'],
}, () => {
  for (const name of ['a', 'b', 'c']) playItemLater(item(name));
  skipForward();
  playPause();
  const remove = (index: number) => {
    for (const removed of useQueue.getState().items.slice(index, index + 1))
      for (const song of removed.songs) removeRow({ kind: 'song', id: '', item: removed, song, isCurrent: true });
  };
  remove(1);
  expect([current(), usePlayer.getState().isPlaying]).toEqual([undefined, false]);
  skipForward();
  expect(current()).toBeUndefined();
  playPause();
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['c', true]);
  remove(1);
  expect([current(), usePlayer.getState().isPlaying]).toEqual([undefined, false]);
  playPause();
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['a', true]);
  withdrawRelease(useQueue.getState().items[0]?.songs[0]?.releaseid ?? '');
  playPause();
  expect([current(), useQueue.getState().items]).toEqual([undefined, []]);
});

test('at the end of a track auto-play plays the next one; without it or on the last track playback stops', {
  tags: ['C-PLAYER-20', 'C-PLAYER-21'],
}, () => {
  playItem(item('ab'));
  handleSongEnd();
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['b', true]);
  handleSongEnd();
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['b', false]);
  playItem(item('cd'));
  usePlayer.setState({ autoPlay: false });
  handleSongEnd();
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['c', false]);
});

test('queue and current track are persisted under their names, the current time is not', {
  tags: ['C-PERSIST-01'],
}, () => {
  signInAs();
  playItem(item('ab'));
  usePlayer.setState({ currentTime: 42 });
  window.dispatchEvent(new Event('pagehide'));
  const persisted = JSON.parse(localStorage.getItem('promenade:player-1') ?? '{}');
  expect(persisted).toMatchObject({
    version: 1,
    state: { player: { song: { trackid: 'a' } }, playQueue: { items: [{ type: 'release' }] } },
  });
  expect(persisted.state.player).not.toHaveProperty('currentTime');
});
