import { release } from '@promenade/contract/catalogue';
import { flagTrack } from '@promenade/contract/library';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { createAlbum, createQueueItem, createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { PlayerBar } from './PlayerBar.tsx';
import { usePanels } from './panelStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';
import { useQueue } from './queue/queueStore.ts';

function shown(on?: ReturnType<typeof createQueueItem>) {
  if (on) usePlayer.setState((player) => setLoading(loadSong(player, on, true), false));
  return renderScreen(withProviders(<PlayerBar />));
}

beforeEach(() => {
  mockWindowWidth(1440);
  fakeServer();
  resetPlayback();
});

test('without a track the bar shows a hint and its controls are disabled', {
  tags: ['C-PLAYER-12', 'C-PLAYER-30'],
}, () => {
  shown();
  expect(screen.getByText('Pick a release to start listening')).toBeTruthy();
  expect(screen.getAllByText('-:--')).toHaveLength(2);
  for (const name of ['Play', 'Skip back', 'Skip forward', 'Auto-play', 'Release information']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
});

test('on a phone the bar is only the hint until a track is loaded', { tags: ['C-PLAYER-01'] }, () => {
  mockWindowWidth(390);
  shown();
  expect(screen.getByRole('region', { name: 'Player' }).textContent).toBe('Pick a release to start listening');
  expect(screen.queryAllByRole('button')).toEqual([]);
  act(() => usePlayer.setState((player) => loadSong(player, createQueueItem('a'), true)));
  expect(screen.getByRole('button', { name: 'Play', pressed: true })).toBeTruthy();
});

test('the bar shows the current track, its controls and a link to its release', {
  tags: ['C-PLAYER-31', 'C-PLAYER-36', 'C-ROUTE-07'],
}, () => {
  shown(
    createQueueItem('a', {
      title: 'Lines',
      version: 'Radio',
      artist: 'Otis Salo',
      artists: [{ artistid: 'o', name: 'Otis Salo' }],
      explicit: true,
      releaseid: 'r1',
      coverart: '/cover/r-500.webp',
      duration: 240,
    }),
  );
  expect(screen.getByText('Lines').closest('.ellipsis')?.textContent).toBe('Lines (Radio)');
  expect(screen.getByRole('link', { name: 'Otis Salo' }).getAttribute('href')).toBe('/artists/o');
  expect(screen.getByLabelText('Explicit')).toBeTruthy();
  expect([screen.getByText('0:00'), screen.getByText('4:00')]).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Release information' }).getAttribute('href')).toBe(
    '/releases/releaseInfo/r1',
  );
  for (const name of ['Skip back', 'Play', 'Skip forward', 'Mute', 'Auto-play', 'Play queue'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false);
  for (const name of ['Seek', 'Volume']) expect(screen.getByRole('slider', { name })).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/cover/r-500.webp');
});

test('the seek bar is a slider: keys seek at once, a drag seeks on release', {
  tags: ['C-PLAYER-13', 'C-PLAYER-14', 'C-PLAYER-29'],
}, async () => {
  const user = shown(createQueueItem('a', { duration: 200 }));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Seek' });
  expect(slider.step).toBe('0.01');
  slider.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(usePlayer.getState()).toMatchObject({ currentTime: 5, seekTime: 5 });
  await user.keyboard('{End}');
  expect(usePlayer.getState().seekTime).toBe(200);
  await user.keyboard('{Home}');
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: '90.5' } });
  expect(usePlayer.getState()).toMatchObject({ isDraggingProgressBar: true, currentTime: 0 });
  expect(slider.getAttribute('aria-valuetext')).toBe('1:30 of 3:20');
  fireEvent.pointerUp(slider);
  expect(usePlayer.getState()).toMatchObject({ isDraggingProgressBar: false, currentTime: 90.5, seekTime: 90.5 });
});

test('while the seek bar has the focus its value follows what the person does, and the picture follows the time', () => {
  shown(createQueueItem('a', { duration: 200 }));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Seek' });
  const told = () => [slider.value, slider.getAttribute('aria-valuetext')];
  const play = (currentTime: number) => act(() => usePlayer.setState({ currentTime }));
  play(10);
  act(() => slider.focus());
  play(20);
  expect(told()).toEqual(['10', '0:10 of 3:20']);
  expect(slider.parentElement?.style.getPropertyValue('--played')).toBe('0.1');
  expect(screen.getByText('0:20')).toBeTruthy();
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  play(26);
  expect(told()).toEqual(['25', '0:25 of 3:20']);
  act(() => usePlayer.setState((player) => loadSong(player, createQueueItem('b', { duration: 100 }), true)));
  play(7);
  expect(told()).toEqual(['0', '0:00 of 1:40']);
  act(() => slider.blur());
  expect(told()).toEqual(['7', '0:07 of 1:40']);
});

test('a cancelled drag does not seek', { tags: ['C-PLAYER-13'] }, () => {
  shown(createQueueItem('a'));
  const slider = screen.getByRole('slider', { name: 'Seek' });
  fireEvent.pointerDown(slider);
  fireEvent.change(slider, { target: { value: '90' } });
  fireEvent.pointerCancel(slider);
  expect(usePlayer.getState()).toMatchObject({ isDraggingProgressBar: false, currentTime: 0 });
});

test('the volume follows the slider a tenth of a second later, the icon mutes', {
  tags: ['C-PLAYER-09', 'C-PLAYER-10', 'C-PLAYER-28'],
}, async () => {
  const user = shown();
  const slider = screen.getByRole('slider', { name: 'Volume' });
  fireEvent.change(slider, { target: { value: '70' } });
  fireEvent.change(slider, { target: { value: '72' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('72%');
  expect(usePlayer.getState().volume).toBe(50);
  await waitFor(() => expect(usePlayer.getState().volume).toBe(72));
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  expect(usePlayer.getState()).toMatchObject({ volume: 0, previousVolume: 72 });
  await user.click(screen.getByRole('button', { name: 'Unmute' }));
  expect(usePlayer.getState().volume).toBe(72);
});

test('the bar opens and closes the queue', { tags: ['C-PLAYER-36', 'C-QUEUE-01'] }, async () => {
  const user = shown();
  const queue = screen.getByRole('button', { name: 'Play queue', pressed: false });
  await user.click(queue);
  expect(usePanels.getState().isQueueOpen).toBe(true);
  await user.click(queue);
  expect(usePanels.getState().isQueueOpen).toBe(false);
});

test('while audio loads the play button is busy', () => {
  shown(createQueueItem('a'));
  expect(screen.getByRole('button', { name: 'Play', pressed: true }).getAttribute('aria-busy')).toBeNull();
  act(() => usePlayer.setState((player) => setLoading(player, true)));
  expect(screen.getByRole('button', { name: 'Play', pressed: true }).getAttribute('aria-busy')).toBe('true');
});

test('the list of keys can be opened by a button', async () => {
  const user = shown();
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
  expect(usePanels.getState().isKeyHelpOpen).toBe(true);
});

test('auto-play is a toggle button', { tags: ['C-PLAYER-12'] }, async () => {
  const user = shown(createQueueItem('a'));
  const autoPlay = screen.getByRole('button', { name: 'Auto-play', pressed: true });
  await user.click(autoPlay);
  expect(autoPlay.getAttribute('aria-pressed')).toBe('false');
});

test('Play is enabled without a song while the queue has some', { tags: ['C-QUEUE-14'] }, async () => {
  const user = shown();
  const album = createAlbum('r', ['a']);
  act(() => useQueue.setState({ items: [album] }));
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'a' } });
});

test('the flag button flags the track that is in the player', { tags: ['C-FLAG-01', 'C-PLAYER-36'] }, async () => {
  const server = fakeServer();
  server.answer(release, createReleaseDetail('r', [createTrack('a', { title: 'Lines' })]));
  server.answer(flagTrack, createRelease('r', { flaggedtrackcount: 1 }));
  const user = shown(createQueueItem('a', { title: 'Lines', releaseid: 'r' }));
  const getFlag = () => screen.getByRole('button', { name: 'Flag Lines' });
  await waitFor(() => expect(getFlag()).toHaveProperty('disabled', false));
  await user.click(getFlag());
  expect(await screen.findByRole('button', { name: 'Flag Lines', pressed: true })).toBeTruthy();
  await waitFor(() =>
    expect(server.calls.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual(['/api/flag/r/a']),
  );
});

test('a title scrolls beyond 90, 35 or 25 characters by the width of the window', {
  tags: ['C-PLAYER-35', 'C-CONST-12', 'C-CONST-13'],
}, () => {
  shown();
  const copies = (characters: number, width: number) => {
    mockWindowWidth(width);
    const title = 'x'.repeat(characters);
    act(() => usePlayer.setState((player) => loadSong(player, createQueueItem(`${characters}`, { title }), false)));
    return screen.getAllByText(title).length;
  };
  expect([copies(90, 1280), copies(91, 1280)]).toEqual([1, 2]);
  expect([copies(35, 1279), copies(36, 480)]).toEqual([1, 2]);
  expect([copies(25, 479), copies(26, 390)]).toEqual([1, 2]);
});
