import { expect, test } from 'vitest';
import { createPlaylistTrack } from '../testing/playlists.ts';
import { parsePlaylistSort, sortOrders } from './PlaylistList.tsx';
import { getMovePosition, getUndoPosition, insertTracks, removeTracks } from './tracksData.ts';

const tracks = (names: string) => [...names].map((name) => createPlaylistTrack(name));
const names = (list: { trackid: string }[]) => list.map(({ trackid }) => trackid).join('');
const [a, b] = [createPlaylistTrack('a'), createPlaylistTrack('b')];

test('there are three sort orders, newest first is the default', { tags: ['C-PLAYLIST-22', 'C-ENTITY-15'] }, () => {
  expect(sortOrders.map(({ sort }) => sort)).toEqual(['-date', 'name', '-pinned']);
  expect(['name', '-pinned', 'loudest', null].map(parsePlaylistSort)).toEqual(['name', '-pinned', '-date', '-date']);
});

test('a move down places the track after its target, a move up before it', {
  tags: ['C-PLAYLIST-17'],
}, () => {
  expect(getMovePosition(tracks('abcd'), 0, 2)).toEqual({ position: 'after', referenceTrackid: 'c' });
  expect(getMovePosition(tracks('abcd'), 3, 1)).toEqual({ position: 'before', referenceTrackid: 'b' });
  expect(names(insertTracks(tracks('abcd'), [a], { position: 'after', referenceTrackid: 'c' }))).toBe('bcad');
  expect([getMovePosition(tracks('ab'), 1, 1), getMovePosition(tracks('ab'), 0, 5), getMovePosition([], 0, 1)]).toEqual(
    Array(3).fill(undefined),
  );
});

test('without a reference tracks go to the top or the end, in the given order', { tags: ['C-PLAYLIST-14'] }, () => {
  expect(names(insertTracks(tracks('cd'), [a, b], { position: 'before' }))).toBe('abcd');
  expect(names(insertTracks(tracks('cd'), [a, b], { position: 'after' }))).toBe('cdab');
  expect(names(removeTracks(tracks('abc'), [b]))).toBe('ac');
});

test('a removed track is restored after the nearest earlier track that is still there', {
  tags: ['C-PLAYLIST-26'],
}, () => {
  const before = tracks('abcd');
  expect(getUndoPosition(tracks('abd'), before, 'c')).toEqual({ position: 'after', referenceTrackid: 'b' });
  expect(getUndoPosition(tracks('ad'), before, 'c')).toEqual({ position: 'after', referenceTrackid: 'a' });
  expect(getUndoPosition(tracks('d'), before, 'c')).toEqual({ position: 'before' });
});
