import { type Release, type ReleaseSort, release as releaseRoute } from '@promenade/contract/catalogue';
import { flagRelease } from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import { screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { restored, useTables } from '../platform/tableStore.ts';
import { forgetPlayback } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { useQueue } from '../player/queueStore.ts';
import { laidOut, windowOf } from '../testing/browser.ts';
import { detail, release, track } from '../testing/music.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { ReleaseTable } from './ReleaseTable.tsx';

let server: FakeServer;

// As in the gallery, the menu is there before it is needed.
beforeAll(() => import('../design/MenuList.tsx'));
beforeAll(() => laidOut({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  windowOf(1440);
  useTables.setState(restored(undefined));
  vi.spyOn(console, 'error').mockReturnValue();
  server = fakeServer();
  server.answer(audioToken, { data: { token: 'a.b.c' } });
  forgetPlayback();
});

type More = Partial<ComponentProps<typeof ReleaseTable>>;
const Address = () => <output>{useLocation().pathname}</output>;

function shown(releases: Release[], more: More = {}) {
  const piece = (
    <>
      <ReleaseTable
        releases={releases}
        columns="list"
        total={releases.length}
        isLoadingMore={false}
        label="Releases"
        {...more}
      />
      <Address />
    </>
  );
  return show(signedIn(piece));
}

const headers = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
const titles = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const link = (name: string) => screen.getByRole('link', { name });
const sort = (column: string) => screen.getByRole('button', { name: column });
const three = [
  release('a', { title: 'beta', artist: 'Zoe', duration: 100 }),
  release('b', { title: 'Alpha', artist: 'mara', duration: 90 }),
  release('c', { title: 'Charlie', artist: 'Otis', duration: 300 }),
];

test('the list view has its columns, artist before title', { tags: ['C-LIST-01', 'C-LIST-07', 'C-LIST-08'] }, () => {
  shown(three);
  expect(headers()).toEqual([
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

test('label and genres leave the list view below 1280 px, dates and badges stay', {
  tags: ['C-LIST-02', 'C-LIST-10', 'C-CONST-11'],
}, () => {
  windowOf(1279);
  shown(three);
  expect(headers()).toEqual(['Artist', 'Title', 'Duration', 'Available', 'Impact', 'Badges', 'Actions']);
});

test('the release table shows tracks, date, label and formats on wide screens', {
  tags: ['C-LIST-04', 'C-LIST-07', 'C-LIST-10'],
}, () => {
  windowOf(1280);
  shown(three, { columns: 'table' });
  expect(headers()).toEqual(['Artist', 'Title', 'Duration', 'Tracks', 'Available', 'Label', 'Formats']);
});

test('below, date, label and formats go', { tags: ['C-LIST-05', 'C-LIST-10'] }, () => {
  windowOf(1279);
  shown(three, { columns: 'table', rowActions: ({ title }) => <button type="button">{`Unflag ${title}`}</button> });
  expect(headers()).toEqual(['Artist', 'Title', 'Duration', 'Tracks', 'Actions']);
  expect(screen.getByRole('button', { name: 'Unflag beta' })).toBeTruthy();
});

test('a row tells what its columns promise, dates as 21-Nov-2026', {
  tags: ['C-FORMAT-06', 'C-LIST-01', 'C-LIST-04'],
}, () => {
  const one = release('a', {
    artist: 'Otis Salo',
    duration: 754,
    available: '2026-11-21T00:00:00.000Z',
    impactdate: Date.UTC(2026, 10, 30) / 1000,
    labels: [
      { name: 'Parallel', logo: null },
      { name: 'Nine Tides', logo: null },
    ],
  });
  shown([one]);
  for (const text of ['Otis Salo', '12:34', '21-Nov-2026', '30-Nov-2026', 'Parallel, Nine Tides', 'House'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('badges are the release type, trending and Canadian content, each where it is true', {
  tags: ['C-ENUM-08', 'C-LIST-01'],
}, () => {
  shown([release('a', { release_type: 'Album', trending: true, market_tags: ['ca', 'cancon'] }), release('b')]);
  const [first, second] = screen.getAllByRole('row').slice(1);
  if (!first || !second) throw new Error('Two rows are missing');
  expect(within(first).getByText('Album')).toBeTruthy();
  expect(within(first).getByRole('img', { name: 'Trending' })).toBeTruthy();
  expect(within(first).getByText('CanCon')).toBeTruthy();
  expect(within(second).queryByRole('img', { name: 'Trending' })).toBeNull();
  expect(within(second).queryByText('CanCon')).toBeNull();
});

test('what was not heard and what is flagged wears a mark; explicit its E', { tags: ['C-FORMAT-11'] }, () => {
  shown([
    release('a', { unheardtrackcount: 2, trackcount: 2 }),
    release('b', { unheardtrackcount: 1, trackcount: 2, flagged: true, explicit: true }),
  ]);
  const marks = screen.getAllByRole('rowheader').map((cell) =>
    within(cell)
      .queryAllByRole('img')
      .map((mark) => mark.getAttribute('aria-label')),
  );
  expect(marks).toEqual([['Not heard yet'], ['Explicit', 'Flagged']]);
});

test('genres are cut at 30 characters, all of them stand in the hint', { tags: ['C-CONST-14', 'C-TABLE-12'] }, () => {
  const genres = ['Afrobeats', 'Deep House', 'Progressive Techno'];
  shown([release('a', { genres }), release('b', { genres: ['Alternative', 'Electronic Roots'] })]);
  const cut = screen.getByText('Afrobeats, Deep House, Progres…');
  expect(cut.closest('[title]')?.getAttribute('title')).toBe('Afrobeats, Deep House, Progressive Techno');
  expect(screen.getByText('Alternative, Electronic Roots')).toBeTruthy();
});

test('formats are named where a release can be downloaded, else it is for streaming', { tags: ['C-LIST-11'] }, () => {
  shown([release('a', { candownload: true }), release('b', { candownload: false })], { columns: 'table' });
  expect(screen.getByText('WAV, MP3')).toBeTruthy();
  expect(screen.getByText('Stream only')).toBeTruthy();
});

test('artist, title and duration sort, the other columns are only shown', { tags: ['C-LIST-03', 'C-LIST-09'] }, () => {
  shown(three, { columns: 'table' });
  const sortable = screen.getAllByRole('columnheader').filter((header) => within(header).queryByRole('button'));
  expect(sortable.map((header) => header.getAttribute('aria-label'))).toEqual(['Artist', 'Title', 'Duration']);
});

test('a press sorts ascending, another descending, another column starts ascending', {
  tags: ['C-TABLE-04', 'C-TABLE-05', 'C-TABLE-06'],
}, async () => {
  const person = shown(three, { columns: 'table' });
  expect(titles()).toEqual(['beta', 'Alpha', 'Charlie']);
  await person.click(sort('Title'));
  expect(titles()).toEqual(['Alpha', 'beta', 'Charlie']);
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending');
  await person.click(sort('Title'));
  expect(titles()).toEqual(['Charlie', 'beta', 'Alpha']);
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('descending');
  await person.click(sort('Duration'));
  expect(titles()).toEqual(['Alpha', 'beta', 'Charlie']);
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('none');
});

test('where the server sorts, headers ask it and show its order', { tags: ['C-LIST-03', 'C-TABLE-04'] }, async () => {
  const asked: ReleaseSort[] = [];
  function Sorted() {
    const [order, setOrder] = useState<ReleaseSort>('-date');
    const onSort = (next: ReleaseSort) => {
      asked.push(next);
      setOrder(next);
    };
    return (
      <ReleaseTable
        releases={three}
        columns="list"
        total={3}
        isLoadingMore={false}
        label="R"
        sort={order}
        onSort={onSort}
      />
    );
  }
  const person = show(signedIn(<Sorted />));
  const orders = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'));
  expect(new Set(orders())).toEqual(new Set(['none', null]));
  await person.click(sort('Artist'));
  await person.click(sort('Artist'));
  expect(orders()[0]).toBe('descending');
  await person.click(sort('Duration'));
  expect(asked).toEqual(['artist', '-artist', 'duration']);
  expect(titles()).toEqual(['beta', 'Alpha', 'Charlie']);
});

test('without a pop-up a row leads to the page of its release', { tags: ['C-LIST-01'] }, async () => {
  const person = shown(three);
  await person.click(link('Alpha'));
  expect(screen.getByText('/releases/releaseInfo/b')).toBeTruthy();
});

test('the cover plays the release and pauses it', { tags: ['C-LIST-01'] }, async () => {
  server.answer(releaseRoute, detail('a', [track('x', { releaseid: 'a' })]));
  const person = shown(three);
  await person.click(screen.getByRole('button', { name: 'Play beta' }));
  await person.click(await screen.findByRole('button', { name: 'Pause beta' }));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: false, song: { trackid: 'x' } });
});

test('play rests where there is nothing to hear, in the row and in its menu, info too', {
  tags: ['C-GALLERY-11'],
}, async () => {
  const person = shown([release('a', { title: 'Lines', duration: 0 })]);
  expect(screen.getByRole('button', { name: 'Play Lines' })).toHaveProperty('disabled', true);
  await person.click(screen.getByRole('button', { name: 'More actions for Lines' }));
  const items = await screen.findAllByRole('menuitem');
  const resting = items.filter((item) => item.getAttribute('aria-disabled') === 'true').map((item) => item.textContent);
  expect(resting).toEqual(['Play', 'Play next', 'Play later', 'Release information']);
});

test('the menu plays, queues, informs, flags and archives', { tags: ['C-LIST-12'] }, async () => {
  server.answer(releaseRoute, detail('a', [track('x', { releaseid: 'a' })]));
  server.answer(flagRelease, release('a', { flagged: true }));
  const person = shown([release('a', { title: 'Lines' })]);
  const choose = async (name: string) => {
    await person.click(screen.getByRole('button', { name: 'More actions for Lines' }));
    await person.click(await screen.findByRole('menuitem', { name }));
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

test('in the menu of an archived release the flag rests and it can be restored', {
  tags: ['C-FLAG-07', 'C-LIST-12'],
}, async () => {
  const person = shown([release('a', { title: 'Lines', archived: true })]);
  await person.click(screen.getByRole('button', { name: 'More actions for Lines' }));
  expect((await screen.findByRole('menuitem', { name: 'Flag' })).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('menuitem', { name: 'Restore' })).toBeTruthy();
});

test('on a phone a row is cover, title with artist, length and menu; nothing to drag', () => {
  windowOf(390);
  useTables.setState({ releases: { title: 700 } });
  shown([release('a', { title: 'Lines', artist: 'Otis Salo' })]);
  expect(headers()).toEqual(['Title', 'Duration', 'Actions']);
  expect(screen.queryByRole('separator')).toBeNull();
  const row = screen.getByRole('rowheader');
  expect(row.textContent).toContain('LinesOtis Salo');
  expect(within(row).getByRole('button', { name: 'Play Lines' })).toBeTruthy();
});

test('an empty table says so, with the way back to all releases', { tags: ['C-TABLE-10', 'C-TABLE-11'] }, async () => {
  const person = shown([]);
  expect(screen.getByText('No results found')).toBeTruthy();
  await person.click(link('Back to releases'));
  expect(screen.getByText('/releases')).toBeTruthy();
});
