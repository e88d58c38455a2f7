import * as contract from '@promenade/contract/artists';
import { release } from '@promenade/contract/catalogue';
import { audioToken } from '@promenade/contract/media';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { resetPlayback } from '../player/playback.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ArtistPage, LabelPage } from './ArtistPages.tsx';

let server: FakeServer;

beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  resetPlayback();
  server = fakeServer();
  vi.spyOn(console, 'error').mockReturnValue();
});

const artist = { artistid: 'a', artist: 'Ada', thumbnail: '/api/artist/a/1.webp', coverart: null, releases: 2 };
const list = <Item,>(items: Item[], page = 1, total = items.length) => ({ items, total, page, pagesize: 40 });
const open = (path: string) =>
  renderScreen(
    withProviders(
      <Routes>
        <Route path={paths.artist} element={<ArtistPage />} />
        <Route path={paths.label} element={<LabelPage />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>,
    ),
    path,
  );
const listTitles = (name: string) =>
  within(screen.getByRole('grid', { name }))
    .getAllByRole('rowheader')
    .map((cell) => within(cell).getByRole('link').textContent);

test('the page of an artist has picture, name, releases and songs, which can be played', async () => {
  const track = createTrack('t1', { releaseid: 'r1', title: 'First Song' });
  server.answer(contract.artist, artist);
  server.answer(contract.artistReleases, list([createRelease('r1'), createRelease('r2', { archived: true })]));
  server.respondWith(contract.artistTracks, (_signal, { path }) =>
    Response.json(
      path.includes('page=1') ? list([track], 1, 41) : list([createTrack('t2', { title: 'Last Song' })], 2, 41),
    ),
  );
  server.answer(release, createReleaseDetail('r1', [track]));
  server.refuse(audioToken, 'NOT_FOUND');
  const user = open('/artists/a');
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeTruthy();
  expect(screen.getByText('2 releases')).toBeTruthy();
  expect(document.querySelector('header img')?.getAttribute('src')).toBe(artist.thumbnail);
  expect(document.title).toMatch(/^Ada/);
  await waitFor(() => expect(listTitles('Ada')).toEqual(['Release r1', 'Release r2']));
  await user.click(screen.getByRole('tab', { name: 'Tracks' }));
  await user.click(await screen.findByRole('button', { name: 'Show more songs' }));
  await waitFor(() => expect(listTitles('Tracks')).toEqual(['First Song', 'Last Song']));
  expect(screen.queryByRole('button', { name: 'Show more songs' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Play First Song' }));
  await waitFor(() => expect(useQueue.getState().items).toMatchObject([{ trackid: 't1' }]));
});

test('the page of a label has logo, name and releases', async () => {
  server.answer(contract.label, { labelid: 'l', label: 'Parallel', logo: '/api/logo/r/1.webp', releases: 1 });
  server.answer(contract.labelReleases, list([createRelease('r1')]));
  open('/labels/l');
  expect(await screen.findByRole('heading', { name: 'Parallel' })).toBeTruthy();
  expect(document.querySelector('header img')?.getAttribute('src')).toBe('/api/logo/r/1.webp');
  await waitFor(() => expect(listTitles('Parallel')).toEqual(['Release r1']));
  expect(screen.queryByRole('tab')).toBeNull();
});

test.each(['/artists/a', '/labels/l'])('%s without an audible release is not found', async (path) => {
  open(path);
  expect(await screen.findByText(/This address does not exist/)).toBeTruthy();
});

test('a failure can be retried', async () => {
  server.fail(contract.artist, 400 + 18);
  const user = open('/artists/a');
  server.answer(contract.artistReleases, list([createRelease('r1')]));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('This artist could not be loadedTry again in a moment.');
  server.answer(contract.artist, artist);
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeTruthy();
});
