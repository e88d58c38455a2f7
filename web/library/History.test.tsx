import * as library from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { readSlice } from '../platform/persistedState.ts';
import { addPlay, emptyHistory } from '../player/listening/history.ts';
import { useHistory } from '../player/listening/historyStore.ts';
import { resetPlayback } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createToken } from '../testing/tokens.ts';
import { History } from './History.tsx';

let server: FakeServer;

beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 900 }));
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs();
  resetPlayback();
  useHistory.setState(emptyHistory);
  vi.spyOn(console, 'error').mockReturnValue();
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();
const lines = (name: string) => createRelease(`r-${name}`, { title: `Release ${name}` });
const songOf = (name: string) => createTrack(name, { title: `Song ${name}`, releaseid: `r-${name}` });
const heardHere = (name: string, second: number) =>
  useHistory.setState((history) => addPlay(history, lines(name), songOf(name), at(second)));
const list = <Item,>(items: Item[]) => ({ items, total: items.length, page: 1, pagesize: 40 });
function heardThere(...names: [name: string, second: number][]): void {
  server.answer(library.playedReleases, list(names.map(([name, s]) => ({ ...lines(name), playedat: at(s) }))));
  server.answer(library.plays, list(names.map(([name, s]) => ({ ...songOf(name), playedat: at(s) }))));
}
const titles = (group: string) =>
  within(screen.getByRole('grid', { name: group }))
    .getAllByRole('rowheader')
    .map((cell) => within(cell).getByRole('link').textContent);
const open = () => renderScreen(withProviders(<History />), paths.history);

test('two groups, releases and songs, newest first, those of other computers among them', {
  tags: ['C-ROUTE-22', 'C-RECENT-01', 'C-RECENT-02', 'C-RECENT-03'],
}, async () => {
  heardHere('a', 1);
  heardHere('c', 30);
  heardThere(['b', 20], ['a', 1]);
  open();
  expect(screen.getByRole('heading', { name: 'History', level: 1 })).toBeTruthy();
  await waitFor(() => expect(titles('Recently played releases')).toEqual(['Release c', 'Release b', 'Release a']));
  expect(titles('Recently played songs')).toEqual(['Song c', 'Song b', 'Song a']);
});

test('without an answer this browser’s history is there, and it survives a reload', {
  tags: ['C-RECENT-02', 'C-PERSIST-01'],
}, async () => {
  heardHere('a', 1);
  server.disconnect(library.plays);
  server.disconnect(library.playedReleases);
  open();
  expect(titles('Recently played releases')).toEqual(['Release a']);
  expect(readSlice('playHistory')).toMatchObject({ songs: [{ trackid: 'a' }], releases: [{ releaseid: 'r-a' }] });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what the server knew is kept for the next time without a network', {
  tags: ['C-RECENT-02', 'C-PERSIST-01'],
}, async () => {
  heardThere(['b', 20]);
  open();
  await screen.findByRole('grid', { name: 'Recently played songs' });
  await waitFor(() => expect(readSlice('playHistory')).toMatchObject({ songs: [{ trackid: 'b' }] }));
});

test('a history that cannot be loaded says so', async () => {
  server.refuse(library.plays, 'UNEXPECTED');
  server.refuse(library.playedReleases, 'UNEXPECTED');
  open();
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toBe('The history could not be loadedTry again in a moment.Try again');
});

test('a song plays from its row', { tags: ['C-RECENT-01'] }, async () => {
  heardThere(['a', 1]);
  server.answer(audioToken, { data: { token: createToken({ exp: 4_000_000_000 }) } });
  open();
  const songs = await screen.findByRole('grid', { name: 'Recently played songs' });
  fireEvent.click(within(songs).getByRole('button', { name: 'Play Song a' }));
  expect(usePlayer.getState().song).toMatchObject({ trackid: 'a', releaseid: 'r-a' });
});

test('a stored flag gives way to that of the server, and can be set here', { tags: ['C-FLAG-01'] }, async () => {
  useHistory.setState((history) => addPlay(history, { ...lines('a'), flagged: true }, songOf('a'), at(1)));
  heardThere(['a', 1]);
  open();
  const flag = await screen.findByRole('button', { name: 'Flag Release a' });
  server.answer(library.flagRelease, { ...lines('a'), flagged: true });
  fireEvent.click(flag);
  expect(await screen.findByRole('button', { name: 'Flag Release a', pressed: true })).toBeTruthy();
});

test('archiving what plays leaves queue and playback alone', { tags: ['C-ARCHIVE-12'] }, async () => {
  heardThere(['a', 1]);
  server.answer(library.archiveRelease, { ...lines('a'), archived: true });
  open();
  const songs = await screen.findByRole('grid', { name: 'Recently played songs' });
  fireEvent.click(within(songs).getByRole('button', { name: 'Play Song a' }));
  const before = [useQueue.getState(), usePlayer.getState()];
  fireEvent.click(screen.getByRole('button', { name: 'Archive Release a' }));
  expect(await screen.findByRole('button', { name: 'Archive Release a', pressed: true })).toBeTruthy();
  expect([useQueue.getState(), usePlayer.getState()]).toEqual(before);
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'a' } });
});

test('an empty history says so, a failed one can be tried again', { tags: ['C-RECENT-01'] }, async () => {
  server.refuse(library.plays, 'VALIDATION');
  server.refuse(library.playedReleases, 'VALIDATION');
  const user = open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  heardThere();
  await user.click(again);
  expect(await screen.findByRole('heading', { name: 'Nothing played yet' })).toBeTruthy();
});
