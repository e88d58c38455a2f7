import { expect, test } from 'vitest';
import { playlistTrack } from '../testing/playlists.ts';
import { orderOf, orders } from './order.ts';
import { placed, spotBefore, spotOf, without } from './orderData.ts';

const tracks = (names: string) => [...names].map((name) => playlistTrack(name));
const names = (these: { trackid: string }[]) => these.map(({ trackid }) => trackid).join('');
const [a, b] = [playlistTrack('a'), playlistTrack('b')];

test('there are three orders, the newest first is the usual one', { tags: ['C-PLAYLIST-22', 'C-ENTITY-15'] }, () => {
  expect(orders.map(({ sort }) => sort)).toEqual(['-date', 'name', '-pinned']);
  expect(['name', '-pinned', 'loudest', null].map(orderOf)).toEqual(['name', '-pinned', '-date', '-date']);
});

test('a move downwards goes behind the track that was there, a move upwards before it', {
  tags: ['C-PLAYLIST-17'],
}, () => {
  expect(spotOf(tracks('abcd'), 0, 2)).toEqual({ position: 'after', referenceTrackid: 'c' });
  expect(spotOf(tracks('abcd'), 3, 1)).toEqual({ position: 'before', referenceTrackid: 'b' });
  expect(names(placed(tracks('abcd'), [a], { position: 'after', referenceTrackid: 'c' }))).toBe('bcad');
  expect([spotOf(tracks('ab'), 1, 1), spotOf(tracks('ab'), 0, 5), spotOf([], 0, 1)]).toEqual(Array(3).fill(undefined));
});

test('without a reference tracks go to the top or the end, in the given order', { tags: ['C-PLAYLIST-14'] }, () => {
  expect(names(placed(tracks('cd'), [a, b], { position: 'before' }))).toBe('abcd');
  expect(names(placed(tracks('cd'), [a, b], { position: 'after' }))).toBe('cdab');
  expect(names(without(tracks('abc'), [b]))).toBe('ac');
});

test('a track that was taken out comes back behind the nearest that is still there', {
  tags: ['C-PLAYLIST-26'],
}, () => {
  const before = tracks('abcd');
  expect(spotBefore(tracks('abd'), before, 'c')).toEqual({ position: 'after', referenceTrackid: 'b' });
  expect(spotBefore(tracks('ad'), before, 'c')).toEqual({ position: 'after', referenceTrackid: 'a' });
  expect(spotBefore(tracks('d'), before, 'c')).toEqual({ position: 'before' });
});
