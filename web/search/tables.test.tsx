import type { Track } from '@promenade/contract/catalogue';
import type { FoundArtist, FoundLabel } from '@promenade/contract/search';
import { screen, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ListSkeleton } from '../gallery/ListSkeleton.tsx';
import { SongTable } from '../gallery/SongTable.tsx';
import { restored, useTables } from '../platform/tableStore.ts';
import { laidOut, windowOf } from '../testing/browser.ts';
import { track } from '../testing/music.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { ArtistTable } from './ArtistTable.tsx';
import { LabelTable } from './LabelTable.tsx';

beforeAll(() => laidOut({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  windowOf(1440);
  useTables.setState(restored(undefined));
});

const relevance = { score: 1, relevance: 1 };
const artist = (name: string, releases: number): FoundArtist => ({
  artistid: name,
  artist: name,
  thumbnail: `/cover/${name}/f00d-500.webp`,
  coverart: null,
  releases,
  ...relevance,
});
const label = (name: string, releases: number): FoundLabel => ({
  labelid: name,
  label: name,
  logo: null,
  releases,
  ...relevance,
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const headers = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-label'));
const names = () => screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent);
const edge = (column: string) => screen.getByRole('separator', { name: `Width of ${column}` });

test('artists: cover, artist, number of releases; a row leads to their releases', {
  tags: ['C-ROUTE-13', 'C-TABLE-01'],
}, async () => {
  const person = show(
    signedIn(
      <>
        <ArtistTable artists={[artist('Palma & Sun', 3), artist('otis', 12)]} label="Artists" />
        <Address />
      </>,
    ),
  );
  expect(headers()).toEqual(['Cover', 'Artist', 'Releases']);
  expect(screen.getByText('12')).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/cover/Palma & Sun/f00d-160.webp');
  await person.click(screen.getByRole('link', { name: 'Palma & Sun' }));
  expect(screen.getByText('/search/releases/artist?q=Palma+%26+Sun')).toBeTruthy();
});

test('labels: logo, label, number of releases; a row leads to their releases', {
  tags: ['C-ROUTE-14', 'C-TABLE-02'],
}, async () => {
  const person = show(
    signedIn(
      <>
        <LabelTable labels={[label('Parallel', 9)]} label="Labels" />
        <Address />
      </>,
    ),
  );
  expect(headers()).toEqual(['Logo', 'Label', 'Releases']);
  await person.click(screen.getByRole('link', { name: 'Parallel' }));
  expect(screen.getByText('/search/releases/label?q=Parallel')).toBeTruthy();
});

test('counts sort by value', { tags: ['C-TABLE-04', 'C-TABLE-06'] }, async () => {
  const person = show(
    signedIn(<LabelTable labels={[label('a', 9), label('b', 100), label('c', 20)]} label="Labels" />),
  );
  await person.click(screen.getByRole('button', { name: 'Releases' }));
  expect(names()).toEqual(['a', 'c', 'b']);
  await person.click(screen.getByRole('button', { name: 'Releases' }));
  expect(names()).toEqual(['b', 'c', 'a']);
});

test('songs: the cover plays, the row leads to the release, headers sort', {
  tags: ['C-TABLE-03', 'C-TABLE-04'],
}, async () => {
  const onPlay = vi.fn<(track: Track) => void>();
  const songs = [
    track('b', { title: 'Water', releaseid: 'r1', version: 'Radio Edit' }),
    track('a', { title: 'august', releaseid: 'r2' }),
    track('v', { title: 'The video', assettype: 'video' }),
  ];
  const person = show(
    signedIn(
      <>
        <SongTable songs={songs} label="Songs" onPlay={onPlay} rowActions={() => null} />
        <Address />
      </>,
    ),
  );
  expect(headers()).toEqual(['Artist', 'Title', 'Release', 'Duration', 'Actions']);
  expect(screen.getByText('(Radio Edit)')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Play Water (Radio Edit)' }));
  expect(onPlay.mock.calls.map(([{ trackid }]) => trackid)).toEqual(['b']);
  expect(screen.getByRole('button', { name: 'Play The video' })).toHaveProperty('disabled', true);
  await person.click(screen.getByRole('button', { name: 'Title' }));
  expect(names()).toEqual(['august', 'The video', 'Water (Radio Edit)']);
  await person.click(screen.getByRole('link', { name: 'august' }));
  expect(screen.getByText('/releases/releaseInfo/r2')).toBeTruthy();
});

test('each kind of table keeps widths of its own', { tags: ['C-TABLE-07'] }, async () => {
  const person = show(
    signedIn(
      <>
        <ArtistTable artists={[artist('a', 1)]} label="Artists" />
        <SongTable songs={[track('a')]} label="Songs" onPlay={() => undefined} rowActions={() => null} />
      </>,
    ),
  );
  const [ofArtists] = screen.getAllByRole('separator', { name: 'Width of Artist' });
  ofArtists?.focus();
  await person.keyboard('{ArrowLeft}');
  const { artists, songs } = useTables.getState();
  expect(Object.keys(artists)).toEqual(['artist']);
  expect(songs).toEqual({});
});

test('widths that were kept are back in the table after a reload', { tags: ['C-PERSIST-04', 'C-TABLE-07'] }, () => {
  useTables.setState(restored({ songs: { title: 333 } }));
  show(signedIn(<SongTable songs={[track('a')]} label="Songs" onPlay={() => undefined} rowActions={() => null} />));
  expect(edge('Title').getAttribute('aria-valuenow')).toBe('333');
});

test('of what was kept only widths that can be are taken', { tags: ['C-PERSIST-03', 'C-TABLE-13'] }, () => {
  const kept = { releases: { artist: 120, title: 20, label: 'wide' }, songs: null, other: { x: 100 } };
  expect(restored(kept)).toEqual({ artists: {}, labels: {}, releases: { artist: 120 }, songs: {} });
  expect(restored('nothing')).toEqual({ artists: {}, labels: {}, releases: {}, songs: {} });
});

test('10 skeleton rows stand in for a list that loads', { tags: ['C-CONST-14', 'C-GALLERY-13'] }, () => {
  show(<ListSkeleton />);
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(10);
});
