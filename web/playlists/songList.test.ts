import { expect, test } from 'vitest';
import { createQueueItem } from '../testing/releases.ts';
import { addSong, noSongs, removeSong } from './songList.ts';

const [a, b] = [createQueueItem('a'), createQueueItem('b')];

test('a new song goes to the front of the list, a song that the list has is ignored', { tags: ['C-QUEUE-27'] }, () => {
  const list = addSong(addSong(noSongs, a), b);
  expect(list).toEqual([b, a]);
  expect(addSong(list, { ...a, uuid: 'another uuid' })).toBe(list);
});

test('a song can be removed from the list, and a cleared list is empty', { tags: ['C-QUEUE-27'] }, () => {
  const list = [b, a];
  expect(removeSong(list, 'b')).toEqual([a]);
  expect(removeSong(list, 'c')).toBe(list);
  expect(noSongs).toEqual([]);
});
