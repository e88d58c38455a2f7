import { expect, test } from 'vitest';
import { createRelease, createTrack } from '../../testing/releases.ts';
import { addPlay, emptyHistory, mergeHistories, type PlayHistory } from './history.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
const play = (history: PlayHistory, name: string, second: number) =>
  addPlay(history, createRelease(`r-${name}`), createTrack(name, { releaseid: `r-${name}` }), at(second));
const songs = (history: PlayHistory) => history.songs.map(({ trackid }) => trackid);
const releases = (history: PlayHistory) => history.releases.map(({ releaseid }) => releaseid);

test('the newest track and its release come first', { tags: ['C-RECENT-03', 'C-RECENT-04'] }, () => {
  const history = ['a', 'b', 'c'].reduce((before, name, second) => play(before, name, second), emptyHistory);
  expect([songs(history), releases(history)]).toEqual([
    ['c', 'b', 'a'],
    ['r-c', 'r-b', 'r-a'],
  ]);
});

test('a track that is played again moves to the front and is listed once', { tags: ['C-RECENT-03'] }, () => {
  const history = ['a', 'b', 'a'].reduce((before, name, second) => play(before, name, second), emptyHistory);
  expect([songs(history), releases(history)]).toEqual([
    ['a', 'b'],
    ['r-a', 'r-b'],
  ]);
});

test('two tracks of one release give two tracks and one release', { tags: ['C-RECENT-01'] }, () => {
  const first = addPlay(emptyHistory, createRelease('r'), createTrack('a'), at(1));
  const second = addPlay(first, createRelease('r'), createTrack('b'), at(2));
  expect([songs(second), releases(second)]).toEqual([['b', 'a'], ['r']]);
});

test('the history is limited to forty releases and forty tracks', { tags: ['C-RECENT-03'] }, () => {
  const many = Array.from({ length: 45 }, (_none, second) => `n${second}`);
  const history = many.reduce((before, name, second) => play(before, name, second), emptyHistory);
  expect([history.songs.length, history.releases.length]).toEqual([40, 40]);
  expect([songs(history)[0], songs(history)[39]]).toEqual(['n44', 'n5']);
});

test('the history of another device is merged by time, with the newer fields of the server', {
  tags: ['C-RECENT-02'],
}, () => {
  const here = ['a', 'b'].reduce((before, name, second) => play(before, name, second * 10), emptyHistory);
  const there = play(play(emptyHistory, 'a', 5), 'c', 7);
  there.releases = there.releases.map((one) => ({ ...one, flagged: true }));
  const both = mergeHistories(here, there);
  expect(songs(both)).toEqual(['b', 'c', 'a']);
  expect(both.releases.map(({ flagged }) => flagged)).toEqual([false, true, true]);
});
