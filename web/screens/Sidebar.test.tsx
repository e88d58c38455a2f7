import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readSlice } from '../platform/persisted.ts';
import { useSetting } from '../platform/settingStore.ts';
import { windowOf } from '../testing/browser.ts';
import { fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { Shell } from './Shell.tsx';
import { Sidebar } from './Sidebar.tsx';

beforeEach(() => {
  fakeServer();
  act(() => useSetting.setState({ isSidebarOpen: true }));
});

const places = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test('the places stand in their order', { tags: ['C-SHELL-01', 'C-ROUTE-20', 'C-ROUTE-21', 'C-ROUTE-22'] }, () => {
  windowOf(1440);
  show(<Sidebar />);
  expect(places()).toEqual([
    ['Releases', '/releases'],
    ['Playlists', '/playlists'],
    ['Flagged', '/flagged'],
    ['Archived', '/archived'],
    ['History', '/recently_played'],
  ]);
});

test('on a phone there is only Releases, on a tablet all', { tags: ['C-SHELL-02'] }, () => {
  windowOf(767);
  show(<Sidebar />);
  expect(places()).toEqual([['Releases', '/releases']]);
});

test('from 768 px on all places are there', { tags: ['C-SHELL-02', 'C-CONST-11'] }, () => {
  windowOf(768);
  show(<Sidebar />);
  expect(places()).toHaveLength(5);
});

test('the sidebar folds and opens by a named button, and stays so', { tags: ['C-SHELL-17'] }, async () => {
  windowOf(1440);
  const person = show(<Shell />);
  const folded = () => document.querySelector('[data-folded]') !== null;
  expect(folded()).toBe(false);
  await person.click(screen.getByRole('button', { name: 'Collapse the sidebar' }));
  expect(folded()).toBe(true);
  expect(readSlice('setting')).toMatchObject({ isSidebarOpen: false });
  await person.click(screen.getByRole('button', { name: 'Expand the sidebar' }));
  expect(folded()).toBe(false);
  expect(readSlice('setting')).toMatchObject({ isSidebarOpen: true });
});
