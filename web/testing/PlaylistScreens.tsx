import { options } from '@promenade/contract/options';
import type { Playlist } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { vi } from 'vitest';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { parseColumnWidths, useColumnWidths } from '../platform/columnWidthsStore.ts';
import { useNotices } from '../platform/notices.ts';
import { paths } from '../platform/paths.ts';
import { resetPlayback } from '../player/playback.ts';
import { ReplaceQueueDialog } from '../player/queue/ReplaceQueueDialog.tsx';
import { closeDialog } from '../playlists/dialogStore.ts';
import { PlaylistDialogs } from '../playlists/PlaylistDialogs.tsx';
import { mockLayout, mockWindowWidth } from './browserMocks.ts';
import { type FakeServer, fakeServer } from './fakeServer.ts';
import { sampleOptions } from './options.ts';
import { createPlaylist, createPlaylistDetail } from './playlists.ts';
import { renderScreen, withProviders } from './render.ts';

/** Loads the lazy parts of the screens. */
export const loadLazyCode = (): Promise<unknown> =>
  Promise.all([
    import('../design/Dialog.tsx'),
    import('../design/MenuList.tsx'),
    import('../playlists/OpenDialog.tsx'),
    import('../playlists/PlaylistTable.tsx'),
  ]);

/** A desktop window with empty stores, and a fake server. */
export function startPlaylistServer(): FakeServer {
  mockLayout({ width: 1300, height: 900, scrollHeight: 4000 });
  mockWindowWidth(1440);
  Element.prototype.setPointerCapture = () => undefined;
  useBrowserState.setState({ isIpadView: false });
  useColumnWidths.setState(parseColumnWidths(undefined));
  resetPlayback();
  closeDialog();
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
  const server = fakeServer();
  server.answer(options, sampleOptions);
  return server;
}

/** Also answers for the playlist p, "Friday", with the tracks a, b and c, and for all changes of it. */
export function startFridayServer(): FakeServer {
  const server = startPlaylistServer();
  server.answer(contract.playlist, createPlaylistDetail('p', ['a', 'b', 'c'], { name: 'Friday', desc: 'Loud things' }));
  const { moveInPlaylist, removeFromPlaylist, clearPlaylist, addToPlaylist } = contract;
  for (const route of [moveInPlaylist, removeFromPlaylist, clearPlaylist, addToPlaylist])
    server.answer(route, createPlaylist('p', { name: 'Friday' }));
  return server;
}

interface Screens {
  /** The list and the page of one playlist; a heading replaces a screen that the test only navigates to. */
  list?: ReactNode;
  page?: ReactNode;
  notices: ReactNode;
}

/** Shows the playlist screens at an address, with dialogs and notices. */
export function showPlaylists({ list, page, notices }: Screens, path: string): UserEvent {
  return renderScreen(
    withProviders(
      <>
        <Routes>
          <Route path={paths.playlists} element={list ?? <h1>All playlists</h1>} />
          <Route path={paths.playlist} element={page ?? <p>The page of a playlist</p>} />
          <Route path={paths.release} element={<h1>A release</h1>} />
        </Routes>
        <PlaylistDialogs />
        <ReplaceQueueDialog />
        {notices}
      </>,
    ),
    path,
  );
}

/** Playlists with consecutive numbers: "Show 1", "Show 2" … */
export const createPlaylists = (from: number, count: number): Playlist[] =>
  Array.from({ length: count }, (_none, index) => createPlaylist(`p${from + index}`, { name: `Show ${from + index}` }));

export const createPage = (items: Playlist[], page = 1, total = items.length) => ({ items, total, page, pagesize: 40 });

export async function findCard(name: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name });
  return link.closest('article') as HTMLElement;
}

export const listCardNames = (): (string | null)[] =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('link').textContent);

export const listTrackTitles = (): (string | null)[] =>
  screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);

export const getHandle = (title: string): HTMLElement =>
  screen.getByRole('button', { name: new RegExp(`^Move ${title},`) });

/** Chooses an item from the menu of a playlist or a track. */
export async function chooseFromMenu(name: string, item: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  fireEvent.click(await screen.findByText(item));
}

/** Method, path and body of every call that changes something. */
export const sentChanges = ({ calls }: FakeServer): [string, string, unknown][] =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
