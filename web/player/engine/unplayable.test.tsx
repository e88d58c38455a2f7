import { audioToken } from '@promenade/contract/media';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBrowserState } from '../../platform/browserStateStore.ts';
import { useNotices } from '../../platform/notices.ts';
import { mockLayout, mockWindowWidth, setOnline } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { clearMediaError, failMedia, mockMediaElement } from '../../testing/mediaElement.ts';
import { createAlbum, createQueueItem } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createToken } from '../../testing/tokens.ts';
import { PlayerBar } from '../PlayerBar.tsx';
import { playItem, playPause, resetPlayback } from '../playback.ts';
import { usePlayer } from '../playerStore.ts';
import { QueuePanel } from '../queue/QueuePanel.tsx';
import { useQueue } from '../queue/queueStore.ts';
import { openSource, playSong } from '../source.ts';
import { Engine } from './Engine.tsx';

const tags = ['requirements decision 37', 'C-PLAYER-26', 'C-PLAYER-27'];
const NOTE = "Can't be played now";
const token = { data: { token: createToken({ sub: 't', exp: Math.floor(Date.now() / 1000) + 3600 }) } };

let server: FakeServer;

beforeEach(() => {
  vi.restoreAllMocks();
  mockWindowWidth(1440);
  mockLayout({ width: 348, height: 700, scrollHeight: 700 });
  mockMediaElement();
  useBrowserState.setState({ isIpadView: false });
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
  server = fakeServer();
  act(resetPlayback);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

/** Plays an album of these tracks; the server has only those of `playable`. */
async function playAlbum(songs: string, playable: string): Promise<void> {
  answer(playable);
  renderScreen(
    withProviders(
      <>
        <Engine />
        <PlayerBar />
        <QueuePanel />
      </>,
    ),
  );
  await act(async () => playItem(createAlbum('r', [...songs])));
}

function answer(playable: string): void {
  server.respondWith(audioToken, (_signal, { path }) =>
    playable.includes(path.at(-1) ?? '') ? Response.json(token) : Response.json({ error: {} }, { status: 403 }),
  );
}

const current = () => [usePlayer.getState().song?.trackid, usePlayer.getState().isPlaying];
const bar = () => screen.getByRole('region', { name: 'Player' });
const listNotes = () =>
  within(screen.getByRole('complementary', { name: 'Play queue' }))
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.includes(NOTE))
    .map(({ textContent }) => /Track \w/.exec(textContent ?? '')?.[0]);
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const element = () => document.querySelector('audio') as HTMLAudioElement;

test('with auto-play on, bar and line say it, and the next song starts after three seconds', { tags }, async () => {
  await playAlbum('ab', 'b');
  await waitFor(() => expect(within(bar()).getByText(NOTE)).toBeTruthy());
  expect([current(), listNotes()]).toEqual([['a', true], ['Track a']]);
  expect(screen.getByText(`Track a, Artist r: can't be played now`).getAttribute('aria-live')).toBe('polite');
  const { items } = useQueue.getState();
  await pass(2_900);
  expect(current()).toEqual(['a', true]);
  await pass(200);
  await waitFor(() => expect(element().getAttribute('src')).toContain('/b.mp3'));
  expect([current(), listNotes()]).toEqual([['b', true], ['Track a']]);
  expect(within(bar()).queryByText(NOTE)).toBeNull();
  expect(useQueue.getState().items).toBe(items);
  expect(useNotices.getState().notices).toEqual([]);
});

test('with auto-play off the player stops; the song is tried again on request and plays when the cause is gone', {
  tags,
}, async () => {
  act(() => usePlayer.setState({ autoPlay: false }));
  await playAlbum('ab', 'b');
  await waitFor(() => expect(current()).toEqual(['a', false]));
  await pass(10_000);
  expect(current()).toEqual(['a', false]);
  await act(async () => playPause());
  await waitFor(() => expect(current()).toEqual(['a', false]));
  answer('ab');
  fireEvent.click(within(bar()).getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(element().paused).toBe(false));
  fireEvent.playing(element());
  expect([current(), listNotes()]).toEqual([['a', true], []]);
});

test('a file that fails twice can not be played; a press during the wait pauses, another one tries it again', {
  tags,
}, async () => {
  await playAlbum('ab', 'ab');
  await waitFor(() => expect(element().paused).toBe(false));
  await act(async () => failMedia(element(), 4));
  await act(async () => failMedia(element(), 4));
  await waitFor(() => expect(listNotes()).toEqual(['Track a']));
  await act(async () => playPause());
  await pass(5_000);
  expect(current()).toEqual(['a', false]);
  clearMediaError(element());
  await act(async () => playPause());
  await waitFor(() => expect(element().paused).toBe(false));
  expect([current(), listNotes()]).toEqual([['a', true], []]);
});

test('when no song can be played, the player stops after the last one', { tags }, async () => {
  await playAlbum('abc', '');
  for (const name of ['a', 'b', 'c']) {
    await waitFor(() => expect(current()).toEqual([name, name !== 'c']));
    await pass(3_100);
  }
  const requests = server.calls.length;
  await pass(30_000);
  expect(server.calls).toHaveLength(requests);
  expect([current(), listNotes()]).toEqual([
    ['c', false],
    ['Track a', 'Track b', 'Track c'],
  ]);
});

test('while the server is out of reach the song stays, and plays as soon as the network is back', {
  tags,
}, async () => {
  server.disconnect(audioToken);
  renderScreen(
    withProviders(
      <>
        <Engine />
        <PlayerBar />
      </>,
    ),
  );
  await act(async () => playItem(createAlbum('r', ['a', 'b'])));
  await waitFor(() => expect(within(bar()).getByText(NOTE)).toBeTruthy());
  await pass(60_000);
  expect(current()).toEqual(['a', true]);
  answer('ab');
  await act(async () => setOnline(true));
  await waitFor(() => expect(element().paused).toBe(false));
  fireEvent.playing(element());
  expect([current(), within(bar()).queryByText(NOTE)]).toEqual([['a', true], null]);
});

test('a song that the server fails to answer for is skipped when it answers for the next one', { tags }, async () => {
  await playAlbum('ab', 'b');
  server.respondWith(audioToken, (_signal, { path }) => {
    if (path.endsWith('a')) throw new TypeError('Failed to fetch');
    return Response.json(token);
  });
  await act(async () => playPause());
  await act(async () => playPause());
  await pass(3_100);
  await waitFor(() => expect(current()).toEqual(['b', true]));
});

test('at the desk the next track of the release starts after three seconds', { tags }, async () => {
  await playAlbum('q', 'bq');
  const close = openSource({
    getUpcoming: () => undefined,
    handleEnd: () => playSong(createQueueItem('b'), 0),
  });
  await act(async () => playSong(createQueueItem('a'), 0));
  await waitFor(() => expect(within(bar()).getByText(NOTE)).toBeTruthy());
  expect(current()).toEqual(['a', true]);
  await pass(3_100);
  await waitFor(() => expect(current()).toEqual(['b', true]));
  act(close);
});

test('a song whose sound never comes is left after three tries', { tags }, async () => {
  await playAlbum('ab', 'ab');
  await waitFor(() => expect(element().paused).toBe(false));
  for (const seconds of [4, 8, 15]) {
    act(() => void fireEvent.waiting(element()));
    await pass(seconds * 1000 + 100);
  }
  expect([current(), listNotes()]).toEqual([['a', true], ['Track a']]);
  await pass(3_100);
  await waitFor(() => expect(current()).toEqual(['b', true]));
});
