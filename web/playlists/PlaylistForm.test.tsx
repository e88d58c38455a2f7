import { ERROR_CLEAR_MS, PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX } from '@promenade/contract/limits';
import * as contract from '@promenade/contract/playlists';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { Notices } from '../screens/Notices.tsx';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createPlaylist } from '../testing/playlists.ts';
import { createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { closeDialog, openDialog, openFormForTracks, usePlaylistDialogStore } from './dialogStore.ts';
import { PlaylistDialogs } from './PlaylistDialogs.tsx';

let server: FakeServer;

beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('./OpenDialog.tsx')]));
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  closeDialog();
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});

const open = () =>
  renderScreen(
    withProviders(
      <>
        <PlaylistDialogs />
        <Notices />
      </>,
    ),
  );
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
const desc = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Description/ });
const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const listCalls = (method: string) => server.calls.filter((call) => call.method === method);
const ErrorText = () => <output>{useText()('playlist.playlist-name-input-error')}</output>;
const ERROR = 'Please add a playlist name to create a playlist';

test('the error has the key and the text of the specification', { tags: ['C-PLAYLIST-31'] }, () => {
  renderScreen(<ErrorText />);
  expect(screen.getByText(ERROR)).toBeTruthy();
});

test('an empty name shows an error at the field, which gets the focus, and nothing is listCalls', {
  tags: ['C-PLAYLIST-06', 'C-PLAYLIST-07'],
}, async () => {
  const user = open();
  act(() => openDialog({ kind: 'form' }));
  await user.type(await name(), '   ');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText(ERROR)).toBeTruthy();
  expect(document.activeElement).toBe(await name());
  expect((await name()).getAttribute('aria-invalid')).toBe('true');
  expect(listCalls('POST')).toEqual([]);
});

test('the error disappears 300 ms after there is a name', {
  tags: ['C-PLAYLIST-08', 'C-CONST-09'],
}, async () => {
  const user = open();
  act(() => openDialog({ kind: 'form' }));
  const field = await name();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  vi.useFakeTimers();
  try {
    fireEvent.change(field, { target: { value: 'F' } });
    advance(200);
    fireEvent.change(field, { target: { value: 'Fr' } });
    advance(99);
    expect(screen.queryByText(ERROR)).toBeTruthy();
    advance(1);
    expect(screen.queryByText(ERROR)).toBeNull();
    expect(ERROR_CLEAR_MS).toBe(300);
  } finally {
    vi.useRealTimers();
  }
});

test('name and description are limited to 50 and 100 characters, and the description has a counter', {
  tags: ['C-PLAYLIST-09', 'C-PLAYLIST-10', 'A-CONST-09'],
}, async () => {
  open();
  act(() => openDialog({ kind: 'form' }));
  fireEvent.change(await name(), { target: { value: 'n'.repeat(60) } });
  fireEvent.change(desc(), { target: { value: 'd'.repeat(130) } });
  expect((await name()).value).toHaveLength(50);
  expect(desc().value).toHaveLength(100);
  expect(screen.getByText('100/100')).toBeTruthy();
  expect([PLAYLIST_NAME_MAX, PLAYLIST_DESC_MAX]).toEqual([50, 100]);
});

test('Enter creates the playlist, shows a toast and closes the dialog', {
  tags: ['C-PLAYLIST-11', 'C-ENTITY-10', 'C-TOAST-08'],
}, async () => {
  server.answer(contract.createPlaylist, createPlaylist('p', { name: 'Friday show', tracks: 0 }));
  const user = open();
  act(() => openDialog({ kind: 'form' }));
  await user.type(desc(), 'Loud things');
  await user.type(await name(), ' Friday show {Enter}');
  expect(await screen.findByText('Playlist Friday show created')).toBeTruthy();
  expect(listCalls('POST').map(({ path, body }) => [path, body])).toEqual([
    ['/api/playlist', { name: 'Friday show', desc: 'Loud things', default: false }],
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refusal keeps the dialog and its text', { tags: ['C-PLAYLIST-11'] }, async () => {
  server.refuse(contract.createPlaylist, 'UNEXPECTED');
  const user = open();
  act(() => openDialog({ kind: 'form' }));
  await user.type(await name(), 'Friday');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect((await name()).value).toBe('Friday');
});

test('pending tracks are added to the new playlist in order, once', {
  tags: ['C-PLAYLIST-12', 'C-PLAYLIST-13', 'C-PLAYLIST-14'],
}, async () => {
  server.answer(contract.createPlaylist, createPlaylist('p', { name: 'Friday', tracks: 0 }));
  server.answer(contract.addToPlaylist, createPlaylist('p', { name: 'Friday', tracks: 2 }));
  const user = open();
  act(() => openFormForTracks('Lines', [createTrack('a'), createTrack('b')], 'Fri'));
  expect((await name()).value).toBe('Fri');
  await user.type(await name(), 'day{Enter}');
  expect(await screen.findByText('Lines added to Friday')).toBeTruthy();
  expect(listCalls('POST').map(({ path, body }) => [path, body])).toEqual([
    ['/api/playlist', { name: 'Friday', desc: '', default: false }],
    ['/api/playlist/tracks/p', { tracks: ['a', 'b'], position: 'before' }],
  ]);
  await waitFor(() => expect(usePlaylistDialogStore.getState().pending.tracks).toEqual([]));
});

test('a cancelled dialog drops the pending tracks', { tags: ['C-PLAYLIST-12'] }, async () => {
  const user = open();
  act(() => openFormForTracks('Lines', [createTrack('a')], ''));
  await name();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(usePlaylistDialogStore.getState()).toEqual({ open: undefined, pending: { title: '', tracks: [] } });
});

test('a dialog with unsaved text asks before it closes', async () => {
  const user = open();
  act(() => openDialog({ kind: 'form', playlist: createPlaylist('p', { name: 'Friday', desc: 'Loud' }) }));
  await user.type(await name(), ' night');
  await user.keyboard('{Escape}');
  await screen.findByRole('alertdialog', { name: 'Unsaved changes' });
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect((await name()).value).toBe('Friday night');
  await user.type(await name(), '{Backspace>6/}');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('editing starts with the current text, sends name and description by PUT and shows a toast', {
  tags: ['C-PLAYLIST-16', 'C-PLAYLIST-06'],
}, async () => {
  server.answer(contract.changePlaylist, createPlaylist('p', { name: 'Saturday' }));
  const user = open();
  act(() => openDialog({ kind: 'form', playlist: createPlaylist('p', { name: 'Friday', desc: 'Loud' }) }));
  expect([(await name()).value, desc().value]).toEqual(['Friday', 'Loud']);
  await user.clear(await name());
  await user.type(await name(), 'Saturday');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Playlist Saturday updated')).toBeTruthy();
  expect(listCalls('PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/api/playlist/p', { name: 'Saturday', desc: 'Loud' }],
  ]);
});
