import { beforeEach, expect, test } from 'vitest';
import { resetPlayback } from '../player/playback.ts';
import { requestSeek } from '../player/player.ts';
import { usePlayer } from '../player/playerStore.ts';
import { createReleaseDetail, createTrack } from '../testing/releases.ts';
import { createDeskSound, toggleHook } from './deskSound.ts';

const release = (releaseid: string) =>
  createReleaseDetail(releaseid, [
    createTrack(`${releaseid}-video`, { releaseid, assettype: 'video', duration: 100 }),
    createTrack(`${releaseid}-a`, { releaseid, hook: 50 }),
    createTrack(`${releaseid}-b`, { releaseid, hook: null }),
  ]);
const player = () => usePlayer.getState();

beforeEach(() => resetPlayback());

test('a release starts at the hook of its first playable track, once, also when it is fetched again', () => {
  const sound = createDeskSound();
  sound.start(release('r'));
  expect(player()).toMatchObject({ song: { trackid: 'r-a' }, seekTime: 50, isPlaying: true });
  usePlayer.setState((before) => requestSeek(before, 90));
  sound.start(release('r'));
  expect(player()).toMatchObject({ song: { trackid: 'r-a' }, seekTime: 90 });
});

test('a track that could not be played is passed over', () => {
  usePlayer.setState({ unplayable: ['r-a'] });
  createDeskSound().start(release('r'));
  expect(player()).toMatchObject({ song: { trackid: 'r-b' }, currentTime: 0 });
});

test('the song after this one is the next release at its hook; at the end of a track the next of the release plays', () => {
  const sound = createDeskSound();
  sound.start(release('r'));
  sound.prepare(release('s'));
  const upcoming = sound.source.getUpcoming(undefined);
  expect(upcoming).toMatchObject({ song: { trackid: 's-a' }, startAt: 50 });
  sound.source.handleEnd();
  expect(player().song?.trackid).toBe('r-b');
  sound.source.handleEnd();
  expect(player()).toMatchObject({ song: { trackid: 'r-b' }, isPlaying: false });
  sound.start(release('s'));
  expect(player().song).toBe(upcoming?.song);
});

test('H goes to the hook, and to the beginning while the hook plays', () => {
  createDeskSound().start(release('r'));
  toggleHook(50);
  expect(player().seekTime).toBe(0);
  toggleHook(50);
  expect(player().seekTime).toBe(50);
});
