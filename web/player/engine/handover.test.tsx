import { audioToken } from '@promenade/contract/media';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getStateOwner } from '../../platform/persistedState.ts';
import { setOnline } from '../../testing/browserMocks.ts';
import { blockRequests, type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import {
  clearMediaError,
  delayPauseEvents,
  failMedia,
  mockMediaElement,
  setBufferedEnd,
  setSecondsLeft,
} from '../../testing/mediaElement.ts';
import { createQueueItem } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createToken } from '../../testing/tokens.ts';
import { playItem, playPause, resetPlayback, skipBack, skipForward } from '../playback.ts';
import { requestSeek, setLoading } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import type { QueueItem } from '../queue/queue.ts';
import { useQueue } from '../queue/queueStore.ts';
import { openSource, playSong, reloadUpcoming } from '../source.ts';
import { Engine } from './Engine.tsx';

let server: FakeServer;

beforeEach(() => {
  vi.restoreAllMocks();
  mockMediaElement();
  server = fakeServer();
  resetPlayback();
  vi.spyOn(console, 'error').mockReturnValue();
  grant('one');
});

const grant = (name: string) =>
  server.answer(audioToken, { data: { token: createToken({ sub: name, exp: Math.floor(Date.now() / 1000) + 3600 }) } });
const elements = () => [...document.querySelectorAll('audio')] as [HTMLAudioElement, HTMLAudioElement];
const trackOf = (element: HTMLAudioElement) => /stream\/(\w+)\.mp3/.exec(element.getAttribute('src') ?? '')?.[1];
/** The track of each element, and which one plays. */
const state = () => elements().map((element) => `${trackOf(element) ?? 'nothing'}${element.paused ? '' : ' plays'}`);
const current = () => usePlayer.getState().song?.trackid;

const item = (songs: string, uuid = songs): QueueItem => ({
  uuid,
  type: 'release',
  releaseid: 'r',
  title: 'R',
  artist: 'A',
  explicit: false,
  thumbnail: null,
  songs: [...songs].map((name) => createQueueItem(name)),
});

/** Plays the first track until 19 seconds before its end. */
async function playUntilNearEnd(songs: string): Promise<void> {
  renderScreen(withProviders(<Engine />));
  await act(async () => playItem(item(songs)));
  await waitFor(() => expect(elements()[0].paused).toBe(false));
  fireEvent.playing(elements()[0]);
  setSecondsLeft(elements()[0], 19);
  setBufferedEnd(elements()[0], 19);
  await timeUpdate();
}

/** Fires a time update of the playing element. */
async function timeUpdate(): Promise<void> {
  const audible = elements().find((element) => !element.paused);
  await act(async () => void (audible && fireEvent.timeUpdate(audible)));
}

test('in the last 20 seconds the next track is loaded into the other element, where it starts at the end', {
  tags: ['C-PLAYER-21', 'C-PLAYER-32'],
}, async () => {
  renderScreen(withProviders(<Engine />));
  await act(async () => playItem(item('ab')));
  await waitFor(() => expect(state()).toEqual(['a plays', 'nothing']));
  setSecondsLeft(elements()[0], 21);
  await timeUpdate();
  expect(state()).toEqual(['a plays', 'nothing']);
  setSecondsLeft(elements()[0], 20);
  await timeUpdate();
  expect(state()).toEqual(['a plays', 'b']);
  setBufferedEnd(elements()[0], 20);
  const sets = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
  await act(async () => void fireEvent.ended(elements()[0]));
  await waitFor(() => expect(state()).toEqual(['a', 'b plays']));
  expect(sets).not.toHaveBeenCalled();
});

test('the next track starts shortly before the current one ends, which plays on; a pause or a seek prevents that', async () => {
  await playUntilNearEnd('abc');
  const [ending] = elements();
  const comeNearEnd = async (secondsLeft: number) => {
    vi.useFakeTimers();
    setSecondsLeft(ending, secondsLeft);
    await timeUpdate();
    setSecondsLeft(ending, 0.03);
  };
  const wait = () => act(() => vi.advanceTimersByTimeAsync(400));
  await comeNearEnd(0.4);
  await act(async () => playPause());
  await wait();
  expect(state()).toEqual(['a', 'b']);
  await act(async () => playPause());
  await comeNearEnd(0.4);
  setSecondsLeft(ending, 60);
  await wait();
  expect(state()).toEqual(['a plays', 'b']);
  await comeNearEnd(0.4);
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(state()).toEqual(['a plays', 'b']);
  await wait();
  vi.useRealTimers();
  expect(state()).toEqual(['a plays', 'b plays']);
  fireEvent.ended(ending);
  expect(current()).toBe('b');
});

test('time, length, end and pause of the standby element are ignored', {
  tags: ['C-PLAYER-16', 'C-PLAYER-19'],
}, async () => {
  await playUntilNearEnd('abc');
  await act(async () => void fireEvent.ended(elements()[0]));
  await waitFor(() => expect(state()).toEqual(['a', 'b plays']));
  const [left, audible] = elements();
  setSecondsLeft(audible, 123);
  fireEvent.playing(audible);
  fireEvent.ended(left);
  fireEvent.error(left);
  left.currentTime = 77;
  fireEvent.timeUpdate(left);
  expect(usePlayer.getState()).toMatchObject({
    currentTime: 0,
    duration: 123,
    isPlaying: true,
    song: { trackid: 'b' },
  });
  audible.currentTime = 5;
  fireEvent.timeUpdate(audible);
  expect(usePlayer.getState().currentTime).toBe(5);
  act(() => audible.pause());
  expect(usePlayer.getState().isPlaying).toBe(false);
});

test('skipping forward starts the preloaded track, skipping back the previous one from its start', {
  tags: ['C-PLAYER-07', 'C-PLAYER-08'],
}, async () => {
  await playUntilNearEnd('ab');
  elements()[0].currentTime = 9;
  await act(async () => skipForward());
  await waitFor(() => expect(state()).toEqual(['a', 'b plays']));
  setSecondsLeft(elements()[1], 9);
  setBufferedEnd(elements()[1], 9);
  const sets = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
  await act(async () => skipBack());
  await waitFor(() => expect(state()).toEqual(['a plays', 'b']));
  expect([sets.mock.calls, elements()[0].currentTime]).toEqual([[], 0]);
});

test('a change of the queue preloads another track', async () => {
  await playUntilNearEnd('ab');
  expect(state()).toEqual(['a plays', 'b']);
  const removed = { ...item('ac', 'ab'), songs: [createQueueItem('a'), createQueueItem('c')] };
  await act(async () => useQueue.setState({ items: [removed] }));
  await waitFor(() => expect(state()).toEqual(['a plays', 'c']));
  await act(async () => skipForward());
  await waitFor(() => expect(state()).toEqual(['a', 'c plays']));
});

test('a track that could not be preloaded is loaded when it is due', { tags: ['C-PLAYER-21'] }, async () => {
  await playUntilNearEnd('ab');
  failMedia(elements()[1], 4);
  await act(async () => void fireEvent.ended(elements()[0]));
  await waitFor(() => expect(state()).toEqual(['b plays', 'b']));
});

test('if the browser blocks the second element, the first one plays every track', {
  tags: ['C-PLAYER-19'],
}, async () => {
  await playUntilNearEnd('abc');
  vi.spyOn(elements()[1], 'play').mockRejectedValue(new DOMException('press first', 'NotAllowedError'));
  await act(async () => void fireEvent.ended(elements()[0]));
  await waitFor(() => expect(state()).toEqual(['b plays', 'b']));
  expect(usePlayer.getState().isPlaying).toBe(true);
  setSecondsLeft(elements()[0], 5);
  await timeUpdate();
  expect(state()).toEqual(['b plays', 'b']);
});

test('a seek that comes before the token of the next song waits for that song', { tags: ['C-PLAYER-15'] }, async () => {
  renderScreen(withProviders(<Engine />));
  await act(async () => playItem(item('ab')));
  await waitFor(() => expect(state()).toEqual(['a plays', 'nothing']));
  const { unblock } = blockRequests('GET');
  await act(async () => skipForward());
  await act(async () => usePlayer.setState((player) => requestSeek(player, 30)));
  expect([trackOf(elements()[0]), elements()[0].currentTime]).toEqual(['a', 0]);
  await act(async () => unblock());
  await waitFor(() => expect([trackOf(elements()[0]), elements()[0].currentTime]).toEqual(['b', 30]));
});

test('the next song loads its metadata alone until the current one is loaded, so that a tab needs one connection', async () => {
  renderScreen(withProviders(<Engine />));
  await act(async () => playItem(item('ab')));
  const [audible, next] = elements();
  setSecondsLeft(audible, 300);
  setBufferedEnd(audible, 31);
  await timeUpdate();
  expect([state(), audible.preload, next.preload]).toEqual([['a plays', 'b'], 'auto', 'metadata']);
  setBufferedEnd(audible, 300);
  await timeUpdate();
  expect(next.preload).toBe('auto');
  setBufferedEnd(audible, 31);
  await act(async () => skipForward());
  expect(state()).toEqual(['nothing', 'b plays']);
});

test('when another tab starts sound, this one lets its connections go and later plays on at the same second', async () => {
  renderScreen(withProviders(<Engine />));
  await act(async () => playItem(item('ab')));
  const [audible] = elements();
  fireEvent.playing(audible);
  setSecondsLeft(audible, 300);
  setBufferedEnd(audible, 90);
  audible.currentTime = 61.5;
  await timeUpdate();
  const otherTab = new BroadcastChannel('promenade-sound');
  otherTab.postMessage({ account: getStateOwner(), tab: 'other', at: Date.now() + 1000 });
  await waitFor(() => expect(state()).toEqual(['nothing', 'nothing']));
  otherTab.close();
  fireEvent.timeUpdate(audible);
  document.dispatchEvent(new Event('visibilitychange'));
  expect([state(), usePlayer.getState().currentTime]).toEqual([['nothing', 'nothing'], 61.5]);
  audible.currentTime = 0;
  await act(async () => playPause());
  await waitFor(() => expect(state()).toEqual(['a plays', 'nothing']));
  expect(audible.currentTime).toBe(61.5);
});

test('the volume applies to both elements', { tags: ['C-PLAYER-17'] }, async () => {
  renderScreen(withProviders(<Engine />));
  await act(async () => usePlayer.setState({ volume: 42 }));
  expect(elements().map(({ volume }) => volume)).toEqual([0.42, 0.42]);
});

test('in Safari the first play also plays a sample, once', { tags: ['C-PLAYER-24', 'C-PLAYER-25'] }, async () => {
  const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15';
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari);
  renderScreen(withProviders(<Engine />));
  expect(elements()[1].getAttribute('src')).toBeNull();
  await act(async () => playItem(item('ab')));
  expect([elements()[1].getAttribute('src'), elements()[1].paused]).toEqual(['/silence.wav', false]);
  expect(usePlayer.getState().sampleSongFlag).toBe(true);
  const played = vi.spyOn(elements()[1], 'play');
  await act(async () => playPause());
  await act(async () => playPause());
  expect(played).not.toHaveBeenCalled();
});

test('when the network is lost the player waits without skipping, and continues at the same second when it is back', {
  tags: ['C-PLAYER-27'],
}, async () => {
  await playUntilNearEnd('ab');
  await act(async () => usePlayer.setState((player) => ({ ...setLoading(player, false), currentTime: 61.5 })));
  setOnline(false);
  server.disconnect(audioToken);
  await act(async () => failMedia(elements()[0], 2));
  expect(usePlayer.getState()).toMatchObject({ isLoading: true, isPlaying: true, currentTime: 61.5 });
  expect(current()).toBe('a');
  grant('two');
  clearMediaError(elements()[0]);
  const plays = vi.spyOn(elements()[0], 'play');
  await act(async () => setOnline(true));
  await waitFor(() => expect(plays).toHaveBeenCalled());
  fireEvent.playing(elements()[0]);
  expect([current(), elements()[0].currentTime, usePlayer.getState().isLoading]).toEqual(['a', 61.5, false]);
});

test('a stalled track is requested again automatically, but not while paused', async () => {
  await playUntilNearEnd('ab');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tokenRequests = () => server.calls.filter(({ path }) => path === '/api/audio/a').length;
  fireEvent.waiting(elements()[0]);
  expect([usePlayer.getState().isLoading, tokenRequests()]).toEqual([true, 1]);
  await act(async () => void vi.advanceTimersByTime(4_000));
  expect(tokenRequests()).toBe(2);
  fireEvent.waiting(elements()[0]);
  await act(async () => playPause());
  await act(async () => void vi.advanceTimersByTime(60_000));
  expect([tokenRequests(), usePlayer.getState().isLoading]).toEqual([2, false]);
  vi.useRealTimers();
});

test('skipping forward and straight back keeps playing although the pause events arrive late', async () => {
  await playUntilNearEnd('ab');
  expect(state()).toEqual(['a plays', 'b']);
  delayPauseEvents();
  const onPause = vi.fn<() => void>();
  elements()[0].addEventListener('pause', onPause);
  await act(async () => {
    skipForward();
    skipBack();
    await vi.waitUntil(() => onPause.mock.calls.length > 0);
  });
  expect(current()).toBe('a');
  expect(usePlayer.getState().isPlaying).toBe(true);
});

test('the desk starts songs at a second, and gives the player back to the queue where it was', async () => {
  await playUntilNearEnd('ab');
  const queue = useQueue.getState();
  const [first, second] = elements();
  await act(async () => usePlayer.setState((player) => ({ ...setLoading(player, false), currentTime: 61.5 })));
  let upcoming = { song: createQueueItem('d'), startAt: 42 };
  const close = openSource({ getUpcoming: () => upcoming, handleEnd: () => playSong(upcoming.song, upcoming.startAt) });
  await act(async () => playSong(createQueueItem('c'), 30));
  await waitFor(() => expect(state()).toEqual(['c plays', 'b']));
  expect(first.currentTime).toBe(30);
  setSecondsLeft(first, 100);
  fireEvent.playing(first);
  await timeUpdate();
  // The next song waits at its second with its metadata; then it loads on.
  expect([state(), second.preload]).toEqual([['c plays', 'd'], 'metadata']);
  fireEvent.loadedMetadata(second);
  fireEvent.seeked(second);
  expect([second.currentTime, second.preload]).toEqual([42, 'auto']);
  const positions = vi.spyOn(second, 'currentTime', 'set');
  await act(async () => void fireEvent.ended(first));
  await waitFor(() => expect(state()).toEqual(['nothing', 'd plays']));
  expect([positions.mock.calls, usePlayer.getState()]).toMatchObject([[], { currentTime: 42, seekTime: null }]);
  upcoming = { song: createQueueItem('e'), startAt: 0 };
  await act(async () => reloadUpcoming());
  expect(state()).toEqual(['e', 'd plays']);
  expect(useQueue.getState()).toEqual(queue);
  await act(async () => close());
  await waitFor(() => expect(state()).toEqual(['e', 'a plays']));
  expect(second.currentTime).toBe(61.5);
});

test('a song of the queue that is played while the desk is open takes the player', async () => {
  await playUntilNearEnd('ab');
  const close = openSource({ getUpcoming: () => undefined, handleEnd: () => undefined });
  await act(async () => playSong(createQueueItem('c'), 30));
  await act(async () => playItem(item('x')));
  await act(async () => close());
  await waitFor(() => expect(current()).toBe('x'));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, queuePosition: null });
});
