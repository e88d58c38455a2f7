import { release as releaseRoute } from '@promenade/contract/catalogue';
import { events } from '@promenade/contract/events';
import { audioToken } from '@promenade/contract/media';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { analytics } from '../../platform/analytics.ts';
import { watchServerEvents } from '../../platform/eventStream.ts';
import { emitServerEvent } from '../../platform/events.ts';
import { useNotices } from '../../platform/notices.ts';
import { endSession, expireSession, startSession } from '../../platform/session.ts';
import { signInAs } from '../../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { mockMediaElement } from '../../testing/mediaElement.ts';
import { createAlbum, createQueueItem, createReleaseDetail, createTrack } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createAccessToken, createToken } from '../../testing/tokens.ts';
import { playItem, playPause, resetPlayback } from '../playback.ts';
import { loadSong, requestSeek, setLoading } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import type { QueueItem } from '../queue/queue.ts';
import { Engine } from './Engine.tsx';

const WITHDRAWN = '3f0c1a52-7a1e-4c50-9d5b-0d8f3f5b7c11';

let server: FakeServer;

beforeEach(() => {
  mockMediaElement();
  server = fakeServer();
  resetPlayback();
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});

/** Fixed, so that equal arguments give equal tokens. */
const issuedAt = Math.floor(Date.now() / 1000);
const mediaToken = (name: string, seconds = 6 * 3600) => createToken({ sub: name, exp: issuedAt + seconds });
const grant = (name: string, seconds?: number) =>
  server.answer(audioToken, { data: { token: mediaToken(name, seconds) } });
const play = (name: string) =>
  act(async () => usePlayer.setState((player) => loadSong(player, createQueueItem(name), true)));
const element = () => document.querySelector('audio') as HTMLAudioElement;
const source = () => element().getAttribute('src');
const tokenRequests = () => server.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/audio/'));

test('starting a track fetches its token and plays its stream with it', {
  tags: ['C-PLAYER-32', 'C-PLAYER-33', 'C-PLAYER-19'],
}, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  await waitFor(() => expect(element().paused).toBe(false));
  expect(tokenRequests()).toEqual(['/api/audio/a']);
  expect(source()).toBe(`/api/audio/stream/a.mp3?token=${mediaToken('one')}`);
  await act(async () => playPause());
  expect(element().paused).toBe(true);
});

test('a valid token is reused: pausing and playing sends no request and keeps the source', {
  tags: ['C-PLAYER-18', 'C-CONST-06'],
}, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  const sets = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
  await act(async () => playPause());
  await act(async () => playPause());
  await waitFor(() => expect(element().paused).toBe(false));
  expect([tokenRequests().length, sets.mock.calls.length]).toEqual([1, 0]);
});

test('a token with less than 15 seconds left is replaced, and the track continues at its second', {
  tags: ['C-CONST-06'],
}, async () => {
  grant('old', 14);
  renderScreen(withProviders(<Engine />));
  await play('a');
  await act(async () => usePlayer.setState({ isPlaying: false, isLoading: false, currentTime: 61 }));
  grant('new');
  await act(async () => playPause());
  await waitFor(() => expect(source()).toContain(mediaToken('new')));
  expect(element().currentTime).toBe(61);
});

test('a refused token ends the loading state without a toast', { tags: ['C-PLAYER-26'] }, async () => {
  server.refuse(audioToken, 'FORBIDDEN');
  renderScreen(withProviders(<Engine />));
  await play('a');
  await waitFor(() => expect(usePlayer.getState().isLoading).toBe(false));
  expect(usePlayer.getState().song?.trackid).toBe('a');
  expect(source()).toBeNull();
  expect(document.body.textContent).toBe("Track a, Artist r: can't be played now");
  expect(useNotices.getState().notices).toEqual([]);
});

test('an audio error is retried once with a new token from the same second, the next one is logged and shown', {
  tags: ['C-PLAYER-27'],
}, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  await act(async () => usePlayer.setState((player) => ({ ...setLoading(player, false), currentTime: 33 })));
  grant('two');
  await act(async () => void fireEvent.error(element()));
  await waitFor(() => expect(source()).toContain(mediaToken('two')));
  expect(element().currentTime).toBe(33);
  await act(async () => void fireEvent.error(element()));
  expect([tokenRequests().length, usePlayer.getState().isLoading]).toEqual([2, false]);
  expect(document.body.textContent).toBe("Track a, Artist r: can't be played now");
  expect(useNotices.getState().notices).toEqual([]);
});

test('the volume of the element is a hundredth of the stored one', { tags: ['C-PLAYER-17'] }, async () => {
  renderScreen(withProviders(<Engine />));
  await act(async () => usePlayer.setState({ volume: 37 }));
  expect(element().volume).toBe(0.37);
});

test('a requested seek is applied and cleared', { tags: ['C-PLAYER-15'] }, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  await act(async () => usePlayer.setState((player) => requestSeek(player, 12.5)));
  expect([element().currentTime, usePlayer.getState().seekTime]).toEqual([12.5, null]);
});

test('the time of the element updates the state, but not while loading', { tags: ['C-PLAYER-16'] }, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  element().currentTime = 7;
  fireEvent.timeUpdate(element());
  expect(usePlayer.getState().currentTime).toBe(0);
  fireEvent.playing(element());
  fireEvent.timeUpdate(element());
  expect(usePlayer.getState().currentTime).toBe(7);
});

test('a pause by a headset or the system pauses the player', { tags: ['C-PLAYER-19'] }, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  await waitFor(() => expect(element().paused).toBe(false));
  act(() => element().pause());
  expect(usePlayer.getState().isPlaying).toBe(false);
});

test('at the end auto-play starts the next track, whose token was already fetched', {
  tags: ['C-PLAYER-21'],
}, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  const item: QueueItem = {
    uuid: 'i',
    type: 'release',
    releaseid: 'r',
    title: 'R',
    artist: 'A',
    explicit: false,
    thumbnail: null,
    songs: [createQueueItem('a'), createQueueItem('b')],
  };
  await act(async () => playItem(item));
  fireEvent.playing(element());
  await waitFor(() => expect(tokenRequests()).toEqual(['/api/audio/a', '/api/audio/b']));
  await act(async () => void fireEvent.ended(element()));
  await waitFor(() => expect(source()).toContain('/stream/b.mp3'));
  expect(tokenRequests()).toHaveLength(2);
});

test('each track that starts is reported once as Play Song', { tags: ['C-PLAYER-34'] }, async () => {
  const track = vi.spyOn(analytics, 'track');
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  fireEvent.playing(element());
  fireEvent.playing(element());
  expect(track.mock.calls).toEqual([['Play Song', { trackid: 'a', title: 'Track a', artist: 'Artist r' }]]);
});

test('signing out stops playback and clears the queue', { tags: ['C-MODAL-06'] }, async () => {
  grant('one');
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
  renderScreen(withProviders(<Engine />));
  await play('a');
  await act(async () => endSession());
  expect([source(), usePlayer.getState().song]).toEqual([null, null]);
});

test('a withdrawn release falls silent at once: the element loses its source and its buffer', {
  tags: ['requirements decision 41'],
}, async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const withdrawn = `data: ${JSON.stringify({ type: 'release-withdrawn', releaseid: WITHDRAWN })}\n\n`;
  const { promise: wasWithdrawn, resolve: withdraw } = Promise.withResolvers<void>();
  server.respondWith(events, () => {
    const start = async (body: ReadableStreamDefaultController) => {
      await wasWithdrawn;
      body.enqueue(new TextEncoder().encode(withdrawn));
    };
    return new Response(new ReadableStream({ start: (body) => void start(body) }));
  });
  signInAs();
  grant('one');
  renderScreen(withProviders(<Engine />));
  const stop = new AbortController();
  watchServerEvents(stop.signal);
  await act(async () => playItem(createAlbum(WITHDRAWN, ['a'])));
  await waitFor(() => expect(element().paused).toBe(false));
  const load = vi.spyOn(HTMLMediaElement.prototype, 'load');
  withdraw();
  await waitFor(() => expect([source(), element().paused]).toEqual([null, true]));
  expect(load).toHaveBeenCalled();
  expect(usePlayer.getState().song).toBeNull();
  stop.abort();
});

test('a withdrawal that was missed while the event stream was down is noticed when it is open again', {
  tags: ['requirements decision 41'],
}, async () => {
  grant('one');
  renderScreen(withProviders(<Engine />));
  server.answer(releaseRoute, createReleaseDetail(WITHDRAWN, [createTrack('a', { releaseid: WITHDRAWN })]));
  await act(async () => playItem(createAlbum(WITHDRAWN, ['a'])));
  await waitFor(() => expect(element().paused).toBe(false));
  await act(async () => emitServerEvent({ type: 'reconnected' }));
  const requests = () => server.calls.filter(({ path }) => path === `/api/release/${WITHDRAWN}`).length;
  await waitFor(() => expect(requests()).toBe(1));
  expect(element().paused).toBe(false);
  server.refuse(releaseRoute, 'RELEASE_NOT_AVAILABLE');
  await act(async () => emitServerEvent({ type: 'reconnected' }));
  await waitFor(() => expect([source(), usePlayer.getState().song]).toEqual([null, null]));
  expect(useNotices.getState().notices.at(-1)?.category).toBe('releaseWithdrawn');
});

test('an expired session is silent', async () => {
  signInAs();
  grant('one');
  renderScreen(withProviders(<Engine />));
  await play('a');
  await waitFor(() => expect(element().paused).toBe(false));
  act(() => expireSession());
  await waitFor(() => expect(element().paused).toBe(true));
  expect(usePlayer.getState().isPlaying).toBe(false);
});
