import * as contract from '@promenade/contract/playlists';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { COMBOBOX_POPOVER_PX } from '../design/Combobox.tsx';
import { Dialog } from '../design/Dialog.tsx';
import { createId } from '../platform/createId.ts';
import { useNotices } from '../platform/notices.ts';
import { playItem, resetPlayback } from '../player/playback.ts';
import { createPlaylistItem } from '../player/queue/queue.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { Notices } from '../screens/Notices.tsx';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createPlaylist, createPlaylistDetail } from '../testing/playlists.ts';
import { createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { AddToPlaylist } from './AddToPlaylist.tsx';
import { closeDialog, openPicker } from './dialogStore.ts';
import { PlaylistDialogs } from './PlaylistDialogs.tsx';

let server: FakeServer;

beforeAll(() =>
  Promise.all([import('../design/Dialog.tsx'), import('./OpenDialog.tsx'), import('./PlaylistPicker.tsx')]),
);
beforeEach(() => {
  mockWindowWidth(1440);
  Element.prototype.scrollIntoView = () => undefined;
  server = fakeServer();
  server.answer(contract.playlists, {
    items: [createPlaylist('p', { name: 'Friday' }), createPlaylist('q', { name: 'Café nights', tracks: 1 })],
    total: 2,
    page: 1,
    pagesize: 100,
  });
  server.answer(contract.addToPlaylist, createPlaylist('p', { name: 'Friday', tracks: 4 }));
  resetPlayback();
  closeDialog();
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});

const toAdd = { title: 'Lines', tracks: [createTrack('a')] };
const open = (props: ComponentProps<typeof AddToPlaylist> = toAdd) =>
  renderScreen(
    withProviders(
      <>
        <AddToPlaylist {...props} />
        <PlaylistDialogs />
        <Notices />
      </>,
    ),
  );
const button = () => screen.getByRole('button', { name: 'Add Lines to a playlist' });
const field = () => screen.findByRole('combobox', { name: 'Find a playlist' });
const listOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const listPosts = () => server.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);

test('the button opens a combobox of all playlists and a new one, 216 px high', {
  tags: ['C-TRACK-06', 'C-CONST-15', 'C-PLAYLIST-28', 'C-POPUP-13'],
}, async () => {
  const user = open();
  await user.click(button());
  await screen.findByRole('option', { name: /Friday/ });
  expect(document.activeElement).toBe(await field());
  expect(listOptions()).toEqual(['Friday3 tracks', 'Café nights1 track', 'New playlist']);
  expect(screen.getByRole('dialog', { name: 'Add Lines to a playlist' }).style.height).toBe('216px');
  expect(COMBOBOX_POPOVER_PX).toBe(216);
  const [call] = server.calls.filter(({ method }) => method === 'GET');
  expect(call?.path).toBe('/api/playlist?page=1&pagesize=100&summary=true');
});

test('in a dialog, the field of the picker has the focus, opened by pointer or key', async () => {
  const user = renderScreen(
    withProviders(
      <Dialog title="Lines" onClose={() => undefined}>
        <AddToPlaylist {...toAdd} />
      </Dialog>,
    ),
  );
  await user.click(button());
  await user.keyboard('caf');
  expect(await screen.findByDisplayValue('caf')).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button()));
  await user.keyboard('{Enter}caf');
  expect(await screen.findByDisplayValue('caf')).toBe(document.activeElement);
});

test('typing filters the options without regard to case and accents, Enter adds on top, and the toast names both', {
  tags: ['C-TRACK-06', 'C-PLAYLIST-13', 'C-TOAST-04'],
}, async () => {
  server.answer(contract.addToPlaylist, createPlaylist('q', { name: 'Café nights' }));
  const user = open();
  await user.click(button());
  await screen.findByRole('option', { name: /Friday/ });
  await user.type(await field(), 'CAFE');
  expect(listOptions()).toEqual(['Café nights1 track', 'New playlist “CAFE”']);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Lines added to Café nights')).toBeTruthy();
  expect(listPosts()).toEqual([['/api/playlist/tracks/q', { tracks: ['a'], position: 'before' }]]);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('arrow keys cycle through the options, Escape closes without adding', { tags: ['C-TRACK-06'] }, async () => {
  const user = open();
  await user.click(button());
  const friday = await screen.findByRole('option', { name: /Friday/ });
  expect(friday.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowUp}');
  const chosen = screen.getByRole('option', { selected: true });
  expect(chosen.textContent).toBe('New playlist');
  expect((await field()).getAttribute('aria-activedescendant')).toBe(chosen.id);
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toBe(friday);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  expect(listPosts()).toEqual([]);
});

test('a playlist that does not exist is created, and the track is added to it', {
  tags: ['C-TRACK-06', 'C-PLAYLIST-12'],
}, async () => {
  server.answer(contract.createPlaylist, createPlaylist('n', { name: 'Sunday', tracks: 0 }));
  const user = open();
  await user.click(button());
  await user.type(await field(), 'Sunday');
  await user.click(await screen.findByRole('option', { name: 'New playlist “Sunday”' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('Sunday');
  await user.type(name, '{Enter}');
  expect(await screen.findByText('Lines added to Sunday')).toBeTruthy();
  expect(listPosts().at(-1)).toEqual(['/api/playlist/tracks/n', { tracks: ['a'], position: 'before' }]);
});

test('only the audio of a release is added, in order, and the toast names the release', {
  tags: ['C-PLAYLIST-15', 'C-PLAYLIST-14', 'C-PLAYLIST-30', 'C-POPUP-13'],
}, async () => {
  const tracks = async () => [createTrack('a'), createTrack('film', { assettype: 'video' }), createTrack('b')];
  const user = open({ title: 'Lines', tracks, variant: 'button' });
  await user.click(button());
  await user.click(await screen.findByRole('option', { name: /Friday/ }));
  expect(await screen.findByText('Lines added to Friday')).toBeTruthy();
  expect(listPosts()).toEqual([['/api/playlist/tracks/p', { tracks: ['a', 'b'], position: 'before' }]]);
});

test('a release without audio adds nothing and says why', { tags: ['C-PLAYLIST-15'] }, async () => {
  const user = open({ title: 'Lines', tracks: [createTrack('film', { assettype: 'video' })] });
  await user.click(button());
  await user.click(await screen.findByRole('option', { name: /Friday/ }));
  expect(await screen.findByText(/only audio can be added/)).toBeTruthy();
  expect(listPosts()).toEqual([]);
});

test('adding a track that the playlist has is not an error', {
  tags: ['C-PLAYLIST-29'],
}, async () => {
  server.answer(contract.addToPlaylist, createPlaylist('p', { name: 'Friday', tracks: 3 }));
  const user = open();
  await user.click(button());
  await user.click(await screen.findByRole('option', { name: /Friday/ }));
  expect(await screen.findByText('Lines added to Friday')).toBeTruthy();
});

test('the text of the server tells that a playlist is full', { tags: ['C-TOAST-05'] }, async () => {
  server.refuse(contract.addToPlaylist, 'PLAYLIST_FULL');
  const user = open();
  await user.click(button());
  await user.click(await screen.findByRole('option', { name: /Friday/ }));
  expect(await screen.findByText('has error: This playlist is full, please refresh')).toBeTruthy();
});

test('menus open the picker as a dialog', { tags: ['C-PLAYLIST-25', 'C-POPUP-13'] }, async () => {
  const user = open();
  act(() => openPicker({ title: 'Tigers', tracks: [createTrack('t')] }));
  const dialog = await screen.findByRole('dialog', { name: 'Add to playlist' });
  await user.click(await within(dialog).findByRole('option', { name: /Friday/ }));
  expect(await screen.findByText('Tigers added to Friday')).toBeTruthy();
  expect(listPosts()).toEqual([['/api/playlist/tracks/p', { tracks: ['t'], position: 'before' }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a playlist in the queue gets the new track there too', { tags: ['C-QUEUE-20'] }, async () => {
  const { songs, ...friday } = createPlaylistDetail('p', ['b']);
  const item = createPlaylistItem(friday, songs, createId);
  act(() => item && playItem(item));
  server.answer(contract.playlist, createPlaylistDetail('p', ['a', 'b']));
  const user = open();
  await user.click(button());
  await user.click(await screen.findByRole('option', { name: /Friday/ }));
  const queued = () => useQueue.getState().items.map((item) => item.songs.map(({ trackid }) => trackid));
  await waitFor(() => expect(queued()).toEqual([['a', 'b']]));
});

test('loading the playlists can be tried again after a failure', { tags: ['C-PLAYLIST-28'] }, async () => {
  server.refuse(contract.playlists, 'FORBIDDEN');
  const user = open();
  await user.click(button());
  await screen.findByText('The playlists could not be loaded');
  server.answer(contract.playlists, {
    items: [createPlaylist('p', { name: 'Friday' })],
    total: 1,
    page: 1,
    pagesize: 100,
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: /Friday/ })).toBeTruthy();
});
