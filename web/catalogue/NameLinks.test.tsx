import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render.ts';
import { ArtistLinks, LabelLinks, splitCredit } from './NameLinks.tsx';

const named = (...names: string[]) => names.map((name) => ({ artistid: name.toLowerCase(), name }));

test.each([
  ['Ada feat. Ben', ['Ada', 'Ben'], ['Ada', 'Ben']],
  ['ADA & BEN', ['Ada', 'Ben'], ['ADA', 'BEN']],
  ['Ada & The Ada Choir', ['Ada', 'The Ada Choir'], ['Ada', 'The Ada Choir']],
  ['Airborne', ['Air'], []],
  ['Air & Airborne', ['Air'], ['Air']],
  ['P!nk, (x) [y] feat. A+B', ['(x) [y]', 'A+B', 'P!nk'], ['P!nk', '(x) [y]', 'A+B']],
  ['東京と大阪', ['大阪', '東京'], ['東京', '大阪']],
  ['فيروز & زياد', ['فيروز', 'زياد'], ['فيروز', 'زياد']],
  ['Various Artists', ['Ada', 'Ben'], []],
  ['', ['Ada'], []],
])('in the credit "%s" the artists %j are found as %j', (credit, artists, links) => {
  const parts = splitCredit(credit, named(...artists));
  expect(parts.map(({ text }) => text).join('')).toBe(credit);
  expect(parts.filter(({ artistid }) => artistid !== undefined).map(({ text }) => text)).toEqual(links);
});

test('artists and labels link to their pages', () => {
  renderScreen(
    <>
      <ArtistLinks of={{ artist: 'Ada feat. Ben', artists: named('Ada', 'Ben') }} tabIndex={-1} />
      <LabelLinks labels={[{ labelid: 'l', name: 'Parallel', logo: null }]} />
    </>,
  );
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.tabIndex]);
  expect(links).toEqual([
    ['Ada', '/artists/ada', -1],
    ['Ben', '/artists/ben', -1],
    ['Parallel', '/labels/l', 0],
  ]);
});
