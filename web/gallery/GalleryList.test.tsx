import { releases } from '@promenade/contract/catalogue';
import { archiveRelease } from '@promenade/contract/library';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Gallery } from './Gallery.tsx';
import { ViewToggle } from './ViewToggle.tsx';

let server: FakeServer;

beforeAll(() => Promise.all([import('./table/ReleaseTable.tsx'), import('../release/ReleaseDialog.tsx')]));
beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  document.documentElement.scrollTop = 0;
  useSettings.setState({ view: 'list', sort: '-date', days: null });
  server = fakeServer();
  server.answer(releases, { items: [createRelease('One'), createRelease('Two')], total: 60, page: 1, pagesize: 40 });
});

const Address = () => <output data-testid="address">{useLocation().search}</output>;
const showGallery = () =>
  renderScreen(
    withProviders(
      <>
        <ViewToggle />
        <Gallery />
        <Address />
      </>,
    ),
    paths.releases,
  );
const listRequests = () =>
  server.calls
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/release?') && !path.includes('pagesize=1&'));

test('10 skeleton rows are shown until the list is loaded', { tags: ['C-GALLERY-13', 'C-CONST-14'] }, async () => {
  showGallery();
  expect(screen.getByRole('status', { name: 'Loading' }).children).toHaveLength(10);
  expect(await screen.findByRole('columnheader', { name: /Artist/ })).toBeTruthy();
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  expect(screen.queryByRole('article')).toBeNull();
});

test('the view toggle shows the same releases as cards and as a list, without a request', {
  tags: ['C-ROUTE-02', 'C-SHELL-10'],
}, async () => {
  const user = showGallery();
  await screen.findByRole('columnheader', { name: /Artist/ });
  await user.click(screen.getByRole('button', { name: 'Show as cards' }));
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.queryByRole('columnheader')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  expect(await screen.findByRole('columnheader', { name: /Artist/ })).toBeTruthy();
  expect(listRequests()).toHaveLength(1);
});

test.each([
  ['Artist', 'artist'],
  ['Title', 'title'],
  ['Duration', 'duration'],
])('the header %s sorts on the server and changes the URL', { tags: ['C-GALLERY-27'] }, async (header, sort) => {
  const user = showGallery();
  const head = await screen.findByRole('columnheader', { name: new RegExp(header) });
  await user.click(head.querySelector('button') ?? head);
  expect(screen.getByTestId('address').textContent).toMatch(new RegExp(`^\\?sort=-?${sort}$`));
  await waitFor(() => expect(listRequests().at(-1)).toMatch(new RegExp(`sort=-?${sort}&page=1$`)));
});

test('a list that is filtered by tempo or key shows both, and sorts by them', async () => {
  const music = { tempos: [118, 124], keys: ['A minor', 'C major'] };
  server.answer(releases, { items: [createRelease('One', music)], total: 1, page: 1, pagesize: 40 });
  const user = renderScreen(withProviders(<Gallery />), `${paths.releases}?bpm=118-124&sort=-date`);
  const row = await screen.findByRole('row', { name: /Release One/ });
  expect(row.textContent).toContain('118, 124');
  expect(row.textContent).toContain('8A, 8B');
  const head = screen.getByRole('columnheader', { name: /BPM/ });
  await user.click(head.querySelector('button') ?? head);
  await waitFor(() => expect(listRequests().at(-1)).toMatch(/bpm=118-124&sort=-?bpm&page=1$/));
});

test('after a release was archived by its menu the focus is in the next row', {
  tags: ['C-LIST-12', 'C-ARCHIVE-01'],
}, async () => {
  server.answer(archiveRelease, createRelease('One', { archived: true }));
  const user = showGallery();
  await user.click(await screen.findByRole('button', { name: 'More actions for Release One' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Release One' })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Release Two' })));
});

test('the list loads more on scroll', { tags: ['C-GALLERY-23', 'C-ROUTE-03'] }, async () => {
  showGallery();
  await screen.findByRole('columnheader', { name: /Artist/ });
  document.documentElement.scrollTop = 3000;
  await waitFor(() => {
    fireEvent.scroll(document.documentElement);
    expect(listRequests()).toContain('/api/release?sort=-date&page=2');
  });
  await act(async () => undefined);
});

test('paper says that a longer list is cut at the limit', async () => {
  const items = Array.from({ length: 500 }, (_, index) => createRelease(`Number ${index}`));
  server.answer(releases, { items, total: 501, page: 1, pagesize: 500 });
  showGallery();
  expect(await screen.findByText('The first 500 of 501 are printed: 500 at most.')).toBeTruthy();
});

test('Ctrl+P loads the list before it prints, and paper says what is missing', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  showGallery();
  expect(
    await screen.findByText('The first 2 of 60 are printed. Press Ctrl+P in the list to print up to 500.'),
  ).toBeTruthy();
  const items = [createRelease('Three'), createRelease('Four')];
  server.answer(releases, { items, total: 60, page: 2, pagesize: 40 });
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
  expect(
    await screen.findByText('The first 4 of 60 are printed. Press Ctrl+P in the list to print up to 500.'),
  ).toBeTruthy();
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(listRequests()).toEqual(['/api/release?sort=-date&page=1', '/api/release?sort=-date&page=2']);
});
