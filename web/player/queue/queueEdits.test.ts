import { expect, test } from 'vitest';
import { createIdCounter, createQueueItem, createRelease, createTrack } from '../../testing/releases.ts';
import {
  createItemFromSong,
  createPlaylistItem,
  createReleaseItem,
  emptyQueue,
  getSelectedSong,
  insertLast,
  playNow,
  type Queue,
  type QueueItem,
  seekToItem,
} from './queue.ts';
import {
  moveItem,
  removeItem,
  removePlaylist,
  removeSong,
  replaceWithPlaylist,
  restoreRemoved,
  updatePlaylist,
} from './queueEdits.ts';

/** A release item with one track per letter. */
function item(songs: string): QueueItem {
  const newId = createIdCounter();
  const tracks = [...songs].map((name) => createTrack(name));
  return requireItem(createReleaseItem(createRelease(songs), tracks, () => `${songs}-${newId()}`));
}

function playlist(playlistid: string, songs: string, newId = createIdCounter()): QueueItem {
  const tracks = [...songs].map((name) => ({
    ...createTrack(name, { album: `Album ${name}`, coverart: name }),
    color: '#112233',
  }));
  const facts = { playlistid, name: `List ${playlistid}`, thumbnail: null };
  return requireItem(createPlaylistItem(facts, tracks, () => `${playlistid}-${newId()}`));
}

function requireItem(item: QueueItem | undefined): QueueItem {
  if (!item) throw new Error('An item needs songs');
  return item;
}

/** A queue of these items with the given track selected. */
function queueOf(selectedTrack: string, ...items: QueueItem[]): Queue {
  const queue = items.reduce(insertLast, emptyQueue);
  const item = items.find(({ songs }) => songs.some(({ trackid }) => trackid === selectedTrack));
  const chosen = item?.songs.find(({ trackid }) => trackid === selectedTrack);
  const seeked = seekToItem(queue, { item: item?.uuid ?? '', song: chosen?.uuid ?? '' }, 'h');
  return { ...seeked, history: [] };
}

const selected = (queue: Queue) => getSelectedSong(queue)?.trackid;
const order = (queue: Queue) => queue.items.map(({ songs }) => songs.map(({ trackid }) => trackid).join('')).join(' ');
const uuidOf = (queue: Queue, trackid: string) =>
  queue.items.flatMap(({ songs }) => songs).find((song) => song.trackid === trackid)?.uuid ?? '';

test('a playlist item contains its audio in order, each track with cover and album of its release', {
  tags: ['C-QUEUE-24', 'C-QUEUE-25'],
}, () => {
  const made = playlist('p', 'ab');
  expect(made).toMatchObject({ type: 'playlist', playlistid: 'p', title: 'List p', artist: '', thumbnail: null });
  expect(made.songs[1]).toMatchObject({ trackid: 'b', album: 'Album b', coverart: 'b', color: '#112233' });
  expect(new Set([made.uuid, ...made.songs.map(({ uuid }) => uuid)]).size).toBe(3);
});

test('a playlist item contains only audio, and without any there is no item', {
  tags: ['C-QUEUE-08', 'C-QUEUE-09'],
}, () => {
  const facts = { playlistid: 'p', name: 'List', thumbnail: null };
  const video = { ...createTrack('v', { assettype: 'video' }), color: '#112233' };
  expect(createPlaylistItem(facts, [video], createIdCounter())).toBeUndefined();
  expect(
    createPlaylistItem(facts, [video, { ...createTrack('a'), color: '#112233' }], createIdCounter())?.songs,
  ).toHaveLength(1);
});

test('a playlist replaces all items and its first track is selected', { tags: ['C-QUEUE-18'] }, () => {
  const queue = replaceWithPlaylist(queueOf('b', item('ab'), item('c')), playlist('p', 'xy'), 'h1');
  expect([order(queue), selected(queue)]).toEqual(['xy', 'x']);
  expect(queue.history.map(({ song }) => song.trackid)).toEqual(['b']);
});

test('when the selected track is removed, the next one of its item or of the next item is selected', {
  tags: ['C-QUEUE-14'],
}, () => {
  const queue = queueOf('a', item('ab'), item('c'));
  const once = removeSong(queue, uuidOf(queue, 'a'));
  expect([order(once), selected(once)]).toEqual(['b c', 'b']);
  const twice = removeSong(once, uuidOf(once, 'b'));
  expect([order(twice), selected(twice)]).toEqual(['c', 'c']);
});

test('when the last track is removed, nothing is selected', { tags: ['C-QUEUE-15'] }, () => {
  const queue = queueOf('c', item('ab'), item('c'));
  const left = removeSong(queue, uuidOf(queue, 'c'));
  expect([order(left), left.selectedItem, left.selectedSong]).toEqual(['ab', null, null]);
});

test('when the selected item is removed, the first track of the next item is selected, if there is one', {
  tags: ['C-QUEUE-16'],
}, () => {
  const [top, list, last] = [item('ab'), playlist('p', 'xy'), item('c')];
  const queue = removeItem(queueOf('a', top, list, last), top.uuid);
  expect([order(queue), selected(queue)]).toEqual(['xy c', 'x']);
  const next = removeItem(queue, list.uuid);
  expect([order(next), selected(next)]).toEqual(['c', 'c']);
  expect(removeItem(next, last.uuid)).toMatchObject({ items: [], selectedItem: null, selectedSong: null });
});

test('removing another item keeps the selection, removing a missing one changes nothing', {
  tags: ['C-QUEUE-17'],
}, () => {
  const [top, below] = [item('ab'), item('cd')];
  const queue = queueOf('b', top, below);
  expect(removeItem(queue, below.uuid)).toMatchObject({ selectedItem: top.uuid, selectedSong: queue.selectedSong });
  expect(selected(removeSong(queue, uuidOf(queue, 'a')))).toBe('b');
  expect(selected(removeSong(queue, uuidOf(queue, 'd')))).toBe('b');
  expect(removeItem(queue, 'gone')).toBe(queue);
  expect(removeSong(queue, 'gone')).toBe(queue);
});

test('every item of a deleted playlist is removed from the queue', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  const lists = [playlist('p', 'xy'), { ...playlist('p', 'z'), uuid: 'again' }];
  const queue = queueOf('y', item('a'), ...lists, playlist('q', 'c'));
  const left = removePlaylist(queue, 'p');
  expect([order(left), selected(left)]).toEqual(['a c', 'c']);
  expect(removePlaylist(queue, 'r')).toBe(queue);
});

test('a changed playlist is updated in the queue, and a remaining track stays selected', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  const queue = queueOf('y', item('a'), playlist('p', 'xyz'), item('b'));
  const uuid = queue.items[1]?.uuid ?? '';
  const changed = updatePlaylist(queue, { ...playlist('p', 'zyw'), uuid, title: 'New name' }, createIdCounter());
  expect([order(changed), selected(changed)]).toEqual(['a zyw b', 'y']);
  expect([changed.selectedSong, changed.items[1]?.uuid]).toEqual([queue.selectedSong, queue.items[1]?.uuid]);
  expect(changed.items[1]?.title).toBe('New name');
  expect(new Set(changed.items.flatMap(({ songs }) => songs.map(({ uuid }) => uuid))).size).toBe(5);
  expect(selected(updatePlaylist(queue, { ...playlist('p', 'xz'), uuid }, createIdCounter()))).toBe('z');
  expect(updatePlaylist(queue, playlist('q', 'xz'), createIdCounter())).toBe(queue);
});

test('an item moves up or down and the selection stays', { tags: ['C-QUEUE-17'] }, () => {
  const queue = queueOf('c', item('a'), item('b'), item('c'), item('d'));
  expect(order(moveItem(queue, 0, 2))).toBe('b c a d');
  expect(order(moveItem(queue, 3, 1))).toBe('a d b c');
  expect(selected(moveItem(queue, 2, 0))).toBe('c');
  expect(moveItem(queue, 1, 1)).toBe(queue);
  expect(moveItem(queue, 9, 1)).toBe(queue);
});

test('removed items return to their positions, and items added since stay', { tags: ['C-QUEUE-04'] }, () => {
  const [top, middle, last] = [item('ab'), item('c'), item('d')];
  const before = queueOf('a', top, middle, last);
  const without = insertLast(removeItem(before, middle.uuid), item('e'));
  expect(order(restoreRemoved(without, before))).toBe('ab c d e');
  const shorter = removeSong(before, uuidOf(before, 'b'));
  expect(order(restoreRemoved(shorter, before))).toBe('ab c d');
  expect(order(restoreRemoved({ ...before, items: [] }, before))).toBe('ab c d');
});

test('a track of the history becomes a new item', { tags: ['C-QUEUE-12', 'C-QUEUE-25'] }, () => {
  const heard = createQueueItem('a');
  const again = createItemFromSong(heard, createIdCounter());
  expect(again).toMatchObject({ type: 'song', trackid: 'a', title: 'Track a' });
  expect(again.songs[0]?.uuid).not.toBe(heard.uuid);
  expect(selected(playNow(emptyQueue, again, 'h'))).toBe('a');
});
