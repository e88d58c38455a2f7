import { counts } from '@promenade/contract/counts';
import { screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ListLinks } from './ListLinks.tsx';

let server: FakeServer;

beforeEach(() => {
  mockWindowWidth(390);
  server = fakeServer();
});

test('on a phone links with counts lead to all lists, with the current one marked', {
  tags: ['requirements decision 28'],
}, async () => {
  server.answer(counts, { releases: 1200, tohear: 7, flagged: 3, playlists: 2, archived: 0, history: 12 });
  renderScreen(withProviders(<ListLinks />), '/releases?tohear=true&sort=-date');
  expect(await screen.findByText('999+')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Lists' })).toBeTruthy();
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.title])).toEqual([
    ['Releases999+', '/releases', 'Releases: 1,200'],
    ['To hear7', '/releases?tohear=true', 'To hear: 7'],
    ['Flagged3', '/flagged', 'Flagged: 3'],
    ['Playlists2', '/playlists', 'Playlists: 2'],
    ['Archived0', '/archived', 'Archived: 0'],
    ['History12', '/recently_played', 'History: 12'],
  ]);
  expect(screen.getAllByRole('link', { current: 'page' })).toEqual([links[1]]);
});

test('after a link was pressed the focus is on the link of the page it led to', async () => {
  // Each page has links of its own.
  const Page = () => <ListLinks key={useLocation().pathname} />;
  const user = renderScreen(withProviders(<Page />), '/releases');
  await user.click(await screen.findByRole('link', { name: 'Flagged' }));
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Flagged');
  expect(document.activeElement).toBe(screen.getByRole('link', { current: 'page' }));
});

test('from 768 px on there are none: the sidebar has them', () => {
  mockWindowWidth(768);
  renderScreen(withProviders(<ListLinks />), '/releases');
  expect(screen.queryByRole('navigation')).toBeNull();
});
