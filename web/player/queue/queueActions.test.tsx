import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createId } from '../../platform/createId.ts';
import { useNotices } from '../../platform/notices.ts';
import { createAlbum, createRelease, createTrack } from '../../testing/releases.ts';
import { renderScreen } from '../../testing/render.ts';
import { handleSongEnd, playItem, playItemLater, resetPlayback, skipForward } from '../playback.ts';
import { usePlayer } from '../playerStore.ts';
import { createPlaylistItem, createReleaseItem, emptyQueue, type QueueItem } from './queue.ts';
import {
  clearQueue,
  playPlaylist,
  removePlaylistFromQueue,
  updatePlaylistInQueue,
  withdrawRelease,
} from './queueActions.ts';
import { useQueue } from './queueStore.ts';
import { ReplaceQueueDialog } from './ReplaceQueueDialog.tsx';

const tracksOf = (songs: string) => [...songs].map((name) => ({ ...createTrack(name), color: '#112233' }));
const item = (songs: string): QueueItem =>
  createReleaseItem(createRelease(songs), tracksOf(songs), createId) ?? expect.fail();
const playlist = (playlistid: string, songs: string): QueueItem =>
  createPlaylistItem({ playlistid, name: `List ${playlistid}`, thumbnail: null }, tracksOf(songs), createId) ??
  expect.fail();

const current = () => [usePlayer.getState().song?.trackid, usePlayer.getState().isPlaying];
const order = () =>
  useQueue
    .getState()
    .items.map(({ songs }) => songs.map(({ trackid }) => trackid).join(''))
    .join(' ');

beforeEach(() => act(resetPlayback));

test('with an empty queue a playlist plays without a question', { tags: ['C-QUEUE-18', 'C-QUEUE-19'] }, () => {
  renderScreen(<ReplaceQueueDialog />);
  act(() => playPlaylist(playlist('p', 'ab')));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([order(), current()]).toEqual(['ab', ['a', true]]);
});

test('with items in the queue a dialog asks; cancelled, nothing changes', {
  tags: ['C-QUEUE-19', 'C-MODAL-01'],
}, async () => {
  playItem(item('xy'));
  const queue = useQueue.getState();
  const user = renderScreen(<ReplaceQueueDialog />);
  act(() => playPlaylist(playlist('p', 'ab')));
  await screen.findByRole('alertdialog', { name: 'Replace the play queue?' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(useQueue.getState()).toBe(queue);
  expect(current()).toEqual(['x', true]);
});

test('confirmed, the playlist replaces the queue and plays', {
  tags: ['C-QUEUE-18', 'C-QUEUE-19'],
}, async () => {
  playItem(item('xy'));
  playItemLater(item('z'));
  const user = renderScreen(<ReplaceQueueDialog />);
  act(() => playPlaylist(playlist('p', 'ab')));
  await user.click(await screen.findByRole('button', { name: 'Replace queue' }));
  expect([order(), current()]).toEqual(['ab', ['a', true]]);
});

test('a deleted playlist is removed from the queue and the next item plays; without one the queue is reset', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  playPlaylist(playlist('p', 'ab'));
  playItemLater(item('x'));
  removePlaylistFromQueue('other');
  expect([order(), current()]).toEqual(['ab x', ['a', true]]);
  removePlaylistFromQueue('p');
  expect([order(), current()]).toEqual(['x', ['x', true]]);
  resetPlayback();
  playPlaylist(playlist('p', 'ab'));
  skipForward();
  removePlaylistFromQueue('p');
  expect(useQueue.getState()).toEqual(emptyQueue);
  expect(current()).toEqual([undefined, false]);
});

test('deleting an upcoming playlist does not interrupt playback', { tags: ['C-QUEUE-17', 'C-QUEUE-20'] }, () => {
  playItem(item('xy'));
  playItemLater(playlist('p', 'ab'));
  removePlaylistFromQueue('p');
  expect([order(), current()]).toEqual(['xy', ['x', true]]);
});

test('a changed playlist is updated in the queue while its track plays on; a removed track is followed by the next', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  playPlaylist(playlist('p', 'abc'));
  skipForward();
  usePlayer.setState({ currentTime: 42 });
  const uuid = useQueue.getState().items[0]?.uuid ?? '';
  updatePlaylistInQueue({ ...playlist('p', 'cbd'), uuid });
  expect([order(), current(), usePlayer.getState().currentTime]).toEqual(['cbd', ['b', true], 42]);
  updatePlaylistInQueue({ ...playlist('p', 'cd'), uuid });
  expect([order(), current()]).toEqual(['cd', ['d', true]]);
  updatePlaylistInQueue(playlist('q', 'x'));
  expect(order()).toBe('cd');
});

test('after a clear the current track plays to its end, then playback stops', { tags: ['C-QUEUE-23'] }, () => {
  playItem(item('ab'));
  clearQueue();
  expect(current()).toEqual(['a', true]);
  handleSongEnd();
  expect(current()).toEqual(['a', false]);
});

test('an item queued after a clear plays when the current track ends', {
  tags: ['C-QUEUE-07', 'C-QUEUE-23'],
}, () => {
  playItem(item('ab'));
  clearQueue();
  playItemLater(item('x'));
  expect(current()).toEqual(['a', true]);
  handleSongEnd();
  expect(current()).toEqual(['x', true]);
});

test('a withdrawn release stops and leaves queue and history, the next one waits paused, and a sentence says so', {
  tags: ['requirements decision 41'],
}, () => {
  playItem(createAlbum('kept', ['a', 'b']));
  playItem(createAlbum('gone', ['x', 'y']));
  skipForward();
  act(() => withdrawRelease('gone'));
  const { items, history } = useQueue.getState();
  expect(items.map(({ title }) => title)).toEqual(['Release kept']);
  expect(history.map(({ song }) => song.releaseid)).toEqual(['kept']);
  expect(current()).toEqual(['a', false]);
  expect(useNotices.getState().notices.at(-1)).toMatchObject({ category: 'releaseWithdrawn', message: 'Release gone' });
});

test('a withdrawn release that is not in the queue any more stops too; other releases play on', {
  tags: ['requirements decision 41'],
}, () => {
  playItem(createAlbum('gone', ['x']));
  clearQueue();
  act(() => withdrawRelease('other'));
  expect(current()).toEqual(['x', true]);
  act(() => withdrawRelease('gone'));
  expect(current()).toEqual([undefined, false]);
});
