import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import * as playlists from '@promenade/contract/playlists';
import { deletion } from '@promenade/contract/privacy';
import { profile } from '@promenade/contract/profile';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Settings } from '../access/Settings.tsx';
import { Gallery } from '../gallery/Gallery.tsx';
import { ViewToggle } from '../gallery/ViewToggle.tsx';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { createId } from '../platform/createId.ts';
import { playlistPath } from '../platform/paths.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { playItem } from '../player/playback.ts';
import { QueuePanel } from '../player/queue/QueuePanel.tsx';
import { createReleaseItem } from '../player/queue/queue.ts';
import { PlaylistPage } from '../playlists/PlaylistPage.tsx';
import { ReleasePage } from '../release/ReleasePage.tsx';
import { createProfile, signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { loadLazyCode, showPlaylists } from '../testing/PlaylistScreens.tsx';
import { createPlaylistDetail, createPlaylistTrack } from '../testing/playlists.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';

let server: FakeServer;

beforeAll(() =>
  Promise.all([
    loadLazyCode(),
    import('../gallery/DensityToggle.tsx'),
    import('../gallery/table/ReleaseTable.tsx'),
    import('../design/DropdownList.tsx'),
  ]),
);

beforeEach(() => {
  mockWindowWidth(1440);
  vi.stubGlobal('innerWidth', 1440);
  mockLayout({ width: 1000, height: 900, scrollHeight: 4000 });
  useBrowserState.setState({ isIpadView: false });
  useSettings.setState({ view: 'list', density: 'comfortable' });
  server = fakeServer();
});

const countRows = () => document.querySelectorAll('[role=row]').length;
const rootDensity = () => document.documentElement.dataset['density'];
const lossless = createTrack('a', { bpm: 124, waveform: '/api/waveform/a' });

test('the toggle beside the view makes the rows of the list compact, and the account keeps it', async () => {
  const items = Array.from({ length: 40 }, (_none, index) => createRelease(`r${index}`));
  server.answer(releases, { items, total: 40, page: 1, pagesize: 40 });
  signInAs();
  useSettings.setState({ view: 'list' });
  const user = renderScreen(
    withProviders(
      <>
        <ViewToggle />
        <Gallery />
      </>,
    ),
  );
  await screen.findByRole('columnheader', { name: /Artist/ });
  const comfortableRows = countRows();
  await user.click(await screen.findByRole('button', { name: 'Compact rows' }));
  await waitFor(() => expect(countRows()).toBeGreaterThan(comfortableRows + 5));
  expect(rootDensity()).toBe('compact');
  expect(JSON.stringify({ ...localStorage })).toContain('\\"density\\":\\"compact\\"');
  await user.click(screen.getByRole('button', { name: 'Comfortable rows' }));
  await waitFor(() => expect(countRows()).toBe(comfortableRows));
  await user.click(screen.getByRole('button', { name: 'Show as cards' }));
  expect(screen.queryByRole('button', { name: 'Compact rows' })).toBeNull();
});

test('a phone has no toggle and keeps its rows', async () => {
  mockWindowWidth(390);
  useSettings.setState({ density: 'compact' });
  server.answer(releases, { items: [createRelease('One')], total: 1, page: 1, pagesize: 40 });
  server.answer(releaseRoute, createReleaseDetail('r', [lossless]));
  renderScreen(
    withProviders(
      <>
        <ViewToggle />
        <ReleasePage releaseid="r" />
      </>,
    ),
  );
  await screen.findByText('Track a');
  expect(screen.queryByRole('button', { name: 'Comfortable rows' })).toBeNull();
  expect(screen.queryByText('124 BPM')).toBeNull();
});

test('compact track rows show waveform, tempo and version', async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [{ ...lossless, version: 'Radio edit' }, createTrack('b')]));
  renderScreen(withProviders(<ReleasePage releaseid="r" />));
  await screen.findByText('Track a');
  expect(screen.queryByText('124 BPM')).toBeNull();
  useSettings.setState({ density: 'compact' });
  expect(await screen.findByText('124 BPM')).toBeTruthy();
  expect(screen.getByText(/Radio edit/)).toBeTruthy();
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/api/waveform/a'));
});

test('compact playlist rows have columns for waveform, tempo and key', async () => {
  const songs = [createPlaylistTrack('a', { bpm: 90, bpmfound: true, key: 'A minor' })];
  server.answer(playlists.playlist, createPlaylistDetail('p', [], { name: 'Friday', tracks: 1, songs }));
  useSettings.setState({ density: 'compact' });
  showPlaylists({ page: <PlaylistPage />, notices: null }, playlistPath('p'));
  await screen.findByRole('grid', { name: 'Tracks of Friday' });
  const headers = screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
  expect(headers.slice(3, 8)).toEqual(['Title', 'Waveform', 'BPM', 'Key', 'Duration']);
  expect(screen.getByRole('gridcell', { name: /^90 \(90.BPM, measured\)$/ })).toBeTruthy();
  expect(screen.getByRole('gridcell', { name: '8A (A minor)' })).toBeTruthy();
});

test('compact queue rows are 36 px high', async () => {
  const item = createReleaseItem(createRelease('ab'), [createTrack('a'), createTrack('b')], createId);
  if (item) playItem(item);
  renderScreen(<QueuePanel />);
  const heights = () => screen.getAllByRole('listitem').map(({ style }) => style.height);
  expect(heights()).toContain('60px');
  useSettings.setState({ density: 'compact' });
  await waitFor(() => expect(new Set(heights())).toEqual(new Set(['36px'])));
});

test('the settings have the density, too', async () => {
  server.answer(profile, createProfile({}));
  server.answer(deletion, { requestedat: null });
  signInAs();
  const user = renderScreen(withProviders(<Settings />));
  await user.click(screen.getByRole('button', { name: /Rows of lists/ }));
  await user.click(await screen.findByRole('option', { name: 'Compact' }));
  expect(useSettings.getState().density).toBe('compact');
});
