import { videoToken } from '@promenade/contract/media';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockDialogs, mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { mockMediaElement } from '../testing/mediaElement.ts';
import { createAlbum, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createToken } from '../testing/tokens.ts';
import { playItem, playPause, resetPlayback } from './playback.ts';
import { setVolume, toggleMute } from './player.ts';
import { usePlayer } from './playerStore.ts';
import { VideoDialog } from './VideoDialog.tsx';

const video = () => document.querySelector('video') as HTMLVideoElement;

beforeEach(async () => {
  mockWindowWidth(1440);
  mockDialogs();
  mockMediaElement();
  fakeServer().answer(videoToken, { data: { token: createToken({ sub: 'v', exp: Date.now() / 1000 + 3600 }) } });
  act(resetPlayback);
  act(() => usePlayer.setState((player) => setVolume(player, 30)));
  const track = createTrack('v', { assettype: 'video', mediaURL: '/api/video/stream/v.mp4' });
  renderScreen(withProviders(<VideoDialog track={track} onClose={() => undefined} />));
  await screen.findByRole('dialog', { name: 'Video: Track v' });
});

test('a video has the volume of the player and follows volume and mute', () => {
  expect([video().volume, video().muted]).toEqual([0.3, false]);
  act(() => usePlayer.setState((player) => setVolume(player, 80)));
  expect(video().volume).toBe(0.8);
  act(() => usePlayer.setState(toggleMute));
  expect(video().muted).toBe(true);
  act(() => usePlayer.setState(toggleMute));
  expect([video().volume, video().muted]).toEqual([0.8, false]);
});

test('a video that starts pauses the song, which continues where it was and pauses the video', async () => {
  await waitFor(() => expect(video().getAttribute('src')).toContain('/api/video/stream/v.mp4'));
  act(() => playItem(createAlbum('r', ['a'])));
  act(() => usePlayer.setState({ isLoading: false, currentTime: 42 }));
  await act(() => video().play());
  fireEvent.play(video());
  expect(usePlayer.getState()).toMatchObject({ isPlaying: false, currentTime: 42, song: { trackid: 'a' } });
  act(playPause);
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, currentTime: 42 });
  expect(video().paused).toBe(true);
});
