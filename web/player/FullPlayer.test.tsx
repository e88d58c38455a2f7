import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockDialogs, mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { createQueueItem } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { closeQueue, usePanels } from './panelStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';

beforeEach(() => {
  mockWindowWidth(390);
  mockDialogs();
  fakeServer();
  resetPlayback();
  closeQueue();
});

const lines = createQueueItem('a', {
  title: 'Lines',
  artist: 'Otis Salo',
  album: 'Harbour',
  coverart: '/cover/r-500.webp',
});
const small = () => screen.getByRole('button', { name: /^Show the player:.*Lines/ });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

function phone() {
  usePlayer.setState((player) => setLoading(loadSong(player, lines, true), false));
  return renderScreen(withProviders(<PlayerBar />));
}

async function expanded() {
  const user = phone();
  await user.click(small());
  await screen.findByRole('dialog', { name: 'Player' });
  return user;
}

test('on a phone the bar becomes the mini player when a track is loaded', {
  tags: ['C-PLAYER-01', 'C-PLAYER-03', 'C-PLAYER-04'],
}, () => {
  renderScreen(withProviders(<PlayerBar />));
  expect(screen.getByText('Pick a release to start listening')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Show the player/ })).toBeNull();
  act(() => usePlayer.setState((player) => loadSong(player, lines, false)));
  expect(small().textContent).toBe('Show the player:LinesOtis Salo');
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a press on the mini player opens the full player with cover, titles and every control', {
  tags: ['C-PLAYER-02', 'C-PLAYER-31', 'C-PLAYER-36'],
}, async () => {
  await expanded();
  expect(usePlayer.getState().shouldShowMiniPlayer).toBe(false);
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('Harbour');
  expect(dialog.querySelector('img')?.getAttribute('src')).toBe('/cover/r-1000.webp');
  const names = [...dialog.querySelectorAll('button, a, input')].map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual([
    'Close the player',
    'Release information',
    'Flag Lines',
    'React to Harbour',
    'Seek',
    'Auto-play',
    'Skip back',
    'Play',
    'Skip forward',
    'Play queue',
    'Mute',
    'Volume',
  ]);
});

test('its close button and the back gesture close the full player', { tags: ['C-PLAYER-04'] }, async () => {
  const user = await expanded();
  await user.click(screen.getByRole('button', { name: 'Close the player' }));
  await gone();
  expect(usePlayer.getState().shouldShowMiniPlayer).toBe(true);
  const hasEntries = (count: number) => waitFor(() => expect(window.history.state?.panels ?? 0).toBe(count));
  await hasEntries(0);
  await user.click(small());
  await screen.findByRole('dialog');
  await hasEntries(1);
  act(() => window.history.back());
  await gone();
});

test('opening the release page or the queue closes the full player', {
  tags: ['C-PLAYER-04', 'C-PLAYER-31'],
}, async () => {
  const user = await expanded();
  await user.click(screen.getByRole('link', { name: 'Release information' }));
  await gone();
  await user.click(small());
  const dialog = await screen.findByRole('dialog');
  await user.click(dialog.querySelector('[aria-label="Play queue"]') as Element);
  await gone();
  expect(usePanels.getState().isQueueOpen).toBe(true);
});

test('the full player stays open for the next track and closes at sign-out', { tags: ['C-PLAYER-04'] }, async () => {
  await expanded();
  act(() => usePlayer.setState((player) => loadSong(player, createQueueItem('b', { title: 'Tigers' }), true)));
  expect(screen.getByRole('dialog').textContent).toContain('Tigers');
  act(resetPlayback);
  expect(screen.queryByRole('dialog')).toBeNull();
});
