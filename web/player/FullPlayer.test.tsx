import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dialogs, windowOf } from '../testing/browser.ts';
import { song } from '../testing/music.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { closeQueue, usePanels } from './panelStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';

beforeEach(() => {
  windowOf(390);
  dialogs();
  fakeServer();
  resetPlayback();
  closeQueue();
});

const lines = song('a', { title: 'Lines', artist: 'Otis Salo', album: 'Harbour', coverart: '/cover/r-500.webp' });
const small = () => screen.getByRole('button', { name: /^Show the player:.*Lines/ });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

function phone() {
  usePlayer.setState((player) => setLoading(loadSong(player, lines, true), false));
  return show(signedIn(<PlayerBar />));
}

async function expanded() {
  const person = phone();
  await person.click(small());
  await screen.findByRole('dialog', { name: 'Player' });
  return person;
}

test('on a phone the bar is small once a song is on, and not before', {
  tags: ['C-PLAYER-01', 'C-PLAYER-03', 'C-PLAYER-04'],
}, () => {
  show(signedIn(<PlayerBar />));
  expect(screen.getByText('Pick a release to start listening')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Show the player/ })).toBeNull();
  act(() => usePlayer.setState((player) => loadSong(player, lines, false)));
  expect(small().textContent).toBe('Show the player:LinesOtis Salo');
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a press on the small player fills the screen with cover, words and every control', {
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
    'Seek',
    'Auto-play',
    'Skip back',
    'Pause',
    'Skip forward',
    'Play queue',
    'Mute',
    'Volume',
  ]);
});

test('its control makes it small again, and so does the back gesture', { tags: ['C-PLAYER-04'] }, async () => {
  const person = await expanded();
  await person.click(screen.getByRole('button', { name: 'Close the player' }));
  await gone();
  expect(usePlayer.getState().shouldShowMiniPlayer).toBe(true);
  await person.click(small());
  await screen.findByRole('dialog');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await gone();
});

test('the page of the release and the queue take its place', { tags: ['C-PLAYER-04', 'C-PLAYER-31'] }, async () => {
  const person = await expanded();
  await person.click(screen.getByRole('link', { name: 'Release information' }));
  await gone();
  await person.click(small());
  const dialog = await screen.findByRole('dialog');
  await person.click(dialog.querySelector('[aria-label="Play queue"]') as Element);
  await gone();
  expect(usePanels.getState().isQueueOpen).toBe(true);
});

test('the next song stays large, and who signs out closes it', { tags: ['C-PLAYER-04'] }, async () => {
  await expanded();
  act(() => usePlayer.setState((player) => loadSong(player, song('b', { title: 'Tigers' }), true)));
  expect(screen.getByRole('dialog').textContent).toContain('Tigers');
  act(resetPlayback);
  expect(screen.queryByRole('dialog')).toBeNull();
});
