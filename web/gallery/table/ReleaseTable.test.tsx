import { type Release, type ReleaseSort, release as releaseRoute } from '@promenade/contract/catalogue';
import { flagRelease } from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import { options } from '@promenade/contract/options';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseColumnWidths, useColumnWidths } from '../../platform/columnWidthsStore.ts';
import { resetPlayback } from '../../player/playback.ts';
import { usePlayer } from '../../player/playerStore.ts';
import { useQueue } from '../../player/queue/queueStore.ts';
import { mockLayout, mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { emptyOptions } from '../../testing/options.ts';
import { createRelease, createReleaseDetail, createTrack } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { ReleaseTable } from './ReleaseTable.tsx';

let server: FakeServer;

// Menus are lazy; the gallery prefetches them.
beforeAll(() => import('../../design/MenuList.tsx'));
beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  useColumnWidths.setState(parseColumnWidths(undefined));
  vi.spyOn(console, 'error').mockReturnValue();
  server = fakeServer();
  server.answer(audioToken, { data: { token: 'a.b.c' } });
  resetPlayback();
});

type TableProps = Partial<ComponentProps<typeof ReleaseTable>>;
const Address = () => <output>{useLocation().pathname}</output>;

function showTable(releases: Release[], props: TableProps = {}) {
  const element = (
    <>
      <ReleaseTable
        releases={releases}
        kind="list"
        total={releases.length}
        isLoadingMore={false}
        label="Releases"
        {...props}
      />
      <Address />
    </>
  );
  return renderScreen(withProviders(element));
}

const listHeaders = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
const listTitles = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const getLink = (name: string) => screen.getByRole('link', { name });
const getSortButton = (column: string) => screen.getByRole('button', { name: column });
const three = [
  createRelease('a', { title: 'beta', artist: 'Zoe', duration: 100 }),
  createRelease('b', { title: 'Alpha', artist: 'mara', duration: 90 }),
  createRelease('c', { title: 'Charlie', artist: 'Otis', duration: 300 }),
];

test('the list view has its columns, artist before title', { tags: ['C-LIST-01', 'C-LIST-07', 'C-LIST-08'] }, () => {
  showTable(three);
  expect(listHeaders()).toEqual([
    'Artist',
    'Title',
    'Duration',
    'Available',
    'Impact',
    'Label',
    'Genres',
    'Badges',
    'Actions',
  ]);
});

test('below 1280 px the list view has no label and genres', {
  tags: ['C-LIST-02', 'C-LIST-10', 'C-CONST-11'],
}, () => {
  mockWindowWidth(1279);
  showTable(three);
  expect(listHeaders()).toEqual(['Artist', 'Title', 'Duration', 'Available', 'Impact', 'Badges', 'Actions']);
});

test('the release table shows tracks, date, label and formats on wide screens', {
  tags: ['C-LIST-04', 'C-LIST-07', 'C-LIST-10'],
}, () => {
  mockWindowWidth(1280);
  showTable(three, { kind: 'table' });
  expect(listHeaders()).toEqual(['Artist', 'Title', 'Duration', 'Tracks', 'Available', 'Label', 'Formats']);
});

test('below 1280 px the release table has no date, label and formats', { tags: ['C-LIST-05', 'C-LIST-10'] }, () => {
  mockWindowWidth(1279);
  showTable(three, { kind: 'table', rowActions: ({ title }) => <button type="button">{`Unflag ${title}`}</button> });
  expect(listHeaders()).toEqual(['Artist', 'Title', 'Duration', 'Tracks', 'Actions']);
  expect(screen.getByRole('button', { name: 'Unflag beta' })).toBeTruthy();
});

test('a row has the values of its columns, dates as 21-Nov-2026', {
  tags: ['C-FORMAT-06', 'C-LIST-01', 'C-LIST-04'],
}, () => {
  const detailed = createRelease('a', {
    artist: 'Otis Salo',
    duration: 754,
    available: '2026-11-21T00:00:00.000Z',
    impactdate: Date.UTC(2026, 10, 30) / 1000,
    labels: [
      { labelid: 'p', name: 'Parallel', logo: null },
      { labelid: 'n', name: 'Nine Tides', logo: null },
    ],
  });
  showTable([detailed]);
  for (const text of ['Otis Salo', '12:34', '21-Nov-2026', '30-Nov-2026', 'House'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Parallel').closest('.ellipsis')?.textContent).toBe('Parallel, Nine Tides');
  expect(screen.getByRole('link', { name: 'Nine Tides' }).getAttribute('href')).toBe('/labels/n');
});

test('badges are the release type, trending and Canadian content, where they apply', {
  tags: ['C-ENUM-08', 'C-LIST-01'],
}, () => {
  showTable([
    createRelease('a', { release_type: 'Album', trending: true, market_tags: ['ca', 'cancon'] }),
    createRelease('b'),
  ]);
  const [first, second] = screen.getAllByRole('row').slice(1);
  if (!first || !second) throw new Error('Two rows are missing');
  expect(within(first).getByText('Album')).toBeTruthy();
  expect(within(first).getByRole('img', { name: 'Trending' })).toBeTruthy();
  expect(within(first).getByText('CanCon')).toBeTruthy();
  expect(within(second).queryByRole('img', { name: 'Trending' })).toBeNull();
  expect(within(second).queryByText('CanCon')).toBeNull();
});

test('flagged, explicit and releases to hear have their marks', { tags: ['C-FORMAT-11'] }, () => {
  showTable([
    createRelease('a', { tohear: 'all' }),
    createRelease('b', { tohear: 'none', flagged: true, explicit: true }),
  ]);
  const marks = screen.getAllByRole('rowheader').map((cell) =>
    within(cell)
      .queryAllByRole('img')
      .map((mark) => mark.getAttribute('aria-label')),
  );
  expect(marks).toEqual([['Not heard yet'], ['Explicit', 'Flagged']]);
});

test('genres are cut at 30 characters; the tooltip has all of them', { tags: ['C-CONST-14', 'C-TABLE-12'] }, () => {
  const genres = ['Afrobeats', 'Deep House', 'Progressive Techno'];
  showTable([createRelease('a', { genres }), createRelease('b', { genres: ['Alternative', 'Electronic Roots'] })]);
  const cut = screen.getByText('Afrobeats, Deep House, Progres…');
  expect(cut.closest('[data-tooltip]')?.getAttribute('data-tooltip')).toBe('Afrobeats, Deep House, Progressive Techno');
  expect(screen.getByText('Alternative, Electronic Roots')).toBeTruthy();
});

test('formats are listed if a release can be downloaded, otherwise stream only', { tags: ['C-LIST-11'] }, () => {
  showTable([createRelease('a', { candownload: true }), createRelease('b', { candownload: false })], { kind: 'table' });
  expect(screen.getByText('WAV, MP3')).toBeTruthy();
  expect(screen.getByText('Stream only')).toBeTruthy();
});

test('with downloads turned off every release is stream only, in the Formats column and in the menu', {
  tags: ['C-LIST-11', 'C-DOWNLOAD-20'],
}, async () => {
  server.answer(options, { ...emptyOptions, downloads_enabled: false });
  const user = showTable([createRelease('a', { title: 'Lines' })], { kind: 'table' });
  expect(await screen.findByText('Stream only')).toBeTruthy();
  expect(screen.queryByText('WAV, MP3')).toBeNull();
  cleanup();
  showTable([createRelease('a', { title: 'Lines' })]);
  await user.click(screen.getByRole('button', { name: 'More actions for Lines' }));
  expect((await screen.findByRole('menuitem', { name: 'Stream only' })).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('menuitem', { name: /^Download/ })).toBeNull();
});

test('only artist, title and duration are sortable', { tags: ['C-LIST-03', 'C-LIST-09'] }, () => {
  showTable(three, { kind: 'table' });
  const sortable = screen.getAllByRole('columnheader').filter((header) => within(header).queryByRole('button'));
  expect(sortable.map((header) => header.getAttribute('aria-label'))).toEqual(['Artist', 'Title', 'Duration']);
});

test('a click sorts ascending, the next descending; another column starts ascending', {
  tags: ['C-TABLE-04', 'C-TABLE-05', 'C-TABLE-06'],
}, async () => {
  const user = showTable(three, { kind: 'table' });
  expect(listTitles()).toEqual(['beta', 'Alpha', 'Charlie']);
  await user.click(getSortButton('Title'));
  expect(listTitles()).toEqual(['Alpha', 'beta', 'Charlie']);
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(getSortButton('Title'));
  expect(listTitles()).toEqual(['Charlie', 'beta', 'Alpha']);
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('descending');
  await user.click(getSortButton('Duration'));
  expect(listTitles()).toEqual(['Alpha', 'beta', 'Charlie']);
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('none');
});

test('when the server sorts, headers request and show its order', { tags: ['C-LIST-03', 'C-TABLE-04'] }, async () => {
  const requested: ReleaseSort[] = [];
  function Sorted() {
    const [order, setOrder] = useState<ReleaseSort>('-date');
    const onSort = (next: ReleaseSort) => {
      requested.push(next);
      setOrder(next);
    };
    return (
      <ReleaseTable
        releases={three}
        kind="list"
        total={3}
        isLoadingMore={false}
        label="R"
        sort={order}
        onSort={onSort}
      />
    );
  }
  const user = renderScreen(withProviders(<Sorted />));
  const listSortStates = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'));
  expect(new Set(listSortStates())).toEqual(new Set(['none', null]));
  await user.click(getSortButton('Artist'));
  await user.click(getSortButton('Artist'));
  expect(listSortStates()[0]).toBe('descending');
  await user.click(getSortButton('Duration'));
  expect(requested).toEqual(['artist', '-artist', 'duration']);
  expect(listTitles()).toEqual(['beta', 'Alpha', 'Charlie']);
});

test('without a pop-up a row opens the page of its release', { tags: ['C-LIST-01'] }, async () => {
  const user = showTable(three);
  await user.click(getLink('Alpha'));
  expect(screen.getByText('/releases/releaseInfo/b')).toBeTruthy();
});

test('the cover plays and pauses the release', { tags: ['C-LIST-01'] }, async () => {
  server.answer(releaseRoute, createReleaseDetail('a', [createTrack('x', { releaseid: 'a' })]));
  const user = showTable(three);
  await user.click(screen.getByRole('button', { name: 'Play beta' }));
  await user.click(await screen.findByRole('button', { name: 'Play beta', pressed: true }));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: false, song: { trackid: 'x' } });
});

test('play and info are disabled when there is nothing to hear, in the row and its menu', {
  tags: ['C-GALLERY-11'],
}, async () => {
  const user = showTable([createRelease('a', { title: 'Lines', duration: 0 })]);
  expect(screen.getByRole('button', { name: 'Play Lines' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'More actions for Lines' }));
  const items = await screen.findAllByRole('menuitem');
  const disabled = items
    .filter((item) => item.getAttribute('aria-disabled') === 'true')
    .map((item) => item.textContent);
  expect(disabled).toEqual(['Play', 'Play next', 'Play later', 'Release information']);
});

test('the menu queues, flags and opens the page', { tags: ['C-LIST-12'] }, async () => {
  server.answer(releaseRoute, createReleaseDetail('a', [createTrack('x', { releaseid: 'a' })]));
  server.answer(flagRelease, createRelease('a', { flagged: true }));
  const user = showTable([createRelease('a', { title: 'Lines' })]);
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'More actions for Lines' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Play later');
  await waitFor(() => expect(useQueue.getState().items).toHaveLength(1));
  await choose('Play next');
  await waitFor(() => expect(useQueue.getState().items).toHaveLength(2));
  await choose('Flag');
  await waitFor(() =>
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/flag/a'),
  );
  await choose('Release information');
  expect(screen.getByText('/releases/releaseInfo/a')).toBeTruthy();
});

test('the menu of an archived release offers restore and disables the flag', {
  tags: ['C-FLAG-07', 'C-LIST-12'],
}, async () => {
  const user = showTable([createRelease('a', { title: 'Lines', archived: true })]);
  await user.click(screen.getByRole('button', { name: 'More actions for Lines' }));
  expect((await screen.findByRole('menuitem', { name: 'Flag' })).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('menuitem', { name: 'Restore' })).toBeTruthy();
});

test('on phones a row has cover, title with artist, duration and menu; columns cannot be resized', () => {
  mockWindowWidth(390);
  useColumnWidths.setState({ releases: { title: 700 } });
  showTable([createRelease('a', { title: 'Lines', artist: 'Otis Salo' })]);
  expect(listHeaders()).toEqual(['Title', 'Duration', 'Actions']);
  expect(screen.queryByRole('separator')).toBeNull();
  const row = screen.getByRole('rowheader');
  expect(row.textContent).toContain('LinesOtis Salo');
  expect(within(row).getByRole('button', { name: 'Play Lines' })).toBeTruthy();
});

test('on a phone of 320 px the title has the room of the length where a row has two controls', () => {
  mockWindowWidth(320);
  showTable([createRelease('a')], { kind: 'table', rowActions: () => <button type="button">Archive</button> });
  expect(listHeaders()).toEqual(['Title', 'Actions']);
});

test('an empty table shows a message and a link to all releases', { tags: ['C-TABLE-10', 'C-TABLE-11'] }, async () => {
  const user = showTable([]);
  expect(screen.getByText('No results found')).toBeTruthy();
  await user.click(getLink('Back to releases'));
  expect(screen.getByText('/releases')).toBeTruthy();
});
