import { release as releaseRoute } from '@promenade/contract/catalogue';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPlayback } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { useQueue } from '../player/queueStore.ts';
import { windowOf } from '../testing/browser.ts';
import { detail, release, track } from '../testing/music.ts';
import { asAccount } from '../testing/people.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { closeRefused, useRefused } from './refusedStore.ts';

const songs = [
  track('a', { title: 'Static Fever', releaseid: 'r' }),
  track('b', { title: 'Amber Radio', releaseid: 'r' }),
];
let server: FakeServer;

beforeEach(() => {
  windowOf(1440);
  server = fakeServer();
  server.answer(releaseRoute, detail('r', songs));
  forgetPlayback();
  closeRefused();
});

function shown(more: Parameters<typeof release>[1] = {}) {
  const onClose = vi.fn<() => void>();
  return { onClose, person: show(signedIn(<ReleaseDialog release={release('r', more)} onClose={onClose} />)) };
}

test('the pop-up shows cover, artist, title, the count of songs, label and markets (C-POPUP-01, C-POPUP-02, C-POPUP-03, C-FORMAT-03)', async () => {
  shown({ title: 'Lines', artist: 'Otis Salo', trackcount: 2, duration: 412, market_tags: ['us', 'cancon'] });
  const dialog = screen.getByRole('dialog', { name: 'Lines by Otis Salo' });
  for (const text of ['Lines', 'Otis Salo', '2 songs : 6:52', 'Parallel', 'US', 'CanCon', 'November 21, 2026']) {
    expect(within(dialog).getByText(text)).toBeTruthy();
  }
  expect(within(dialog).getByRole('img', { name: 'Cover of Lines' })).toBeTruthy();
});

test('one song is counted without a time (C-FORMAT-03, C-FORMAT-04)', () => {
  shown({ trackcount: 1, duration: 200 });
  expect(screen.getByText('1 song')).toBeTruthy();
});

test('a label with a logo shows the logo (C-POPUP-02)', () => {
  shown({ labels: [{ name: 'Mono Mono', logo: '/logo/r/1.webp' }] });
  const label = screen.getByText('Mono Mono').parentElement;
  expect(label?.querySelector('img')?.getAttribute('src')).toBe('/logo/r/1.webp');
});

test('its track list has a fixed height from the start (C-POPUP-04, C-POPUP-05)', async () => {
  shown({ title: 'Lines' });
  const list = screen.getByRole('list', { name: 'Tracks of Lines' });
  expect(list.style.height).toBe('320px');
  expect(await within(list).findByText('Amber Radio')).toBeTruthy();
});

test('the close button and Escape close it (C-POPUP-06, C-POPUP-07)', async () => {
  const { person, onClose } = shown();
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await person.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('play starts the release, a track row starts its song (C-POPUP-08, C-TRACK-05)', async () => {
  const { person } = shown();
  await person.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'a' } }));
  await person.click(screen.getByRole('button', { name: 'Play Amber Radio' }));
  expect(usePlayer.getState().song?.trackid).toBe('b');
  expect(useQueue.getState().items.map(({ type }) => type)).toEqual(['song', 'release']);
});

test('play next and play later wear a tick after one press and ignore further ones (C-POPUP-10, C-POPUP-12)', async () => {
  const { person } = shown();
  await person.click(screen.getByRole('button', { name: 'Play next' }));
  await person.click(screen.getByRole('button', { name: 'Plays next' }));
  await person.click(screen.getByRole('button', { name: 'Play later' }));
  await person.click(screen.getByRole('button', { name: 'Plays later' }));
  await waitFor(() => expect(useQueue.getState().items).toHaveLength(2));
  expect(usePlayer.getState().isPlaying).toBe(false);
});

test('without anything to hear its buttons rest (C-GALLERY-11)', () => {
  shown({ duration: 0 });
  for (const name of ['Play', 'Play next', 'Play later', 'Release information']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
});

test('a refusal closes it in favour of the error modal (C-MODAL-10)', async () => {
  server.refuse(releaseRoute, 'FORBIDDEN');
  const { onClose } = shown();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(useRefused.getState().failure).toMatchObject({ code: 'FORBIDDEN' });
});

test('the pop-up tells who passed the release on, and offers to pass it on and to contact the label (C-ROLE-03, C-CONTACT-01)', async () => {
  asAccount();
  shown({ shared_by: { name: 'Mara Lind', message: 'For the late show.' } });
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('Shared by Mara LindFor the late show.');
  expect(within(dialog).getByRole('button', { name: 'Share' })).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Contact' })).toBeTruthy();
});
