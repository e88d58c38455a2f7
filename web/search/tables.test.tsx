import type { Track } from '@promenade/contract/catalogue';
import type { ArtistResult, LabelResult, SearchResults, SearchSection } from '@promenade/contract/search';
import { screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ListSkeleton } from '../gallery/Skeletons.tsx';
import { SongTable } from '../gallery/table/SongTable.tsx';
import { parseColumnWidths, useColumnWidths } from '../platform/columnWidthsStore.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { SectionTable } from './SectionTable.tsx';

beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  useColumnWidths.setState(parseColumnWidths(undefined));
});

const score = { score: 1 };
const artist = (name: string, releases: number): ArtistResult => ({
  artistid: name,
  artist: name,
  thumbnail: `/cover/${name}/f00d-500.webp`,
  coverart: null,
  releases,
  ...score,
});
const label = (name: string, releases: number): LabelResult => ({
  labelid: name,
  label: name,
  logo: null,
  releases,
  ...score,
});

function Section({ section, ...found }: { section: SearchSection } & Partial<SearchResults>) {
  const results = { tracks: [], artists: [], labels: [], releases: [], ...found };
  return <SectionTable section={section} results={results} onOpen={undefined} />;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const listHeaders = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
const listNames = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const getSeparator = (column: string) => screen.getByRole('separator', { name: `Width of ${column}` });

test('artists have cover, name and number of releases; a row opens their releases', {
  tags: ['C-ROUTE-13', 'C-TABLE-01'],
}, async () => {
  const user = renderScreen(
    withProviders(
      <>
        <Section section="artists" artists={[artist('Palma & Sun', 3), artist('otis', 12)]} />
        <Address />
      </>,
    ),
  );
  expect(listHeaders()).toEqual(['Cover', 'Artist', 'Releases']);
  expect(screen.getByText('12')).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/cover/Palma & Sun/f00d-160.webp');
  await user.click(screen.getByRole('link', { name: 'Palma & Sun' }));
  expect(screen.getByText('/search/releases/artist?q=Palma+%26+Sun')).toBeTruthy();
});

test('labels have logo, name and number of releases; a row opens their releases', {
  tags: ['C-ROUTE-14', 'C-TABLE-02'],
}, async () => {
  const user = renderScreen(
    withProviders(
      <>
        <Section section="labels" labels={[label('Parallel', 9)]} />
        <Address />
      </>,
    ),
  );
  expect(listHeaders()).toEqual(['Logo', 'Label', 'Releases']);
  await user.click(screen.getByRole('link', { name: 'Parallel' }));
  expect(screen.getByText('/search/releases/label?q=Parallel')).toBeTruthy();
});

test('counts are sorted as numbers', { tags: ['C-TABLE-04', 'C-TABLE-06'] }, async () => {
  const user = renderScreen(
    withProviders(<Section section="labels" labels={[label('a', 9), label('b', 100), label('c', 20)]} />),
  );
  await user.click(screen.getByRole('button', { name: 'Releases' }));
  expect(listNames()).toEqual(['a', 'c', 'b']);
  await user.click(screen.getByRole('button', { name: 'Releases' }));
  expect(listNames()).toEqual(['b', 'c', 'a']);
});

test('tracks: the cover plays, the row opens the release, headers sort', {
  tags: ['C-TABLE-03', 'C-TABLE-04'],
}, async () => {
  const onPlay = vi.fn<(track: Track) => void>();
  const songs = [
    createTrack('b', { title: 'Water', releaseid: 'r1', version: 'Radio Edit' }),
    createTrack('a', { title: 'august', releaseid: 'r2' }),
    createTrack('v', { title: 'The video', assettype: 'video' }),
  ];
  const user = renderScreen(
    withProviders(
      <>
        <SongTable songs={songs} label="Songs" onPlay={onPlay} rowActions={() => null} />
        <Address />
      </>,
    ),
  );
  expect(listHeaders()).toEqual(['Artist', 'Title', 'Release', 'Duration', 'Actions']);
  expect(screen.getByText('(Radio Edit)')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Play Water (Radio Edit)' }));
  expect(onPlay.mock.calls.map(([{ trackid }]) => trackid)).toEqual(['b']);
  expect(screen.getByRole('button', { name: 'Play The video' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Title' }));
  expect(listNames()).toEqual(['august', 'The video', 'Water (Radio Edit)']);
  await user.click(screen.getByRole('link', { name: 'august' }));
  expect(screen.getByText('/releases/releaseInfo/r2')).toBeTruthy();
});

test('each kind of table has its own column widths', { tags: ['C-TABLE-07'] }, async () => {
  const user = renderScreen(
    withProviders(
      <>
        <Section section="artists" artists={[artist('a', 1)]} />
        <SongTable songs={[createTrack('a')]} label="Songs" onPlay={() => undefined} rowActions={() => null} />
      </>,
    ),
  );
  const [artistSeparator] = screen.getAllByRole('separator', { name: 'Width of Artist' });
  artistSeparator?.focus();
  await user.keyboard('{ArrowLeft}');
  const { artists, songs } = useColumnWidths.getState();
  expect(Object.keys(artists)).toEqual(['artist']);
  expect(songs).toEqual({});
});

test('persisted column widths are restored after a reload', { tags: ['C-PERSIST-04', 'C-TABLE-07'] }, () => {
  useColumnWidths.setState(parseColumnWidths({ songs: { title: 333 } }));
  renderScreen(
    withProviders(
      <SongTable songs={[createTrack('a')]} label="Songs" onPlay={() => undefined} rowActions={() => null} />,
    ),
  );
  expect(getSeparator('Title').getAttribute('aria-valuenow')).toBe('333');
});

test('invalid persisted widths are ignored', { tags: ['C-PERSIST-03', 'C-TABLE-13'] }, () => {
  const stored = { releases: { artist: 120, title: 20, label: 'wide' }, songs: null, other: { x: 100 } };
  expect(parseColumnWidths(stored)).toEqual({ artists: {}, labels: {}, releases: { artist: 120 }, songs: {} });
  expect(parseColumnWidths('nothing')).toEqual({ artists: {}, labels: {}, releases: {}, songs: {} });
});

test('a loading list shows 10 skeleton rows', { tags: ['C-CONST-14', 'C-GALLERY-13'] }, () => {
  renderScreen(<ListSkeleton />);
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(10);
});
