import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readSlice } from '../platform/persistedState.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { Shell } from './Shell.tsx';
import { Sidebar } from './Sidebar.tsx';

beforeEach(() => {
  fakeServer();
  act(() => useSettings.setState({ isSidebarOpen: true }));
});

const listLinks = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('the links have a fixed order', { tags: ['C-SHELL-01', 'C-ROUTE-20', 'C-ROUTE-21', 'C-ROUTE-22'] }, () => {
  mockWindowWidth(1440);
  renderScreen(<Sidebar />);
  expect(listLinks()).toEqual([
    ['Releases', '/releases'],
    ['Playlists', '/playlists'],
    ['Flagged', '/flagged'],
    ['Archived', '/archived'],
    ['History', '/recently_played'],
  ]);
});

test('a phone has no sidebar', { tags: ['C-SHELL-02'] }, () => {
  mockWindowWidth(767);
  renderScreen(<Sidebar />);
  expect(screen.queryAllByRole('link')).toEqual([]);
});

test('from 768 px on there are all links', { tags: ['C-SHELL-02', 'C-CONST-11'] }, () => {
  mockWindowWidth(768);
  renderScreen(<Sidebar />);
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
