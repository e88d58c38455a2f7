import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/newId.ts';
import { release, track } from '../testing/music.ts';
import { show } from '../testing/show.ts';
import { handleSongEnd, playItem, playItemLater, resetPlayback, skipForward } from './playback.ts';
import { usePlayer } from './playerStore.ts';
import { createPlaylistItem, createReleaseItem, emptyQueue, type QueueItem } from './queue.ts';
import { clearQueue, playPlaylist, removePlaylistFromQueue, updatePlaylistInQueue } from './queueActions.ts';
import { useQueue } from './queueStore.ts';
import { ReplaceQueueDialog } from './ReplaceQueueDialog.tsx';

const tracksOf = (songs: string) => [...songs].map((name) => ({ ...track(name), color: '#112233' }));
const item = (songs: string): QueueItem => createReleaseItem(release(songs), tracksOf(songs), newId) ?? expect.fail();
const playlist = (playlistid: string, songs: string): QueueItem =>
  createPlaylistItem({ playlistid, name: `List ${playlistid}`, thumbnail: null }, tracksOf(songs), newId) ??
  expect.fail();

const on = () => [usePlayer.getState().song?.trackid, usePlayer.getState().isPlaying];
const order = () =>
  useQueue
    .getState()
    .items.map(({ songs }) => songs.map(({ trackid }) => trackid).join(''))
    .join(' ');

beforeEach(() => act(resetPlayback));

test('with an empty queue a playlist plays at once, nothing is asked', { tags: ['C-QUEUE-18', 'C-QUEUE-19'] }, () => {
  show(<ReplaceQueueDialog />);
  act(() => playPlaylist(playlist('p', 'ab')));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([order(), on()]).toEqual(['ab', ['a', true]]);
});

test('with something queued it asks; cancelled, queue and player are as they were', {
  tags: ['C-QUEUE-19', 'C-MODAL-01'],
}, async () => {
  playItem(item('xy'));
  const queue = useQueue.getState();
  const user = show(<ReplaceQueueDialog />);
  act(() => playPlaylist(playlist('p', 'ab')));
  await screen.findByRole('alertdialog', { name: 'Replace the play queue?' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(useQueue.getState()).toBe(queue);
  expect(on()).toEqual(['x', true]);
});

test('confirmed, the playlist takes the place of everything and plays', {
  tags: ['C-QUEUE-18', 'C-QUEUE-19'],
}, async () => {
  playItem(item('xy'));
  playItemLater(item('z'));
  const user = show(<ReplaceQueueDialog />);
  act(() => playPlaylist(playlist('p', 'ab')));
  await user.click(await screen.findByRole('button', { name: 'Replace queue' }));
  expect([order(), on()]).toEqual(['ab', ['a', true]]);
});

test('a deleted playlist takes its songs out of the queue, the next item goes on; alone it takes all', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  playPlaylist(playlist('p', 'ab'));
  playItemLater(item('x'));
  removePlaylistFromQueue('other');
  expect([order(), on()]).toEqual(['ab x', ['a', true]]);
  removePlaylistFromQueue('p');
  expect([order(), on()]).toEqual(['x', ['x', true]]);
  resetPlayback();
  playPlaylist(playlist('p', 'ab'));
  skipForward();
  removePlaylistFromQueue('p');
  expect(useQueue.getState()).toEqual(emptyQueue);
  expect(on()).toEqual([undefined, false]);
});

test('a deleted playlist that only waits disturbs nothing', { tags: ['C-QUEUE-17', 'C-QUEUE-20'] }, () => {
  playItem(item('xy'));
  playItemLater(playlist('p', 'ab'));
  removePlaylistFromQueue('p');
  expect([order(), on()]).toEqual(['xy', ['x', true]]);
});

test('a changed playlist is changed in the queue while its song plays on, a song that left gives way to the next', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  playPlaylist(playlist('p', 'abc'));
  skipForward();
  usePlayer.setState({ currentTime: 42 });
  updatePlaylistInQueue(playlist('p', 'cbd'));
  expect([order(), on(), usePlayer.getState().currentTime]).toEqual(['cbd', ['b', true], 42]);
  updatePlaylistInQueue(playlist('p', 'cd'));
  expect([order(), on()]).toEqual(['cd', ['d', true]]);
  updatePlaylistInQueue(playlist('q', 'x'));
  expect(order()).toBe('cd');
});

test('after a clear the song plays to its end, then nothing', { tags: ['C-QUEUE-23'] }, () => {
  playItem(item('ab'));
  clearQueue();
  expect(on()).toEqual(['a', true]);
  handleSongEnd();
  expect(on()).toEqual(['a', false]);
});

test('what is queued after a clear waits for the end of the song, then plays', {
  tags: ['C-QUEUE-07', 'C-QUEUE-23'],
}, () => {
  playItem(item('ab'));
  clearQueue();
  playItemLater(item('x'));
  expect(on()).toEqual(['a', true]);
  handleSongEnd();
  expect(on()).toEqual(['x', true]);
});
