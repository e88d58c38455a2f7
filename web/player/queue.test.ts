import { expect, test } from 'vitest';
import { counter, release, track } from '../testing/music.ts';
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

/** An item of a release whose songs are named by single letters. */
function item(songs: string, newId = counter()): QueueItem {
  const tracks = [...songs].map((name) => track(name));
  const made = createReleaseItem(release(songs), tracks, () => `${songs}-${newId()}`);
  if (!made) throw new Error('an item needs songs');
  return made;
}

const playing = (queue: Queue) => getSelectedSong(queue)?.trackid;
const order = (queue: Queue) => queue.items.map(({ songs }) => songs.map(({ trackid }) => trackid).join('')).join(' ');
const heard = (queue: Queue) => queue.history.map(({ song }) => song.trackid).join('');

test('an empty queue holds nothing and goes nowhere', { tags: ['C-ENTITY-18', 'C-QUEUE-22'] }, () => {
  expect(emptyQueue).toEqual({ history: [], items: [], selectedItem: null, selectedSong: null });
  expect(seekNext(emptyQueue, 'h')).toBe(emptyQueue);
  expect(seekPrevious(emptyQueue, counter())).toBe(emptyQueue);
});

test('playing inserts at the top and selects the first song', { tags: ['C-QUEUE-05'] }, () => {
  const queue = playNow(playNow(emptyQueue, item('ab'), 'h1'), item('cd'), 'h2');
  expect(order(queue)).toBe('cd ab');
  expect(playing(queue)).toBe('c');
});

test('play next goes right behind the selected item, play later to the bottom, the selection stays', {
  tags: ['C-QUEUE-06'],
}, () => {
  const queue = insertLast(playNow(emptyQueue, item('ab'), 'h'), item('cd'));
  const next = insertNext(queue, item('ef'));
  expect(order(next)).toBe('ab ef cd');
  expect(order(insertLast(next, item('g')))).toBe('ab ef cd g');
  expect(playing(insertLast(next, item('g')))).toBe('a');
});

test('on an empty queue play next and play later select what they add', { tags: ['C-QUEUE-07'] }, () => {
  expect(playing(insertNext(emptyQueue, item('ab')))).toBe('a');
  expect(playing(insertLast(emptyQueue, item('ab')))).toBe('a');
  expect(insertLast(emptyQueue, item('ab')).history).toEqual([]);
});

test('a release keeps its audio songs only and without any it is no item', {
  tags: ['C-QUEUE-08', 'C-QUEUE-09', 'C-ENTITY-07'],
}, () => {
  const tracks = [track('a'), track('v', { assettype: 'video' }), track('b')];
  expect(createReleaseItem(release('r'), tracks, counter())?.songs.map(({ trackid }) => trackid)).toEqual(['a', 'b']);
  expect(createReleaseItem(release('r'), [track('v', { assettype: 'video' })], counter())).toBeUndefined();
  expect(createSongItem(release('r'), track('v', { assettype: 'video' }), counter())).toBeUndefined();
});

test('seek next walks through the item, then to the next item, and remembers each song', {
  tags: ['C-QUEUE-10', 'C-QUEUE-11'],
}, () => {
  const start = insertLast(playNow(emptyQueue, item('ab'), 'h0'), item('c'));
  expect(getNextSong(start)?.trackid).toBe('b');
  const second = seekNext(start, 'h1');
  expect([playing(second), heard(second)]).toEqual(['b', 'a']);
  const third = seekNext(second, 'h2');
  expect([playing(third), heard(third)]).toEqual(['c', 'ab']);
  expect(getNextSong(third)).toBeUndefined();
  expect(seekNext(third, 'h3')).toBe(third);
});

test('seek previous takes the newest song off the history and plays it', { tags: ['C-QUEUE-12'] }, () => {
  const start = insertLast(playNow(emptyQueue, item('ab'), 'h0'), item('c'));
  const back = seekPrevious(seekNext(seekNext(start, 'h1'), 'h2'), counter());
  expect([playing(back), heard(back)]).toEqual(['b', 'a']);
  expect(order(back)).toBe('ab c');
});

test('a song whose item has left the queue comes back on top', { tags: ['C-QUEUE-12'] }, () => {
  const start = insertLast(playNow(emptyQueue, item('a'), 'h0'), item('c'));
  const onC = seekNext(start, 'h1');
  const back = seekPrevious({ ...onC, items: onC.items.slice(1) }, counter());
  expect([order(back), playing(back)]).toEqual(['a c', 'a']);
});

test('seek to an item selects its first or the named song, and nothing that is not there', {
  tags: ['C-QUEUE-13'],
}, () => {
  const [top, below] = [item('ab'), item('cd')];
  const queue = insertLast(playNow(emptyQueue, top, 'h0'), below);
  expect(playing(seekToItem(queue, { item: below.uuid }, 'h1'))).toBe('c');
  expect(playing(seekToItem(queue, { item: below.uuid, song: below.songs[1]?.uuid ?? '' }, 'h1'))).toBe('d');
  expect(heard(seekToItem(queue, { item: below.uuid }, 'h1'))).toBe('a');
  expect(seekToItem(queue, { item: 'gone' }, 'h1')).toBe(queue);
});

test('clearing empties the items and nothing is selected, what was heard stays', { tags: ['C-QUEUE-22'] }, () => {
  const queue = clearItems(seekNext(playNow(emptyQueue, item('ab'), 'h0'), 'h1'));
  expect(queue).toMatchObject({ items: [], selectedItem: null, selectedSong: null });
  expect(heard(queue)).toBe('a');
});

test('items name a release with its songs, or one song', { tags: ['C-QUEUE-24'] }, () => {
  const made = counter();
  expect(createReleaseItem(release('r'), [track('a')], made)).toMatchObject({ type: 'release', releaseid: 'r' });
  expect(createSongItem(release('r'), track('a'), made)).toMatchObject({ type: 'song', trackid: 'a', releaseid: 'r' });
});

test('each stay in the queue has an id of its own, a song twice in a row too', { tags: ['C-QUEUE-25'] }, () => {
  const newId = counter();
  const [once, again] = [item('a', newId), item('a', newId)];
  const queue = insertNext(playNow(emptyQueue, once, 'h0'), again);
  expect(new Set(queue.items.flatMap(({ uuid, songs }) => [uuid, ...songs.map((one) => one.uuid)])).size).toBe(4);
  expect(getSelectedSong(seekNext(queue, 'h1'))?.uuid).toBe(again.songs[0]?.uuid);
});

test('each history entry has an id of its own and the history does not grow for ever', { tags: ['C-QUEUE-26'] }, () => {
  let queue = playNow(emptyQueue, item('ab'), 'h');
  for (let turn = 0; turn <= MAX_HISTORY; turn += 1) queue = playNow(queue, item('a'), `h${turn}`);
  expect(queue.history).toHaveLength(MAX_HISTORY);
  expect(queue.history.at(-1)?.historyUuid).toBe(`h${MAX_HISTORY}`);
});

test('queue items are display snapshots without marks', { tags: ['C-QUEUE-28'] }, () => {
  const made = item('a');
  expect(JSON.stringify(made)).not.toMatch(/flagged|archived/);
  expect(made.songs[0]).toMatchObject({ title: 'Track a', artist: 'Artist r', album: 'Release a', color: '#336699' });
});
