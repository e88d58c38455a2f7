import { type Release, release as releaseRoute, type Track } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { ARCHIVE_PAGE_SIZE, FLAGGED_PAGE_SIZE } from '@promenade/contract/limits';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ArchivedList } from './ArchivedList.tsx';
import { FlaggedList } from './FlaggedList.tsx';

let server: FakeServer;
let warnings: ReturnType<typeof vi.spyOn>;

// The shell prefetches the dialogs.
beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('../release/ReleaseDialog.tsx')]));
beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  document.documentElement.scrollTop = 0;
  warnings = vi.spyOn(console, 'error').mockReturnValue();
});

const lists = {
  flagged: { route: library.flagged, clear: library.clearFlags, path: paths.flagged, mark: { flagged: true } },
  archived: { route: library.archived, clear: library.clearArchive, path: paths.archived, mark: { archived: true } },
} as const;
type Name = keyof typeof lists;

const createReleases = (name: Name, from: number, count: number): Release[] =>
  Array.from({ length: count }, (_none, index) =>
    createRelease(`r${from + index}`, { title: `Release ${from + index}`, ...lists[name].mark }),
  );
const createPage = (items: Release[], number = 1, total = items.length) => ({
  items,
  total,
  page: number,
  pagesize: 40,
});
const Address = () => <output>{useLocation().search}</output>;
const openList = (name: Name, search = '') =>
  renderScreen(
    withProviders(
      <>
        {name === 'flagged' ? <FlaggedList /> : <ArchivedList />}
        <Address />
      </>,
    ),
    `${lists[name].path}${search}`,
  );
/** Requests for pages of the list; hovering a row also requests its release. */
const listPageRequests = () =>
  server.calls
    .filter(({ method, path }) => method === 'GET' && path.includes('page=') && !path.startsWith('/api/flag/tracks'))
    .map(({ path }) => path);
const listChanges = () =>
  server.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const findRow = (title: string) => screen.findByRole('link', { name: title });
const getQuery = () => document.querySelector('output')?.textContent;
const scrollDown = () => {
  document.documentElement.scrollTop = 3500;
  fireEvent.scroll(document.documentElement);
};

for (const name of ['flagged', 'archived'] as const) {
  const base = name === 'flagged' ? '/api/flag' : '/api/archive';
  const title = name === 'flagged' ? 'Flagged' : 'Archived';
  const clearLabel = name === 'flagged' ? 'Clear all' : 'Restore all';

  test(`${name} releases are listed in a table with their count, 40 per page`, {
    tags: ['C-ROUTE-20', 'C-ROUTE-21', 'C-API-22', 'C-API-29', 'C-CONST-02', 'A-CONST-18', 'C-ENTITY-14'],
  }, async () => {
    server.answer(lists[name].route, createPage(createReleases(name, 1, 3), 1, 1234));
    openList(name);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(await findRow('Release 1')).toBeTruthy();
    expect(screen.getByRole('heading', { name: title, level: 1 })).toBeTruthy();
    expect(screen.getByRole('grid', { name: title })).toBeTruthy();
    expect(screen.getByText('1,234 releases')).toBeTruthy();
    expect([FLAGGED_PAGE_SIZE, ARCHIVE_PAGE_SIZE]).toEqual([40, 40]);
    expect(listPageRequests()).toEqual([`${base}?page=1&pagesize=40`]);
  });

  test(`the next page of ${name} releases is requested once and appended`, {
    timeout: 30_000,
    tags: ['C-FLAG-10', 'C-ARCHIVE-03'],
  }, async () => {
    server.answer(lists[name].route, createPage(createReleases(name, 1, 40), 1, 60));
    openList(name);
    await findRow('Release 1');
    server.answer(lists[name].route, createPage(createReleases(name, 41, 20), 2, 60));
    await waitFor(
      () => {
        scrollDown();
        expect(listPageRequests()).toEqual([`${base}?page=1&pagesize=40`, `${base}?page=2&pagesize=40`]);
      },
      { timeout: 20_000 },
    );
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'));
    scrollDown();
    expect(listPageRequests()).toHaveLength(2);
  });

  test(`a failed next page of ${name} releases can be requested again`, async () => {
    server.answer(lists[name].route, createPage(createReleases(name, 1, 40), 1, 60));
    const user = openList(name);
    await findRow('Release 1');
    server.refuse(lists[name].route, 'VALIDATION');
    await waitFor(
      () => {
        scrollDown();
        expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
      },
      { timeout: 20_000 },
    );
    server.answer(lists[name].route, createPage(createReleases(name, 41, 20), 2, 60));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    expect(await findRow('Release 1')).toBeTruthy();
  }, 30_000);

  test(`choosing a column sorts the ${name} releases, choosing it again clears that`, {
    tags: ['C-FLAG-11', 'C-FLAG-12', 'C-ARCHIVE-05'],
  }, async () => {
    server.answer(lists[name].route, createPage(createReleases(name, 1, 2)));
    const user = openList(name);
    await findRow('Release 1');
    const header = (column: string) => screen.getByRole('button', { name: column });
    await user.click(header('Artist'));
    await waitFor(() => expect(listPageRequests().at(-1)).toBe(`${base}?sort=artist&page=1&pagesize=40`));
    expect(getQuery()).toBe('?sort=artist');
    await user.click(header('Title'));
    await waitFor(() => expect(listPageRequests().at(-1)).toBe(`${base}?sort=title&page=1&pagesize=40`));
    await user.click(header('Title'));
    await waitFor(() => expect(getQuery()).toBe(''));
    expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('none');
  });

  test(`refreshing the ${name} list clears it, then loads page 1`, {
    tags: ['C-FLAG-13', 'C-ARCHIVE-04', 'C-ENTITY-14'],
  }, async () => {
    server.answer(lists[name].route, createPage(createReleases(name, 1, 2)));
    const user = openList(name);
    await findRow('Release 1');
    server.stall(lists[name].route, 'nothing');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Release 1' })).toBeNull();
    server.answer(lists[name].route, createPage(createReleases(name, 7, 1)));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await findRow('Release 7')).toBeTruthy();
    expect(new Set(listPageRequests())).toEqual(new Set([`${base}?page=1&pagesize=40`]));
  });

  test(`${clearLabel} asks for confirmation; only confirming empties the list`, {
    tags: ['C-FLAG-14', 'C-FLAG-17', 'C-ARCHIVE-06', 'C-ARCHIVE-12', 'C-API-25', 'C-API-28', 'C-MODAL-01'],
  }, async () => {
    server.answer(lists[name].route, createPage(createReleases(name, 1, 2)));
    server.answer(lists[name].clear, { cleared: 2 });
    const user = openList(name);
    await findRow('Release 1');
    await user.click(screen.getByRole('button', { name: clearLabel }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await findRow('Release 1')).toBeTruthy();
    expect(listChanges()).toEqual([]);
    await user.click(screen.getByRole('button', { name: clearLabel }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: clearLabel }));
    expect(await screen.findByRole('heading', { name: `No ${name} releases` })).toBeTruthy();
    expect([screen.queryByText('0 releases'), screen.queryByRole('button', { name: clearLabel })]).toEqual([
      null,
      null,
    ]);
    expect(document.activeElement).toBe(screen.getByRole('group', { name: title }));
    await waitFor(() =>
      expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toContain(`DELETE ${base}`),
    );
  });

  test(`a refused ${clearLabel} brings every row back, silently`, { tags: ['C-FLAG-15', 'C-ARCHIVE-09'] }, async () => {
    server.answer(lists[name].route, createPage(createReleases(name, 1, 2), 1, 50));
    server.refuse(lists[name].clear, 'FORBIDDEN');
    const user = openList(name);
    await findRow('Release 1');
    await user.click(screen.getByRole('button', { name: clearLabel }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: clearLabel }));
    await waitFor(() => expect(warnings).toHaveBeenCalled());
    expect(warnings.mock.calls.map((call: unknown[]) => call[0])).toEqual([
      'Clearing a list failed and was rolled back',
    ]);
    expect(await findRow('Release 1')).toBeTruthy();
    expect(screen.getByText('50 releases')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test(`an empty ${name} list explains how to fill it, a failed one can be retried`, async () => {
    server.refuse(lists[name].route, 'VALIDATION');
    const user = openList(name);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    server.answer(lists[name].route, createPage([]));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const heading = await screen.findByRole('heading', { name: `No ${name} releases` });
    expect(heading.nextElementSibling?.textContent).toMatch(
      name === 'flagged' ? /^Flag releases/ : /^Archive releases/,
    );
    expect(screen.getByRole('link', { name: 'Go to the releases' }).getAttribute('href')).toBe('/releases');
  });
}

test('a release can be removed from the flagged list, even when only its tracks are flagged', {
  tags: ['C-FLAG-14', 'C-FLAG-04'],
}, async () => {
  const onlyTracks = createRelease('r9', { title: 'Only tracks', flaggedtrackcount: 2 });
  server.answer(library.flagged, createPage([...createReleases('flagged', 1, 1), onlyTracks]));
  server.answer(library.unflagRelease, createRelease('r9', { title: 'Only tracks' }));
  const user = openList('flagged');
  await findRow('Only tracks');
  await user.click(screen.getByRole('button', { name: 'Remove Only tracks from flagged' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Only tracks' })).toBeNull());
  expect(screen.queryByText('1 release')).toBeNull();
  await waitFor(() => expect(listChanges()).toEqual(['DELETE /api/flag/r9']));
});

test('flagged songs are listed as songs below the releases; the search finds them; one can be unflagged and brought back', {
  tags: ['C-FLAG-03', 'C-FLAG-14'],
}, async () => {
  const marked = createRelease('r1', { title: 'Release 1', flaggedtrackcount: 2 });
  const songs = ['Otis', 'Palma'].map((title) =>
    createTrack(title, { title, releaseid: 'r1', flagged: true, heard: 'heard' }),
  );
  const detail = createReleaseDetail('r1', songs, { ...marked });
  server.answer(library.flagged, createPage([marked]));
  const answerSongs = (...flagged: Track[]) =>
    server.answer(library.flaggedTracks, {
      ...createPage([]),
      items: flagged.map((song) => ({ ...song, flaggedat: '2026-11-25T10:00:00.000Z' })),
      total: flagged.length,
    });
  answerSongs(...songs);
  server.answer(releaseRoute, detail);
  server.answer(library.unflagTrack, createRelease('r1', { flaggedtrackcount: 1 }));
  server.answer(library.flagTrack, createRelease('r1', { flaggedtrackcount: 2 }));
  const user = openList('flagged');
  const table = within(await screen.findByRole('grid', { name: 'Flagged songs' }));
  const listSongs = () => table.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
  expect(listSongs()).toEqual(['Otis', 'Palma']);
  answerSongs(...songs.slice(1));
  await user.click(table.getByRole('button', { name: 'Remove Otis from flagged' }));
  await waitFor(() => expect(listSongs()).toEqual(['Palma']));
  await waitFor(() => expect(listChanges()).toEqual(['DELETE /api/flag/r1/Otis']));
  expect(await findRow('Release 1')).toBeTruthy();
  answerSongs(...songs);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(listSongs()).toEqual(['Otis', 'Palma']));
  await user.type(screen.getByRole('searchbox', { name: 'Find in flagged' }), 'palm');
  await waitFor(() => expect(listSongs()).toEqual(['Palma']));
});

test('a release can be restored from the archived list', { tags: ['C-ARCHIVE-01', 'C-ARCHIVE-07'] }, async () => {
  server.answer(library.archived, createPage(createReleases('archived', 1, 2)));
  server.answer(library.restoreRelease, createRelease('r2', { title: 'Release 2' }));
  const user = openList('archived');
  await findRow('Release 2');
  await user.click(screen.getByRole('button', { name: 'Archive Release 2', pressed: true }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Release 2' })).toBeNull());
  expect(screen.queryByText('1 release')).toBeNull();
  expect(await findRow('Release 1')).toBeTruthy();
  await waitFor(() => expect(listChanges()).toEqual(['DELETE /api/archive/r2']));
});

test('a search filters the flagged list and is part of the URL', {
  tags: ['C-API-29', 'C-ROUTE-20'],
}, async () => {
  server.answer(library.flagged, createPage(createReleases('flagged', 1, 2)));
  const user = openList('flagged', '?filter=otis');
  await findRow('Release 1');
  expect(listPageRequests()).toEqual(['/api/flag?filter=otis&page=1&pagesize=40']);
  const field = screen.getByRole('searchbox', { name: 'Find in flagged' });
  expect((field as HTMLInputElement).value).toBe('otis');
  server.answer(library.flagged, createPage([]));
  await user.clear(field);
  await user.type(field, 'palma');
  expect(await screen.findByText('No flagged releases match')).toBeTruthy();
  expect(listPageRequests().at(-1)).toBe('/api/flag?filter=palma&page=1&pagesize=40');
  expect(getQuery()).toBe('?filter=palma');
});

test('a click on a row opens the pop-up', { tags: ['C-ROUTE-20'] }, async () => {
  server.answer(library.flagged, createPage(createReleases('flagged', 1, 1)));
  const user = openList('flagged');
  await user.click(await findRow('Release 1'));
  expect(await screen.findByRole('dialog', { name: /^Release 1 by/ })).toBeTruthy();
});

test('on a phone a row leads to the page of its release', { tags: ['C-ROUTE-20'] }, async () => {
  mockWindowWidth(390);
  server.answer(library.flagged, createPage(createReleases('flagged', 1, 1)));
  const user = openList('flagged');
  await user.click(await findRow('Release 1'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await findRow('Release 1')).getAttribute('href')).toBe('/releases/releaseInfo/r1');
});
