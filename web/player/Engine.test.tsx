import { audioToken } from '@promenade/contract/media';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { analytics } from '../platform/analytics.ts';
import { beginSession, endSession } from '../platform/session.ts';
import { song } from '../testing/music.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { soundCard } from '../testing/sound.ts';
import { accessToken, token } from '../testing/tokens.ts';
import { Engine } from './Engine.tsx';
import { playItem, playPause, resetPlayback } from './playback.ts';
import { loadSong, requestSeek, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { QueueItem } from './queue.ts';

let server: FakeServer;

beforeEach(() => {
  soundCard();
  server = fakeServer();
  resetPlayback();
  vi.spyOn(console, 'error').mockReturnValue();
});

/** Once, so that a token that is made again is the same. */
const began = Math.floor(Date.now() / 1000);
const mediaToken = (name: string, seconds = 6 * 3600) => token({ sub: name, exp: began + seconds });
const grant = (name: string, seconds?: number) =>
  server.answer(audioToken, { data: { token: mediaToken(name, seconds) } });
const play = (name: string) => act(async () => usePlayer.setState((player) => loadSong(player, song(name), true)));
const element = () => document.querySelector('audio') as HTMLAudioElement;
const source = () => element().getAttribute('src');
const asked = () => server.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/audio/'));

test('starting a song fetches its token and plays its stream with it', {
  tags: ['C-PLAYER-32', 'C-PLAYER-33', 'C-PLAYER-19'],
}, async () => {
  grant('one');
  show(signedIn(<Engine />));
  await play('a');
  await waitFor(() => expect(element().paused).toBe(false));
  expect(asked()).toEqual(['/api/audio/a']);
  expect(source()).toBe(`/api/audio/stream/a.mp3?token=${mediaToken('one')}`);
  await act(async () => playPause());
  expect(element().paused).toBe(true);
});

test('a good token is used again: pausing and playing asks for nothing and leaves the source alone', {
  tags: ['C-PLAYER-18', 'C-CONST-06'],
}, async () => {
  grant('one');
  show(signedIn(<Engine />));
  await play('a');
  const sets = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
  await act(async () => playPause());
  await act(async () => playPause());
  await waitFor(() => expect(element().paused).toBe(false));
  expect([asked().length, sets.mock.calls.length]).toEqual([1, 0]);
});

test('a token with less than 15 seconds left is fetched again, and the song goes on at its second', {
  tags: ['C-CONST-06'],
}, async () => {
  grant('old', 14);
  show(signedIn(<Engine />));
  await play('a');
  await act(async () => usePlayer.setState({ isPlaying: false, isLoading: false, currentTime: 61 }));
  grant('new');
  await act(async () => playPause());
  await waitFor(() => expect(source()).toContain(mediaToken('new')));
  expect(element().currentTime).toBe(61);
});

test('a refused token only stops the loading sign', { tags: ['C-PLAYER-26'] }, async () => {
  server.refuse(audioToken, 'FORBIDDEN');
  show(signedIn(<Engine />));
  await play('a');
  await waitFor(() => expect(usePlayer.getState().isLoading).toBe(false));
  expect(usePlayer.getState().song?.trackid).toBe('a');
  expect(source()).toBeNull();
  expect(document.body.textContent).toBe('');
});

test('after a failure of the audio a new token is tried once from the same second, then it is logged only', {
  tags: ['C-PLAYER-27'],
}, async () => {
  grant('one');
  show(signedIn(<Engine />));
  await play('a');
  await act(async () => usePlayer.setState((player) => ({ ...setLoading(player, false), currentTime: 33 })));
  grant('two');
  await act(async () => void fireEvent.error(element()));
  await waitFor(() => expect(source()).toContain(mediaToken('two')));
  expect(element().currentTime).toBe(33);
  await act(async () => void fireEvent.error(element()));
  expect([asked().length, usePlayer.getState().isLoading]).toEqual([2, false]);
  expect(document.body.textContent).toBe('');
});

test('the element has a hundredth of the stored volume', { tags: ['C-PLAYER-17'] }, async () => {
  show(signedIn(<Engine />));
  await act(async () => usePlayer.setState({ volume: 37 }));
  expect(element().volume).toBe(0.37);
});

test('a seek is made and then forgotten', { tags: ['C-PLAYER-15'] }, async () => {
  grant('one');
  show(signedIn(<Engine />));
  await play('a');
  await act(async () => usePlayer.setState((player) => requestSeek(player, 12.5)));
  expect([element().currentTime, usePlayer.getState().seekTime]).toEqual([12.5, null]);
});

test('the clock of the element moves the state, but not while loading', { tags: ['C-PLAYER-16'] }, async () => {
  grant('one');
  show(signedIn(<Engine />));
  await play('a');
  element().currentTime = 7;
  fireEvent.timeUpdate(element());
  expect(usePlayer.getState().currentTime).toBe(0);
  fireEvent.playing(element());
  fireEvent.timeUpdate(element());
  expect(usePlayer.getState().currentTime).toBe(7);
});

test('a pause from outside, by a headset or the system, is a pause here too', { tags: ['C-PLAYER-19'] }, async () => {
  grant('one');
  show(signedIn(<Engine />));
  await play('a');
  await waitFor(() => expect(element().paused).toBe(false));
  act(() => element().pause());
  expect(usePlayer.getState().isPlaying).toBe(false);
});

test('at the end auto-play goes on to the next song, whose token was fetched meanwhile', {
  tags: ['C-PLAYER-21'],
}, async () => {
  grant('one');
  show(signedIn(<Engine />));
  const item: QueueItem = {
    uuid: 'i',
    type: 'release',
    releaseid: 'r',
    title: 'R',
    artist: 'A',
    explicit: false,
    thumbnail: null,
    songs: [song('a'), song('b')],
  };
  await act(async () => playItem(item));
  fireEvent.playing(element());
  await waitFor(() => expect(asked()).toEqual(['/api/audio/a', '/api/audio/b']));
  await act(async () => void fireEvent.ended(element()));
  await waitFor(() => expect(source()).toContain('/stream/b.mp3'));
  expect(asked()).toHaveLength(2);
});

test('each song that sounds is told once as Play Song', { tags: ['C-PLAYER-34'] }, async () => {
  const track = vi.spyOn(analytics, 'track');
  grant('one');
  show(signedIn(<Engine />));
  await play('a');
  fireEvent.playing(element());
  fireEvent.playing(element());
  expect(track.mock.calls).toEqual([['Play Song', { trackid: 'a', title: 'Track a', artist: 'Artist r' }]]);
});

test('signing out ends the music and forgets the queue', { tags: ['C-MODAL-06'] }, async () => {
  grant('one');
  beginSession({ 'access-token': accessToken(1800), 'refresh-token': 'r' }, false);
  show(signedIn(<Engine />));
  await play('a');
  await act(async () => endSession());
  expect([source(), usePlayer.getState().song]).toEqual([null, null]);
});
