import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useTitle } from '../platform/pageTitle.ts';
import { createQueueItem } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { NowPlaying } from './NowPlaying.tsx';
import { playPause, resetPlayback } from './playback.ts';
import { loadSong, setLoading } from './player.ts';
import { usePlayer } from './playerStore.ts';

beforeEach(() => act(resetPlayback));

function Page() {
  useTitle('Releases', false);
  return <NowPlaying />;
}

const load = (name: string) =>
  act(() => usePlayer.setState((player) => loadSong(player, createQueueItem(name, { artist: 'Otis Salo' }), true)));
const sound = () => act(() => usePlayer.setState((player) => setLoading(player, false)));

test('the title of the page and a polite live region say what plays, and the region tells a pause', () => {
  renderScreen(<Page />);
  const region = document.querySelector('[aria-live=polite]') as HTMLElement;
  expect([document.title, region.textContent]).toEqual(['Releases · Promenade', '']);
  load('a');
  expect([document.title, region.textContent]).toEqual(['Track a, Otis Salo · Releases · Promenade', '']);
  sound();
  expect(screen.getByText('Now playing: Track a, Otis Salo')).toBe(region);
  act(playPause);
  expect([document.title, region.textContent]).toEqual(['Releases · Promenade', 'Paused']);
  act(playPause);
  expect(document.title).toBe('Track a, Otis Salo · Releases · Promenade');
  expect(region.textContent).toBe('Now playing: Track a, Otis Salo');
  load('b');
  sound();
  expect(region.textContent).toBe('Now playing: Track b, Otis Salo');
  act(resetPlayback);
  expect([document.title, region.textContent]).toEqual(['Releases · Promenade', '']);
});
