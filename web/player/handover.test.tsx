import { audioToken } from '@promenade/contract/media';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { network } from '../testing/browser.ts';
import { song } from '../testing/music.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { breaks, mends, nearEnd, soundCard, tellPausesLate } from '../testing/sound.ts';
import { token } from '../testing/tokens.ts';
import { Engine } from './Engine.tsx';
import { playItem, playPause, resetPlayback, skipBack, skipForward } from './playback.ts';
import { setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { QueueItem } from './queue.ts';
import { useQueue } from './queueStore.ts';

let server: FakeServer;

beforeEach(() => {
  vi.restoreAllMocks();
  soundCard();
  server = fakeServer();
  resetPlayback();
  vi.spyOn(console, 'error').mockReturnValue();
  grant('one');
});

const grant = (name: string) =>
  server.answer(audioToken, { data: { token: token({ sub: name, exp: Math.floor(Date.now() / 1000) + 3600 }) } });
const decks = () => [...document.querySelectorAll('audio')] as [HTMLAudioElement, HTMLAudioElement];
const trackOf = (deck: HTMLAudioElement) => /stream\/(\w+)\.mp3/.exec(deck.getAttribute('src') ?? '')?.[1];
/** What each element has on, and which of them sounds. */
const state = () => decks().map((deck) => `${trackOf(deck) ?? 'nothing'}${deck.paused ? '' : ' sounds'}`);
const on = () => usePlayer.getState().song?.trackid;

const item = (songs: string, uuid = songs): QueueItem => ({
  uuid,
  type: 'release',
  releaseid: 'r',
  title: 'R',
  artist: 'A',
  explicit: false,
  thumbnail: null,
  songs: [...songs].map((name) => song(name)),
});

/** The first song sounds and is nearly over. */
async function playUntilNearEnd(songs: string): Promise<void> {
  show(signedIn(<Engine />));
  await act(async () => playItem(item(songs)));
  await waitFor(() => expect(decks()[0].paused).toBe(false));
  fireEvent.playing(decks()[0]);
  nearEnd(decks()[0], 19);
  await tell();
}

/** The clock of the audible element ticks. */
async function tell(): Promise<void> {
  const audible = decks().find((deck) => !deck.paused);
  await act(async () => void (audible && fireEvent.timeUpdate(audible)));
}

test('in its last 20 seconds the next song is loaded beside the one that plays, and starts there at the end', {
  tags: ['C-PLAYER-21', 'C-PLAYER-32'],
}, async () => {
  show(signedIn(<Engine />));
  await act(async () => playItem(item('ab')));
  await waitFor(() => expect(state()).toEqual(['a sounds', 'nothing']));
  nearEnd(decks()[0], 21);
  await tell();
  expect(state()).toEqual(['a sounds', 'nothing']);
  nearEnd(decks()[0], 20);
  await tell();
  expect(state()).toEqual(['a sounds', 'b']);
  const sets = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
  await act(async () => void fireEvent.ended(decks()[0]));
  await waitFor(() => expect(state()).toEqual(['a', 'b sounds']));
  expect(sets).not.toHaveBeenCalled();
});

test('clock, length, end and pause are those of the element that sounds; the silent one is not listened to', {
  tags: ['C-PLAYER-16', 'C-PLAYER-19'],
}, async () => {
  await playUntilNearEnd('abc');
  await act(async () => void fireEvent.ended(decks()[0]));
  await waitFor(() => expect(state()).toEqual(['a', 'b sounds']));
  const [left, audible] = decks();
  nearEnd(audible, 123);
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

test('skipping forward takes the loaded song, skipping back the one it left, from its start', {
  tags: ['C-PLAYER-07', 'C-PLAYER-08'],
}, async () => {
  await playUntilNearEnd('ab');
  decks()[0].currentTime = 9;
  await act(async () => skipForward());
  await waitFor(() => expect(state()).toEqual(['a', 'b sounds']));
  const sets = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
  await act(async () => skipBack());
  await waitFor(() => expect(state()).toEqual(['a sounds', 'b']));
  expect([sets.mock.calls, decks()[0].currentTime]).toEqual([[], 0]);
});

test('another order of the queue loads another song', async () => {
  await playUntilNearEnd('ab');
  expect(state()).toEqual(['a sounds', 'b']);
  const removed = { ...item('ac', 'ab'), songs: [song('a'), song('c')] };
  await act(async () => useQueue.setState({ items: [removed] }));
  await waitFor(() => expect(state()).toEqual(['a sounds', 'c']));
  await act(async () => skipForward());
  await waitFor(() => expect(state()).toEqual(['a', 'c sounds']));
});

test('a song that could not be loaded ahead is loaded when it is its turn', { tags: ['C-PLAYER-21'] }, async () => {
  await playUntilNearEnd('ab');
  breaks(decks()[1], 4);
  await act(async () => void fireEvent.ended(decks()[0]));
  await waitFor(() => expect(state()).toEqual(['b sounds', 'b']));
});

test('where the second element may not sound, the first one goes on with every song', {
  tags: ['C-PLAYER-19'],
}, async () => {
  await playUntilNearEnd('abc');
  vi.spyOn(decks()[1], 'play').mockRejectedValue(new DOMException('press first', 'NotAllowedError'));
  await act(async () => void fireEvent.ended(decks()[0]));
  await waitFor(() => expect(state()).toEqual(['b sounds', 'b']));
  expect(usePlayer.getState().isPlaying).toBe(true);
  nearEnd(decks()[0], 5);
  await tell();
  expect(state()).toEqual(['b sounds', 'b']);
});

test('the volume is that of both elements', { tags: ['C-PLAYER-17'] }, async () => {
  show(signedIn(<Engine />));
  await act(async () => usePlayer.setState({ volume: 42 }));
  expect(decks().map(({ volume }) => volume)).toEqual([0.42, 0.42]);
});

test('the first play of a Safari also plays a sample, once', { tags: ['C-PLAYER-24', 'C-PLAYER-25'] }, async () => {
  const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15';
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(safari);
  show(signedIn(<Engine />));
  expect(decks()[1].getAttribute('src')).toBeNull();
  await act(async () => playItem(item('ab')));
  expect([decks()[1].getAttribute('src'), decks()[1].paused]).toEqual(['/silence.wav', false]);
  expect(usePlayer.getState().sampleSongFlag).toBe(true);
  const played = vi.spyOn(decks()[1], 'play');
  await act(async () => playPause());
  await act(async () => playPause());
  expect(played).not.toHaveBeenCalled();
});

test('when the network is lost in the middle the bar waits, nothing is skipped, and the song goes on at its second when it is back', {
  tags: ['C-PLAYER-27'],
}, async () => {
  await playUntilNearEnd('ab');
  await act(async () => usePlayer.setState((player) => ({ ...setLoading(player, false), currentTime: 61.5 })));
  network(false);
  server.silence(audioToken);
  await act(async () => breaks(decks()[0], 2));
  expect(usePlayer.getState()).toMatchObject({ isLoading: true, isPlaying: true, currentTime: 61.5 });
  expect(on()).toBe('a');
  grant('two');
  mends(decks()[0]);
  const plays = vi.spyOn(decks()[0], 'play');
  await act(async () => network(true));
  await waitFor(() => expect(plays).toHaveBeenCalled());
  fireEvent.playing(decks()[0]);
  expect([on(), decks()[0].currentTime, usePlayer.getState().isLoading]).toEqual(['a', 61.5, false]);
});

test('a song that runs dry asks for the rest again by itself, not while it is paused', async () => {
  await playUntilNearEnd('ab');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = () => server.calls.filter(({ path }) => path === '/api/audio/a').length;
  fireEvent.waiting(decks()[0]);
  expect([usePlayer.getState().isLoading, asked()]).toEqual([true, 1]);
  await act(async () => void vi.advanceTimersByTime(4_000));
  expect(asked()).toBe(2);
  fireEvent.waiting(decks()[0]);
  await act(async () => playPause());
  await act(async () => void vi.advanceTimersByTime(60_000));
  expect([asked(), usePlayer.getState().isLoading]).toEqual([2, false]);
  vi.useRealTimers();
});

test('skipping on and straight back goes on playing: the pauses in between are told late', async () => {
  await playUntilNearEnd('ab');
  expect(state()).toEqual(['a sounds', 'b']);
  tellPausesLate();
  const told = vi.fn<() => void>();
  decks()[0].addEventListener('pause', told);
  await act(async () => {
    skipForward();
    skipBack();
    await vi.waitUntil(() => told.mock.calls.length > 0);
  });
  expect(on()).toBe('a');
  expect(usePlayer.getState().isPlaying).toBe(true);
});
