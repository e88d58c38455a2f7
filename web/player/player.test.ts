import { expect, test } from 'vitest';
import { createQueueItem } from '../testing/releases.ts';
import { clearSeek, markSamplePlayed, setCurrentTime, setDuration } from './engine/mediaState.ts';
import {
  collapsePlayer,
  expandPlayer,
  initialPlayer,
  loadSong,
  type Player,
  requestSeek,
  resetPlayer,
  restorePlayer,
  setLoading,
  setVolume,
  shouldRestart,
  startDrag,
  toggleAutoPlay,
  toggleMute,
  togglePlay,
} from './player.ts';

const playing: Player = { ...loadSong(initialPlayer, createQueueItem('a', { duration: 200 }), true), isLoading: false };

test('a new player has the defaults of the specification', {
  tags: ['C-ENTITY-16', 'C-ENTITY-17', 'C-CONST-08', 'A-CONST-17'],
}, () => {
  expect(initialPlayer).toMatchObject({ duration: 1_000_000, volume: 50, previousVolume: 50, autoPlay: true });
  expect(initialPlayer).toMatchObject({ song: null, isPlaying: false, currentTime: 0, seekTime: null });
});

test('play and pause need a track with a length', { tags: ['C-PLAYER-05'] }, () => {
  expect(togglePlay(initialPlayer)).toBe(initialPlayer);
  const silent = { ...playing, duration: 0 };
  expect(togglePlay(silent)).toBe(silent);
  expect(togglePlay(playing).isPlaying).toBe(false);
  expect(togglePlay(togglePlay(playing)).isPlaying).toBe(true);
});

test('skip back restarts only after more than three seconds', {
  tags: ['C-PLAYER-06', 'C-PLAYER-07'],
}, () => {
  expect(shouldRestart({ ...playing, currentTime: 3 })).toBe(false);
  expect(shouldRestart({ ...playing, currentTime: 3.01 })).toBe(true);
  expect(shouldRestart({ ...initialPlayer, currentTime: 10 })).toBe(false);
});

test('mute sets the volume to zero and unmute restores it', { tags: ['C-PLAYER-09', 'C-PLAYER-10'] }, () => {
  const loud = { ...playing, volume: 73 };
  const muted = toggleMute(loud);
  expect(muted).toMatchObject({ volume: 0, previousVolume: 73, isMuted: true });
  expect(toggleMute(muted)).toMatchObject({ volume: 73, isMuted: false });
});

test('muting at volume 0 keeps the last audible volume', { tags: ['C-PLAYER-10'] }, () => {
  const silent = setVolume({ ...playing, previousVolume: 40 }, 0);
  expect(toggleMute(toggleMute(silent)).volume).toBe(40);
});

test('volume is an integer from 0 to 100; raising it ends a mute', { tags: ['C-PLAYER-11', 'C-PLAYER-28'] }, () => {
  expect([-4, 33.4, 180].map((wanted) => setVolume(playing, wanted).volume)).toEqual([0, 33, 100]);
  const muted = toggleMute(playing);
  expect(setVolume(muted, 0).isMuted).toBe(true);
  expect(setVolume(muted, 12)).toMatchObject({ volume: 12, isMuted: false });
});

test('auto-play toggles, but not without a track', { tags: ['C-PLAYER-12'] }, () => {
  expect(toggleAutoPlay(initialPlayer)).toBe(initialPlayer);
  expect(toggleAutoPlay(playing).autoPlay).toBe(false);
});

test('dragging does not seek, releasing requests one seek, which is cleared when applied', {
  tags: ['C-PLAYER-13', 'C-PLAYER-14', 'C-PLAYER-15'],
}, () => {
  const dragging = startDrag({ ...playing, currentTime: 20 });
  expect(dragging).toMatchObject({ isDraggingProgressBar: true, currentTime: 20, seekTime: null });
  const requested = requestSeek(dragging, 61.25);
  expect(requested).toMatchObject({ isDraggingProgressBar: false, currentTime: 61.25, seekTime: 61.25 });
  expect(clearSeek(requested)).toMatchObject({ currentTime: 61.25, seekTime: null });
  expect(requestSeek(playing, 1e9).seekTime).toBe(200);
  expect(requestSeek(initialPlayer, 5)).toBe(initialPlayer);
});

test('the time of the element is ignored while dragging and while loading', { tags: ['C-PLAYER-16'] }, () => {
  expect(setCurrentTime(playing, 12.5).currentTime).toBe(12.5);
  expect(setCurrentTime(startDrag(playing), 12.5).currentTime).toBe(0);
  expect(setCurrentTime(setLoading(playing, true), 12.5).currentTime).toBe(0);
});

test('the time of the element is ignored until a requested seek is applied', {
  tags: ['C-PLAYER-14', 'C-PLAYER-15'],
}, () => {
  const requested = requestSeek(playing, 90);
  expect(setCurrentTime(requested, 12.5).currentTime).toBe(90);
  expect(setCurrentTime(clearSeek(requested), 90.2).currentTime).toBe(90.2);
});

test('the full player opens only with a track, stays open for the next one, and is closed by a reset', {
  tags: ['C-PLAYER-03', 'C-PLAYER-04', 'C-ENTITY-16'],
}, () => {
  expect(initialPlayer.shouldShowMiniPlayer).toBe(true);
  expect(expandPlayer(initialPlayer)).toBe(initialPlayer);
  const full = expandPlayer(playing);
  expect(full.shouldShowMiniPlayer).toBe(false);
  expect(loadSong(full, createQueueItem('b'), true).shouldShowMiniPlayer).toBe(false);
  expect(collapsePlayer(full)).toEqual(playing);
  expect(resetPlayer(full).shouldShowMiniPlayer).toBe(true);
});

test('the sample is played once per visit', { tags: ['C-PLAYER-24', 'C-ENTITY-16'] }, () => {
  const sampled = markSamplePlayed(playing);
  expect([playing.sampleSongFlag, sampled.sampleSongFlag]).toEqual([false, true]);
  expect(markSamplePlayed(sampled)).toBe(sampled);
  expect(restorePlayer(sampled).sampleSongFlag).toBe(false);
});

test('the length is taken from the audio element, but not an infinite one', () => {
  expect(setDuration(playing, 201.3).duration).toBe(201.3);
  expect(setDuration(playing, Number.POSITIVE_INFINITY).duration).toBe(200);
});

test('a reset player has the initial state but keeps auto-play', { tags: ['C-PLAYER-22'] }, () => {
  const off = toggleAutoPlay({ ...playing, volume: 10, currentTime: 44 });
  expect(resetPlayer(off)).toEqual({ ...initialPlayer, autoPlay: false });
  expect(resetPlayer(playing)).toEqual(initialPlayer);
});

test('after a reload the track is loaded at its start, paused, at volume 50, with auto-play off', {
  tags: ['C-PLAYER-23', 'C-PERSIST-02'],
}, () => {
  const stored = { ...toggleMute({ ...playing, volume: 90 }), currentTime: 77, seekTime: 80, isLoading: true };
  expect(restorePlayer(stored)).toEqual({
    ...initialPlayer,
    song: playing.song,
    duration: 200,
    isPlaying: false,
    currentTime: 0,
    seekTime: null,
    volume: 50,
    previousVolume: 50,
    isMuted: false,
    autoPlay: false,
  });
});
