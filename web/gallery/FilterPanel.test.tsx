import { releases } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { mockDialogs, mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { sampleOptions } from '../testing/options.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Gallery } from './Gallery.tsx';

let server: FakeServer;

beforeAll(() => import('./FilterPanel.tsx'));
beforeAll(() => mockLayout({ width: 358, height: 800, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(390);
  mockDialogs();
  useSettings.setState({ view: 'grid', sort: '-date', days: null });
  server = fakeServer();
  server.answer(options, sampleOptions);
  const items = [createRelease('One'), createRelease('Two')];
  server.answer(releases, { items, total: 2, page: 1, pagesize: 40 });
});

const UrlSearch = () => <output data-testid="search">{useLocation().search}</output>;
const getSearch = () => screen.getByTestId('search').textContent;
const showGallery = (search = '') =>
  renderScreen(
    withProviders(
      <>
        <Gallery />
        <UrlSearch />
      </>,
    ),
    paths.releases + search,
  );
const findButton = () => screen.findByText('Filters', { selector: 'button' });
const findPanel = async () => within(await screen.findByRole('dialog', { name: 'Filters' }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const getApplyButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });

async function openSection(user: ReturnType<typeof showGallery>, type: string) {
  await user.click(await findButton());
  const panel = await findPanel();
  fireEvent.click(panel.getByText(type, { selector: 'summary' }));
  return panel;
}

test('phones have one button with the number of filters, and no bar', { tags: ['C-SHELL-13'] }, async () => {
  showGallery('?genres=100&moods=1&explicit=true');
  expect((await findButton()).textContent).toContain('3 active');
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Sort by/ })).toBeNull();
});

test('selected filters change the gallery only on Apply, which is disabled without a change', {
  tags: ['C-FILTER-05', 'C-FILTER-06'],
}, async () => {
  const user = showGallery('?genres=101');
  const panel = await openSection(user, 'Genre');
  expect(getApplyButton().disabled).toBe(true);
  fireEvent.click(await panel.findByLabelText('House'));
  fireEvent.click(panel.getByLabelText('To hear'));
  expect(getApplyButton().disabled).toBe(false);
  expect([getSearch(), server.calls.some(({ path }) => path.includes('tohear'))]).toEqual(['?genres=101', false]);
  await user.click(getApplyButton());
  await waitFor(() => expect(getSearch()).toBe('?genres=100,101&tohear=true&sort=-date'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a filter that is selected and removed again is no change', { tags: ['C-FILTER-06'] }, async () => {
  const user = showGallery('?genres=101');
  const panel = await openSection(user, 'Genre');
  const jazz = await panel.findByLabelText('Jazz');
  fireEvent.click(jazz);
  fireEvent.click(panel.getByLabelText('House'));
  fireEvent.click(panel.getByLabelText('House'));
  expect(getApplyButton().disabled).toBe(false);
  fireEvent.click(jazz);
  expect(getApplyButton().disabled).toBe(true);
});

test('closing without Apply discards the selection', { tags: ['C-FILTER-07'] }, async () => {
  const user = showGallery();
  const panel = await openSection(user, 'Genre');
  fireEvent.click(await panel.findByLabelText('House'));
  press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getSearch()).toBe('');
  const reopened = await openSection(user, 'Genre');
  expect((await reopened.findByLabelText<HTMLInputElement>('House')).checked).toBe(false);
  expect(getApplyButton().disabled).toBe(true);
});

test('the back gesture closes the panel without Apply and leaves the page open', {
  tags: ['C-FILTER-07'],
}, async () => {
  // The test before has left the entry of its panel.
  await waitFor(() => expect(window.history.state?.panels ?? 0).toBe(0));
  window.history.replaceState({ page: 'gallery' }, '');
  const user = showGallery();
  const panel = await openSection(user, 'Genre');
  fireEvent.click(await panel.findByLabelText('House'));
  await waitFor(() => expect(window.history.state).toEqual({ page: 'gallery', panels: 1 }));
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect([getSearch(), window.history.state]).toEqual(['', { page: 'gallery' }]));
});

test('Clear removes the selection in the panel, and in the gallery only on Apply', {
  tags: ['C-FILTER-08'],
}, async () => {
  const user = showGallery('?genres=101&explicit=true&sort=title');
  const panel = await openSection(user, 'Genre');
  const jazz = await panel.findByLabelText<HTMLInputElement>('Jazz');
  press('Clear');
  expect([jazz.checked, panel.getByLabelText<HTMLInputElement>('Explicit only').checked]).toEqual([false, false]);
  expect(getSearch()).toBe('?genres=101&explicit=true&sort=title');
  await user.click(getApplyButton());
  await waitFor(() => expect(getSearch()).toBe('?sort=title'));
});

test('the panel has the sort order', { tags: ['C-ENUM-04', 'C-GALLERY-29'] }, async () => {
  const user = showGallery();
  await user.click(await findButton());
  const panel = await findPanel();
  await user.selectOptions(panel.getByLabelText('Sort by'), 'Last 7 days');
  await user.click(getApplyButton());
  await waitFor(() => expect(getSearch()).toBe('?sort=-popular&days=7'));
});

test('a long list is searched without case and accents; markets have icons', async () => {
  const user = showGallery();
  const panel = await openSection(user, 'Genre');
  fireEvent.change(await panel.findByLabelText('Search'), { target: { value: 'JÁZ' } });
  expect(panel.queryByLabelText('House')).toBeNull();
  expect(panel.getByLabelText('Jazz')).toBeTruthy();
  fireEvent.change(panel.getByLabelText('Search'), { target: { value: 'zzz' } });
  expect(panel.getByText('Nothing found')).toBeTruthy();
  fireEvent.click(panel.getByText('Market', { selector: 'summary' }));
  const row = panel.getByLabelText('Canada').closest('label')?.parentElement;
  expect(row?.querySelector('img')?.getAttribute('src')).toBe('/api/options/logos/ca-small.png');
});
