import { expect, test } from 'vitest';
import { createIdCounter, createRelease, createTrack } from '../../testing/releases.ts';
import {
  clearItems,
  createReleaseItem,
  createSongItem,
  emptyQueue,
  getNextSong,
  getSelectedSong,
  insertLast,
  insertNext,
  MAX_HISTORY,
  playNow,
  type Queue,
  type QueueItem,
  seekNext,
  seekPrevious,
  seekToItem,
} from './queue.ts';

/** A release item with one track per letter. */
function item(songs: string, newId = createIdCounter()): QueueItem {
  const tracks = [...songs].map((name) => createTrack(name));
  const made = createReleaseItem(createRelease(songs), tracks, () => `${songs}-${newId()}`);
  if (!made) throw new Error('An item needs songs');
  return made;
}

const playing = (queue: Queue) => getSelectedSong(queue)?.trackid;
const order = (queue: Queue) => queue.items.map(({ songs }) => songs.map(({ trackid }) => trackid).join('')).join(' ');
const played = (queue: Queue) => queue.history.map(({ song }) => song.trackid).join('');

test('an empty queue has no items and seeking changes nothing', { tags: ['C-ENTITY-18', 'C-QUEUE-22'] }, () => {
  expect(emptyQueue).toEqual({ history: [], items: [], selectedItem: null, selectedSong: null });
  expect(seekNext(emptyQueue, 'h')).toBe(emptyQueue);
  expect(seekPrevious(emptyQueue, createIdCounter())).toBe(emptyQueue);
});

test('playing inserts at the top and selects the first track', { tags: ['C-QUEUE-05'] }, () => {
  const queue = playNow(playNow(emptyQueue, item('ab'), 'h1'), item('cd'), 'h2');
  expect(order(queue)).toBe('cd ab');
  expect(playing(queue)).toBe('c');
});

test('play next inserts after the selected item, play later at the end, and the selection stays', {
  tags: ['C-QUEUE-06'],
}, () => {
  const queue = insertLast(playNow(emptyQueue, item('ab'), 'h'), item('cd'));
  const next = insertNext(queue, item('ef'));
  expect(order(next)).toBe('ab ef cd');
  expect(order(insertLast(next, item('g')))).toBe('ab ef cd g');
  expect(playing(insertLast(next, item('g')))).toBe('a');
});

test('on an empty queue play next and play later select the new item', { tags: ['C-QUEUE-07'] }, () => {
  expect(playing(insertNext(emptyQueue, item('ab')))).toBe('a');
  expect(playing(insertLast(emptyQueue, item('ab')))).toBe('a');
  expect(insertLast(emptyQueue, item('ab')).history).toEqual([]);
});

test('a release item contains only audio tracks, and without any there is no item', {
  tags: ['C-QUEUE-08', 'C-QUEUE-09', 'C-ENTITY-07'],
}, () => {
  const tracks = [createTrack('a'), createTrack('v', { assettype: 'video' }), createTrack('b')];
  expect(createReleaseItem(createRelease('r'), tracks, createIdCounter())?.songs.map(({ trackid }) => trackid)).toEqual(
    ['a', 'b'],
  );
  expect(
    createReleaseItem(createRelease('r'), [createTrack('v', { assettype: 'video' })], createIdCounter()),
  ).toBeUndefined();
  expect(
    createSongItem(createRelease('r'), createTrack('v', { assettype: 'video' }), createIdCounter()),
  ).toBeUndefined();
});

test('seek next goes through the item, then to the next item, and adds each track to the history', {
  tags: ['C-QUEUE-10', 'C-QUEUE-11'],
}, () => {
  const start = insertLast(playNow(emptyQueue, item('ab'), 'h0'), item('c'));
  expect(getNextSong(start)?.trackid).toBe('b');
  const second = seekNext(start, 'h1');
  expect([playing(second), played(second)]).toEqual(['b', 'a']);
  const third = seekNext(second, 'h2');
  expect([playing(third), played(third)]).toEqual(['c', 'ab']);
  expect(getNextSong(third)).toBeUndefined();
  expect(seekNext(third, 'h3')).toBe(third);
});

test('seek previous removes the newest track from the history and selects it', { tags: ['C-QUEUE-12'] }, () => {
  const start = insertLast(playNow(emptyQueue, item('ab'), 'h0'), item('c'));
  const back = seekPrevious(seekNext(seekNext(start, 'h1'), 'h2'), createIdCounter());
  expect([playing(back), played(back)]).toEqual(['b', 'a']);
  expect(order(back)).toBe('ab c');
});

test('a track whose item was removed is inserted again at the top', { tags: ['C-QUEUE-12'] }, () => {
  const start = insertLast(playNow(emptyQueue, item('a'), 'h0'), item('c'));
  const onC = seekNext(start, 'h1');
  const back = seekPrevious({ ...onC, items: onC.items.slice(1) }, createIdCounter());
  expect([order(back), playing(back)]).toEqual(['a c', 'a']);
});

test('seek to an item selects its first or the given track, and ignores a missing item', {
  tags: ['C-QUEUE-13'],
}, () => {
  const [top, below] = [item('ab'), item('cd')];
  const queue = insertLast(playNow(emptyQueue, top, 'h0'), below);
  expect(playing(seekToItem(queue, { item: below.uuid }, 'h1'))).toBe('c');
  expect(playing(seekToItem(queue, { item: below.uuid, song: below.songs[1]?.uuid ?? '' }, 'h1'))).toBe('d');
  expect(played(seekToItem(queue, { item: below.uuid }, 'h1'))).toBe('a');
  expect(seekToItem(queue, { item: 'gone' }, 'h1')).toBe(queue);
});

test('clearing removes items and selection, the history stays', { tags: ['C-QUEUE-22'] }, () => {
  const queue = clearItems(seekNext(playNow(emptyQueue, item('ab'), 'h0'), 'h1'));
  expect(queue).toMatchObject({ items: [], selectedItem: null, selectedSong: null });
  expect(played(queue)).toBe('a');
});

test('an item is a release with its tracks, or one track', { tags: ['C-QUEUE-24'] }, () => {
  const made = createIdCounter();
  expect(createReleaseItem(createRelease('r'), [createTrack('a')], made)).toMatchObject({
    type: 'release',
    releaseid: 'r',
  });
  expect(createSongItem(createRelease('r'), createTrack('a'), made)).toMatchObject({
    type: 'song',
    trackid: 'a',
    releaseid: 'r',
  });
});

test('every queue entry has its own id, even the same track twice in a row', { tags: ['C-QUEUE-25'] }, () => {
  const newId = createIdCounter();
  const [once, again] = [item('a', newId), item('a', newId)];
  const queue = insertNext(playNow(emptyQueue, once, 'h0'), again);
  expect(new Set(queue.items.flatMap(({ uuid, songs }) => [uuid, ...songs.map((one) => one.uuid)])).size).toBe(4);
  expect(getSelectedSong(seekNext(queue, 'h1'))?.uuid).toBe(again.songs[0]?.uuid);
});

test('every history entry has its own id, and the history is limited', { tags: ['C-QUEUE-26'] }, () => {
  let queue = playNow(emptyQueue, item('ab'), 'h');
  for (let turn = 0; turn <= MAX_HISTORY; turn += 1) queue = playNow(queue, item('a'), `h${turn}`);
  expect(queue.history).toHaveLength(MAX_HISTORY);
  expect(queue.history.at(-1)?.historyUuid).toBe(`h${MAX_HISTORY}`);
});

test('queue items are copies for display without flags and archive marks', { tags: ['C-QUEUE-28'] }, () => {
  const made = item('a');
  expect(JSON.stringify(made)).not.toMatch(/flagged|archived/);
  expect(made.songs[0]).toMatchObject({ title: 'Track a', artist: 'Artist r', album: 'Release a', color: '#336699' });
});
