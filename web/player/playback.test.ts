import { beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/newId.ts';
import { release, track } from '../testing/music.ts';
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
import { createReleaseItem } from './queue.ts';
import { useQueue } from './queueStore.ts';

function item(songs: string) {
  const made = createReleaseItem(
    release(songs),
    [...songs].map((name) => track(name)),
    newId,
  );
  if (!made) throw new Error('an item needs songs');
  return made;
}

const on = () => usePlayer.getState().song?.trackid;

beforeEach(resetPlayback);

test('playing a release starts its first song at once', { tags: ['C-QUEUE-05', 'C-TRACK-05'] }, () => {
  playItem(item('ab'));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, isLoading: true, currentTime: 0, duration: 200 });
  expect(on()).toBe('a');
});

test('play next and play later leave the turntable alone, on an empty one they put the song on silently', {
  tags: ['C-QUEUE-06', 'C-QUEUE-07'],
}, () => {
  playItemLater(item('ab'));
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['a', false]);
  playPause();
  playItemNext(item('cd'));
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['a', true]);
});

test('skip forward plays the next song and stays put on the last one', { tags: ['C-PLAYER-08'] }, () => {
  skipForward();
  expect(on()).toBeUndefined();
  playItem(item('ab'));
  playPause();
  skipForward();
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['b', true]);
  skipForward();
  expect(on()).toBe('b');
});

test('skip back goes to the song before, later than three seconds to the start', {
  tags: ['C-PLAYER-06', 'C-PLAYER-07'],
}, () => {
  playItem(item('ab'));
  skipBack();
  expect(usePlayer.getState()).toMatchObject({ seekTime: null });
  expect(on()).toBe('a');
  skipForward();
  usePlayer.setState({ currentTime: 3.5 });
  skipBack();
  expect(usePlayer.getState()).toMatchObject({ seekTime: 0, currentTime: 0 });
  expect(on()).toBe('b');
  skipBack();
  expect([on(), useQueue.getState().history]).toEqual(['a', []]);
});

test('at the end of a song auto-play goes on, without it or on the last song it stops', {
  tags: ['C-PLAYER-20', 'C-PLAYER-21'],
}, () => {
  playItem(item('ab'));
  handleSongEnd();
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['b', true]);
  handleSongEnd();
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['b', false]);
  playItem(item('cd'));
  usePlayer.setState({ autoPlay: false });
  handleSongEnd();
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['c', false]);
});

test('queue and song are kept under their names, the clock is not', { tags: ['C-PERSIST-01'] }, () => {
  playItem(item('ab'));
  usePlayer.setState({ currentTime: 42 });
  window.dispatchEvent(new Event('pagehide'));
  const kept = JSON.parse(localStorage.getItem('promenade') ?? '{}');
  expect(kept).toMatchObject({
    version: 1,
    state: { player: { song: { trackid: 'a' } }, playQueue: { items: [{ type: 'release' }] } },
  });
  expect(kept.state.player).not.toHaveProperty('currentTime');
});
