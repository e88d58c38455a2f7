import { options } from '@promenade/contract/options';
import type { Playlist } from '@promenade/contract/playlists';
import * as contract from '@promenade/contract/playlists';
import { fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { useGlobal } from '../platform/online.ts';
import { paths } from '../platform/paths.ts';
import { restored, useTables } from '../platform/tableStore.ts';
import { forgetPlayback } from '../player/playback.ts';
import { ReplaceQuestion } from '../player/ReplaceQuestion.tsx';
import { PlaylistDialogs } from '../playlists/PlaylistDialogs.tsx';
import { closeDialog } from '../playlists/pickerStore.ts';
import { laidOut, windowOf } from './browser.ts';
import { someOptions } from './options.ts';
import { playlist, playlistDetail } from './playlists.ts';
import { type FakeServer, fakeServer } from './server.ts';
import { show } from './show.ts';
import { signedIn } from './signedIn.ts';

/** For tests: what the screens fetch when it is wanted. */
export const loadPlaylists = (): Promise<unknown> =>
  Promise.all([
    import('../design/Dialog.tsx'),
    import('../design/MenuList.tsx'),
    import('../playlists/OpenDialog.tsx'),
    import('../playlists/PlaylistTable.tsx'),
  ]);

/** For tests: a desktop where nothing plays and nothing was said, and a server to ask. */
export function playlistServer(): FakeServer {
  laidOut({ width: 1300, height: 900, scrollHeight: 4000 });
  windowOf(1440);
  Element.prototype.setPointerCapture = () => undefined;
  useGlobal.setState({ isIpadView: false });
  useTables.setState(restored(undefined));
  forgetPlayback();
  closeDialog();
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
  const server = fakeServer();
  server.answer(options, someOptions);
  return server;
}

/** For tests: the same with the tracks a, b and c in the playlist p, "Friday", all of which may be changed. */
export function fridayServer(): FakeServer {
  const server = playlistServer();
  server.answer(contract.playlist, playlistDetail('p', ['a', 'b', 'c'], { name: 'Friday', desc: 'Loud things' }));
  const { moveInPlaylist, removeFromPlaylist, clearPlaylist, addToPlaylist } = contract;
  for (const route of [moveInPlaylist, removeFromPlaylist, clearPlaylist, addToPlaylist])
    server.answer(route, playlist('p', { name: 'Friday' }));
  return server;
}

interface Screens {
  /** All playlists, and the page of one: a word where it is only led to. */
  all?: ReactNode;
  one?: ReactNode;
  notices: ReactNode;
}

/** For tests: the playlists at an address, with what opens over them. */
export function openPlaylists({ all, one, notices }: Screens, at: string): UserEvent {
  return show(
    signedIn(
      <>
        <Routes>
          <Route path={paths.playlists} element={all ?? <h1>All playlists</h1>} />
          <Route path={paths.playlist} element={one ?? <p>The page of a playlist</p>} />
          <Route path={paths.release} element={<h1>A release</h1>} />
        </Routes>
        <PlaylistDialogs />
        <ReplaceQuestion />
        {notices}
      </>,
    ),
    at,
  );
}

/** For tests: so many playlists from a number on, "Show 1" for 1. */
export const somePlaylists = (from: number, count: number): Playlist[] =>
  Array.from({ length: count }, (_none, at) => playlist(`p${from + at}`, { name: `Show ${from + at}` }));

/** For tests: a page of playlists as the server answers it. */
export const pageOf = (items: Playlist[], page = 1, total = items.length) => ({ items, total, page, pagesize: 40 });

/** For tests: the card of a playlist, once it is there. */
export async function cardOf(name: string): Promise<HTMLElement> {
  const link = await screen.findByRole('link', { name });
  return link.closest('article') as HTMLElement;
}

/** For tests: the cards in their order. */
export const cardNames = (): (string | null)[] =>
  screen.getAllByRole('article').map((one) => within(one).getByRole('link').textContent);

/** For tests: the tracks in their order. */
export const trackTitles = (): (string | null)[] =>
  screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);

/** For tests: the grip of a track. */
export const gripOf = (title: string): HTMLElement =>
  screen.getByRole('button', { name: new RegExp(`^Move ${title},`) });

/** For tests: chooses from the menu of a playlist or a track. */
export async function pressMenu(name: string, item: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
  fireEvent.click(await screen.findByText(item));
}

/** For tests: what was told to the server. */
export const changesTold = ({ calls }: FakeServer): [string, string, unknown][] =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
