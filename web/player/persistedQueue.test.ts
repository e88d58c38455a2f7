import { expect, test } from 'vitest';
import { counter, release, song, track } from '../testing/music.ts';
import { parsePersistedQueue } from './persistedQueue.ts';
import { createReleaseItem, emptyQueue, insertLast, playNow, seekNext } from './queue.ts';

const newId = counter();
const item = (name: string) =>
  createReleaseItem(release(name), [track(name), track(`${name}2`)], newId) ?? expect.fail();
const queue = seekNext(insertLast(playNow(emptyQueue, item('a'), 'h1'), item('b')), 'h2');

test('items, selection and history come back as they were', { tags: ['C-PERSIST-01', 'C-ENTITY-18'] }, () => {
  expect(parsePersistedQueue(JSON.parse(JSON.stringify(queue)))).toEqual(queue);
});

test.each([[undefined], [null], ['words'], [7], [[]], [{}], [{ items: 'none', history: 3 }]])(
  'a queue kept as %j is as new',
  { tags: ['C-PERSIST-03'] },
  (kept) => {
    expect(parsePersistedQueue(kept)).toEqual(emptyQueue);
  },
);

test('items and heard songs that make no sense are left out, the rest stays', { tags: ['C-PERSIST-03'] }, () => {
  const { items, history } = queue;
  const bad = [
    null,
    { ...items[0], uuid: 7 },
    { ...items[0], type: 'record' },
    { ...items[0], type: 'constructor' },
    { ...items[0], songs: [] },
    { ...items[0], songs: [{ ...song('x'), mediaURL: undefined }] },
    { ...items[0], type: 'playlist' },
  ];
  const kept = parsePersistedQueue({
    ...queue,
    items: [...bad, ...items],
    history: [{ historyUuid: 'h' }, ...history],
  });
  expect(kept).toEqual(queue);
});

test('a selection of nothing is none', { tags: ['C-PERSIST-03'] }, () => {
  expect(parsePersistedQueue({ ...queue, selectedSong: 'gone' })).toMatchObject({
    selectedItem: null,
    selectedSong: null,
  });
  expect(parsePersistedQueue({ ...queue, selectedItem: 'gone' })).toMatchObject({
    selectedItem: null,
    selectedSong: null,
  });
});
