import { release as releaseRoute } from '@promenade/contract/catalogue';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockDialogs, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ReleasePage } from './ReleasePage.tsx';

let server: FakeServer;

beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
});

const shown = () => renderScreen(withProviders(<ReleasePage releaseid="r" />));
const withPromo = () => ({
  ...createReleaseDetail('r', [createTrack('a')], { title: 'Lines' }),
  promoinfo: '<p>From Vera.</p>',
});

test.each([
  [1440, '860px'],
  [1439, '568px'],
  [1280, '568px'],
  [1279, '320px'],
  [768, '320px'],
])(
  'in a window of %i pixels the label’s words open beside the page, %s wide',
  { tags: ['C-DETAIL-09', 'C-DETAIL-10', 'C-DETAIL-11', 'C-DETAIL-12', 'C-CONST-17'] },
  async (width, panel) => {
    mockWindowWidth(width);
    server.answer(releaseRoute, withPromo());
    const user = shown();
    const words = await screen.findByTitle('About Lines, from the label');
    expect(words.hasAttribute('inert')).toBe(true);
    const opener = screen.getByRole('button', { name: 'Show press text', expanded: false });
    const page = words.closest<HTMLElement>('[data-beside]');
    expect(page?.dataset['beside']).toBe('card');
    await user.click(opener);
    expect(page?.dataset['beside']).toBe('panel');
    expect(page?.style.getPropertyValue('--panel')).toBe(panel);
    expect(words.hasAttribute('inert')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Close', expanded: true }));
    expect(page?.dataset['beside']).toBe('card');
  },
);

test('on a phone the label’s words fill the screen', { tags: ['C-DETAIL-10', 'C-MODAL-02'] }, async () => {
  mockWindowWidth(390);
  mockDialogs();
  server.answer(releaseRoute, withPromo());
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Show press text' }));
  const full = screen.getByRole('dialog', { name: 'From the label' });
  expect(within(full).getByTitle('About Lines, from the label')).toBeTruthy();
  await user.click(within(full).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(window.history.state).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Show press text' }));
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('where the label wrote nothing there is no panel', { tags: ['C-DETAIL-13'] }, async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')]));
  shown();
  await screen.findByText('Track a');
  expect(document.querySelector('iframe')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show press text' })).toBeNull();
});

test.each([
  [390, true, true],
  [1024, true, false],
  [1440, true, true],
])(
  'in a window of %i pixels there is an archive button: %s, and while the label is read: %s',
  { tags: ['C-DETAIL-14', 'C-DETAIL-27', 'C-DETAIL-28'] },
  async (width, atFirst, whileReading) => {
    mockWindowWidth(width);
    mockDialogs();
    server.answer(releaseRoute, withPromo());
    const user = shown();
    const read = await screen.findByRole('button', { name: 'Show press text' });
    const isThere = () => screen.queryByRole('button', { name: 'Archive Lines' }) !== null;
    expect(isThere()).toBe(atFirst);
    await user.click(read);
    expect(isThere()).toBe(whileReading);
    expect(screen.getByRole('button', { name: 'Flag Lines' })).toBeTruthy();
  },
);
