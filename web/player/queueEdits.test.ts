import { expect, test } from 'vitest';
import { counter, release, song, track } from '../testing/music.ts';
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

/** An item of a release whose songs are named by single letters. */
function item(songs: string): QueueItem {
  const newId = counter();
  const tracks = [...songs].map((name) => track(name));
  return there(createReleaseItem(release(songs), tracks, () => `${songs}-${newId()}`));
}

function playlist(playlistid: string, songs: string, newId = counter()): QueueItem {
  const tracks = [...songs].map((name) => ({
    ...track(name, { album: `Album ${name}`, coverart: name }),
    color: '#112233',
  }));
  const facts = { playlistid, name: `List ${playlistid}`, thumbnail: null };
  return there(createPlaylistItem(facts, tracks, () => `${playlistid}-${newId()}`));
}

function there(item: QueueItem | undefined): QueueItem {
  if (!item) throw new Error('an item needs songs');
  return item;
}

/** These items; the named song of the first one that has it is selected. */
function queueOf(selected: string, ...items: QueueItem[]): Queue {
  const queue = items.reduce(insertLast, emptyQueue);
  const home = items.find(({ songs }) => songs.some(({ trackid }) => trackid === selected));
  const chosen = home?.songs.find(({ trackid }) => trackid === selected);
  const on = seekToItem(queue, { item: home?.uuid ?? '', song: chosen?.uuid ?? '' }, 'h');
  return { ...on, history: [] };
}

const on = (queue: Queue) => getSelectedSong(queue)?.trackid;
const order = (queue: Queue) => queue.items.map(({ songs }) => songs.map(({ trackid }) => trackid).join('')).join(' ');
const uuidOf = (queue: Queue, trackid: string) =>
  queue.items.flatMap(({ songs }) => songs).find((song) => song.trackid === trackid)?.uuid ?? '';

test('a playlist is an item with its audio in order, each song as its own release shows it', {
  tags: ['C-QUEUE-24', 'C-QUEUE-25'],
}, () => {
  const made = playlist('p', 'ab');
  expect(made).toMatchObject({ type: 'playlist', playlistid: 'p', title: 'List p', artist: '', thumbnail: null });
  expect(made.songs[1]).toMatchObject({ trackid: 'b', album: 'Album b', coverart: 'b', color: '#112233' });
  expect(new Set([made.uuid, ...made.songs.map(({ uuid }) => uuid)]).size).toBe(3);
});

test('a playlist keeps its audio only, and without any it is no item', { tags: ['C-QUEUE-08', 'C-QUEUE-09'] }, () => {
  const facts = { playlistid: 'p', name: 'List', thumbnail: null };
  const video = { ...track('v', { assettype: 'video' }), color: '#112233' };
  expect(createPlaylistItem(facts, [video], counter())).toBeUndefined();
  expect(createPlaylistItem(facts, [video, { ...track('a'), color: '#112233' }], counter())?.songs).toHaveLength(1);
});

test('setting a playlist replaces all items and selects its first song', { tags: ['C-QUEUE-18'] }, () => {
  const queue = replaceWithPlaylist(queueOf('b', item('ab'), item('c')), playlist('p', 'xy'), 'h1');
  expect([order(queue), on(queue)]).toEqual(['xy', 'x']);
  expect(queue.history.map(({ song }) => song.trackid)).toEqual(['b']);
});

test('where the selected song is removed the next one is selected, in its item or the item after it', {
  tags: ['C-QUEUE-14'],
}, () => {
  const queue = queueOf('a', item('ab'), item('c'));
  const once = removeSong(queue, uuidOf(queue, 'a'));
  expect([order(once), on(once)]).toEqual(['b c', 'b']);
  const twice = removeSong(once, uuidOf(once, 'b'));
  expect([order(twice), on(twice)]).toEqual(['c', 'c']);
});

test('after the last song nothing is selected', { tags: ['C-QUEUE-15'] }, () => {
  const queue = queueOf('c', item('ab'), item('c'));
  const left = removeSong(queue, uuidOf(queue, 'c'));
  expect([order(left), left.selectedItem, left.selectedSong]).toEqual(['ab', null, null]);
});

test('where the selected release or playlist is removed the first song of the next item is selected, if there is one', {
  tags: ['C-QUEUE-16'],
}, () => {
  const [top, list, last] = [item('ab'), playlist('p', 'xy'), item('c')];
  const queue = removeItem(queueOf('a', top, list, last), top.uuid);
  expect([order(queue), on(queue)]).toEqual(['xy c', 'x']);
  const next = removeItem(queue, list.uuid);
  expect([order(next), on(next)]).toEqual(['c', 'c']);
  expect(removeItem(next, last.uuid)).toMatchObject({ items: [], selectedItem: null, selectedSong: null });
});

test('removing what is not selected leaves the selection, and what is not there leaves everything', {
  tags: ['C-QUEUE-17'],
}, () => {
  const [top, below] = [item('ab'), item('cd')];
  const queue = queueOf('b', top, below);
  expect(removeItem(queue, below.uuid)).toMatchObject({ selectedItem: top.uuid, selectedSong: queue.selectedSong });
  expect(on(removeSong(queue, uuidOf(queue, 'a')))).toBe('b');
  expect(on(removeSong(queue, uuidOf(queue, 'd')))).toBe('b');
  expect(removeItem(queue, 'gone')).toBe(queue);
  expect(removeSong(queue, 'gone')).toBe(queue);
});

test('a deleted playlist leaves the queue wherever it stands, twice as well', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  const lists = [playlist('p', 'xy'), { ...playlist('p', 'z'), uuid: 'again' }];
  const queue = queueOf('y', item('a'), ...lists, playlist('q', 'c'));
  const left = removePlaylist(queue, 'p');
  expect([order(left), on(left)]).toEqual(['a c', 'c']);
  expect(removePlaylist(queue, 'r')).toBe(queue);
});

test('a changed playlist is changed in the queue, and a song that stays plays on', {
  tags: ['C-QUEUE-20', 'C-QUEUE-21'],
}, () => {
  const queue = queueOf('y', item('a'), playlist('p', 'xyz'), item('b'));
  const changed = updatePlaylist(queue, { ...playlist('p', 'zyw'), title: 'New name' }, counter());
  expect([order(changed), on(changed)]).toEqual(['a zyw b', 'y']);
  expect([changed.selectedSong, changed.items[1]?.uuid]).toEqual([queue.selectedSong, queue.items[1]?.uuid]);
  expect(changed.items[1]?.title).toBe('New name');
  expect(new Set(changed.items.flatMap(({ songs }) => songs.map(({ uuid }) => uuid))).size).toBe(5);
  expect(on(updatePlaylist(queue, playlist('p', 'xz'), counter()))).toBe('z');
  expect(updatePlaylist(queue, playlist('q', 'xz'), counter())).toBe(queue);
});

test('an item goes to another place, up or down, with its selection', { tags: ['C-QUEUE-17'] }, () => {
  const queue = queueOf('c', item('a'), item('b'), item('c'), item('d'));
  expect(order(moveItem(queue, 0, 2))).toBe('b c a d');
  expect(order(moveItem(queue, 3, 1))).toBe('a d b c');
  expect(on(moveItem(queue, 2, 0))).toBe('c');
  expect(moveItem(queue, 1, 1)).toBe(queue);
  expect(moveItem(queue, 9, 1)).toBe(queue);
});

test('what left comes back to its place, and what came meanwhile stays', { tags: ['C-QUEUE-04'] }, () => {
  const [top, middle, last] = [item('ab'), item('c'), item('d')];
  const before = queueOf('a', top, middle, last);
  const without = insertLast(removeItem(before, middle.uuid), item('e'));
  expect(order(restoreRemoved(without, before))).toBe('ab c d e');
  const shorter = removeSong(before, uuidOf(before, 'b'));
  expect(order(restoreRemoved(shorter, before))).toBe('ab c d');
  expect(order(restoreRemoved({ ...before, items: [] }, before))).toBe('ab c d');
});

test('a song of the history comes back as an item of its own', { tags: ['C-QUEUE-12', 'C-QUEUE-25'] }, () => {
  const heard = song('a');
  const again = createItemFromSong(heard, counter());
  expect(again).toMatchObject({ type: 'song', trackid: 'a', title: 'Track a' });
  expect(again.songs[0]?.uuid).not.toBe(heard.uuid);
  expect(on(playNow(emptyQueue, again, 'h'))).toBe('a');
});
