import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { windowOf } from '../testing/browser.ts';
import { song } from '../testing/music.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { usePanels } from './panelStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';

function shown(on?: ReturnType<typeof song>) {
  if (on) usePlayer.setState((player) => setLoading(loadSong(player, on, true), false));
  return show(signedIn(<PlayerBar />));
}

beforeEach(() => {
  windowOf(1440);
  fakeServer();
  resetPlayback();
});

test('without a song the bar says what to do and its controls rest', { tags: ['C-PLAYER-12', 'C-PLAYER-30'] }, () => {
  shown();
  expect(screen.getByText('Pick a release to start listening')).toBeTruthy();
  expect(screen.getAllByText('-:--')).toHaveLength(2);
  for (const name of ['Play', 'Skip back', 'Skip forward', 'Auto-play', 'Release information']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
});

test('the bar shows what is on, its controls, and leads to its release', {
  tags: ['C-PLAYER-31', 'C-PLAYER-36', 'C-ROUTE-07'],
}, () => {
  shown(
    song('a', {
      title: 'Lines',
      version: 'Radio',
      artist: 'Otis Salo',
      explicit: true,
      releaseid: 'r1',
      coverart: '/cover/r-500.webp',
      duration: 240,
    }),
  );
  expect(screen.getByText('Lines (Radio)')).toBeTruthy();
  expect(screen.getByText('Otis Salo')).toBeTruthy();
  expect(screen.getByLabelText('Explicit')).toBeTruthy();
  expect([screen.getByText('0:00'), screen.getByText('4:00')]).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Release information' }).getAttribute('href')).toBe(
    '/releases/releaseInfo/r1',
  );
  for (const name of ['Skip back', 'Pause', 'Skip forward', 'Mute', 'Auto-play', 'Play queue'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false);
  for (const name of ['Seek', 'Volume']) expect(screen.getByRole('slider', { name })).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/cover/r-500.webp');
});

test('the seek bar is a slider: keys jump, dragging only shows, letting go seeks', {
  tags: ['C-PLAYER-13', 'C-PLAYER-14', 'C-PLAYER-29'],
}, async () => {
  const person = shown(song('a', { duration: 200 }));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Seek' });
  expect(slider.step).toBe('0.01');
  slider.focus();
  await person.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(usePlayer.getState()).toMatchObject({ currentTime: 5, seekTime: 5 });
  await person.keyboard('{End}');
  expect(usePlayer.getState().seekTime).toBe(200);
  await person.keyboard('{Home}');
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: '90.5' } });
  expect(usePlayer.getState()).toMatchObject({ isDraggingProgressBar: true, currentTime: 0 });
  expect(slider.getAttribute('aria-valuetext')).toBe('1:30 of 3:20');
  fireEvent.pointerUp(slider);
  expect(usePlayer.getState()).toMatchObject({ isDraggingProgressBar: false, currentTime: 90.5, seekTime: 90.5 });
});

test('a drag that is called off seeks nothing', { tags: ['C-PLAYER-13'] }, () => {
  shown(song('a'));
  const slider = screen.getByRole('slider', { name: 'Seek' });
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: '90' } });
  fireEvent.pointerCancel(slider);
  expect(usePlayer.getState()).toMatchObject({ isDraggingProgressBar: false, currentTime: 0 });
});

test('the volume follows the hand a tenth of a second later, the icon mutes', {
  tags: ['C-PLAYER-09', 'C-PLAYER-10', 'C-PLAYER-28'],
}, async () => {
  const person = shown();
  const slider = screen.getByRole('slider', { name: 'Volume' });
  fireEvent.change(slider, { target: { value: '70' } });
  fireEvent.change(slider, { target: { value: '72' } });
  expect(usePlayer.getState().volume).toBe(50);
  await waitFor(() => expect(usePlayer.getState().volume).toBe(72));
  await person.click(screen.getByRole('button', { name: 'Mute' }));
  expect(usePlayer.getState()).toMatchObject({ volume: 0, previousVolume: 72 });
  await person.click(screen.getByRole('button', { name: 'Unmute' }));
  expect(usePlayer.getState().volume).toBe(72);
});

test('the queue is shown and hidden from the bar', { tags: ['C-PLAYER-36', 'C-QUEUE-01'] }, async () => {
  const person = shown();
  const queue = screen.getByRole('button', { name: 'Play queue', pressed: false });
  await person.click(queue);
  expect(usePanels.getState().isQueueOpen).toBe(true);
  await person.click(queue);
  expect(usePanels.getState().isQueueOpen).toBe(false);
});

test('while sound is waited for the big button is busy', () => {
  shown(song('a'));
  expect(screen.getByRole('button', { name: 'Pause' }).getAttribute('aria-busy')).toBeNull();
  act(() => usePlayer.setState((player) => setLoading(player, true)));
  expect(screen.getByRole('button', { name: 'Pause' }).getAttribute('aria-busy')).toBe('true');
});

test('the list of keys is opened without a key, too', async () => {
  const person = shown();
  await person.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  expect(usePanels.getState().isKeyHelpOpen).toBe(true);
});

test('auto-play is a switch', { tags: ['C-PLAYER-12'] }, async () => {
  const person = shown(song('a'));
  const autoPlay = screen.getByRole('button', { name: 'Auto-play', pressed: true });
  await person.click(autoPlay);
  expect(autoPlay.getAttribute('aria-pressed')).toBe('false');
});

test('a title scrolls beyond 90, 35 or 25 characters by the width of the window', {
  tags: ['C-PLAYER-35', 'C-CONST-12', 'C-CONST-13'],
}, () => {
  shown();
  const copies = (characters: number, width: number) => {
    windowOf(width);
    const title = 'x'.repeat(characters);
    act(() => usePlayer.setState((player) => loadSong(player, song(`${characters}`, { title }), false)));
    return screen.getAllByText(title).length;
  };
  expect([copies(90, 1280), copies(91, 1280)]).toEqual([1, 2]);
  expect([copies(35, 1279), copies(36, 480)]).toEqual([1, 2]);
  expect([copies(25, 479), copies(26, 390)]).toEqual([1, 2]);
});
