import { counts } from '@promenade/contract/counts';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readSlice } from '../platform/persistedState.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Shell } from './Shell.tsx';
import { Sidebar } from './Sidebar.tsx';

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  act(() => useSettings.setState({ isSidebarOpen: true }));
});

const listLinks = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('the links have a fixed order', { tags: ['C-SHELL-01', 'C-ROUTE-20', 'C-ROUTE-21', 'C-ROUTE-22'] }, () => {
  mockWindowWidth(1440);
  renderScreen(withProviders(<Sidebar />));
  expect(listLinks()).toEqual([
    ['Releases', '/releases'],
    ['Playlists', '/playlists'],
    ['Flagged', '/flagged'],
    ['Archived', '/archived'],
    ['History', '/recently_played'],
  ]);
});

test('each list has its number, the exact one as its tooltip', async () => {
  mockWindowWidth(1440);
  server.answer(counts, { releases: 1200, tohear: 7, flagged: 3, playlists: 0, archived: 1, history: 12 });
  renderScreen(withProviders(<Sidebar />));
  expect(await screen.findByText('999+')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.title])).toEqual([
    ['Releases999+', 'Releases: 1,200'],
    ['Playlists', 'Playlists'],
    ['Flagged3', 'Flagged: 3'],
    ['Archived1', 'Archived: 1'],
    ['History12', 'History: 12'],
  ]);
});

test('a phone has no sidebar', { tags: ['C-SHELL-02'] }, () => {
  mockWindowWidth(767);
  renderScreen(withProviders(<Sidebar />));
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('from 768 px on there are all links', { tags: ['C-SHELL-02', 'C-CONST-11'] }, () => {
  mockWindowWidth(768);
  renderScreen(withProviders(<Sidebar />));
  expect(listLinks()).toHaveLength(5);
});

test('the sidebar can be collapsed and expanded, which is persisted', { tags: ['C-SHELL-17'] }, async () => {
  mockWindowWidth(1440);
  signInAs();
  const user = renderScreen(<Shell />);
  const isCollapsed = () => document.querySelector('[data-collapsed]') !== null;
  expect(isCollapsed()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Collapse the sidebar' }));
  expect(isCollapsed()).toBe(true);
  expect(readSlice('setting')).toMatchObject({ isSidebarOpen: false });
  await user.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
  expect(isCollapsed()).toBe(false);
  expect(readSlice('setting')).toMatchObject({ isSidebarOpen: true });
});
