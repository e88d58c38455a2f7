import { expect, test } from 'vitest';
import { createIdCounter, createQueueItem, createRelease, createTrack } from '../../testing/releases.ts';
import { parsePersistedQueue } from './persistedQueue.ts';
import { createReleaseItem, emptyQueue, insertLast, playNow, seekNext } from './queue.ts';

const newId = createIdCounter();
const item = (name: string) =>
  createReleaseItem(createRelease(name), [createTrack(name), createTrack(`${name}2`)], newId) ?? expect.fail();
const queue = seekNext(insertLast(playNow(emptyQueue, item('a'), 'h1'), item('b')), 'h2');

test('items, selection and history are restored', { tags: ['C-PERSIST-01', 'C-ENTITY-18'] }, () => {
  expect(parsePersistedQueue(JSON.parse(JSON.stringify(queue)))).toEqual(queue);
});

test('songs that were stored without their artists are restored', { tags: ['C-PERSIST-03'] }, () => {
  const stored = JSON.stringify(queue).replaceAll('"artists":[],', '');
  expect(stored).not.toContain('"artists"');
  expect(parsePersistedQueue(JSON.parse(stored))).toEqual(queue);
});

test.each([[undefined], [null], ['words'], [7], [[]], [{}], [{ items: 'none', history: 3 }]])(
  'a queue persisted as %j gives an empty queue',
  { tags: ['C-PERSIST-03'] },
  (value) => {
    expect(parsePersistedQueue(value)).toEqual(emptyQueue);
  },
);

test('invalid items and history entries are left out, the others stay', { tags: ['C-PERSIST-03'] }, () => {
  const { items, history } = queue;
  const invalid = [
    null,
    { ...items[0], uuid: 7 },
    { ...items[0], type: 'record' },
    { ...items[0], type: 'constructor' },
    { ...items[0], songs: [] },
    { ...items[0], songs: [{ ...createQueueItem('x'), mediaURL: undefined }] },
    { ...items[0], type: 'playlist' },
  ];
  const restored = parsePersistedQueue({
    ...queue,
    items: [...invalid, ...items],
    history: [{ historyUuid: 'h' }, ...history],
  });
  expect(restored).toEqual(queue);
});

test('a selection of a missing item is cleared', { tags: ['C-PERSIST-03'] }, () => {
  expect(parsePersistedQueue({ ...queue, selectedSong: 'gone' })).toMatchObject({
    selectedItem: null,
    selectedSong: null,
  });
  expect(parsePersistedQueue({ ...queue, selectedItem: 'gone' })).toMatchObject({
    selectedItem: null,
    selectedSong: null,
  });
});
