import { expect, test } from 'vitest';
import { createIdCounter, createRelease, createTrack } from '../../testing/releases.ts';
import { createReleaseItem, emptyQueue, insertLast, type Queue, type QueueItem, seekNext } from './queue.ts';
import { buildHistoryRows, buildQueueRows, type ExpandedRows } from './queueRows.ts';

function item(songs: string): QueueItem {
  const newId = createIdCounter();
  const made = createReleaseItem(
    createRelease(songs),
    [...songs].map((name) => createTrack(name)),
    () => `${songs}-${newId()}`,
  );
  return made ?? expect.fail();
}
const [ab, cd, e] = [item('ab'), item('cd'), item('e')];
const queue = [ab, cd, e].reduce(insertLast, emptyQueue);

/** Describes each row in one word. */
const lines = (of: Queue, opened: ExpandedRows = {}) =>
  buildQueueRows(of, opened).map((row) => {
    if (row.kind === 'item') return row.item.songs.map(({ trackid }) => trackid).join('');
    return row.kind === 'song' ? `-${row.song.trackid}${row.isCurrent ? '*' : ''}` : row.id;
  });

test('the selected item is expanded under Currently playing, the others are collapsed under Up next', {
  tags: ['C-QUEUE-01'],
}, () => {
  expect(lines(queue)).toEqual(['current', 'ab', '-a*', '-b', 'next', 'cd', 'e']);
  expect(lines(queue, { [ab.uuid]: false, [cd.uuid]: true })).toEqual(['current', 'ab', 'next', 'cd', '-c', '-d', 'e']);
});

test('earlier items are collapsed and can be expanded', { tags: ['C-QUEUE-04'] }, () => {
  const later = seekNext(seekNext(queue, 'h1'), 'h2');
  expect(lines(later)).toEqual(['earlier', 'current', 'cd', '-c*', '-d', 'next', 'e']);
  expect(lines(later, { earlier: true }).slice(0, 3)).toEqual(['earlier', 'ab', 'current']);
  expect(lines(seekNext(seekNext(later, 'h3'), 'h4'))).toEqual(['earlier', 'current', 'e', 'next', 'nothing']);
});

test('without a selection everything is up next', { tags: ['C-QUEUE-01'] }, () => {
  expect(lines({ ...queue, selectedItem: null, selectedSong: null })).toEqual(['next', 'ab', 'cd', 'e']);
});

test('the history starts with the track that was played last', { tags: ['C-QUEUE-26'] }, () => {
  const rows = buildHistoryRows(seekNext(seekNext(queue, 'h1'), 'h2').history);
  expect(rows.map(({ id }) => id)).toEqual(['h2', 'h1']);
});
