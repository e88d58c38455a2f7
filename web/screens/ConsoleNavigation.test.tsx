import { staffLabels } from '@promenade/contract/label';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { site } from '../platform/site.ts';
import { resetPlayback } from '../player/playback.ts';
import { loadSong } from '../player/player.ts';
import { usePlayer } from '../player/playerStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createQueueItem } from '../testing/releases.ts';
import { renderScreen } from '../testing/render.ts';
import { Shell } from './Shell.tsx';

const { moreMusicUrl } = site;
const harbour = '00000000-0000-4000-8000-0000000000a1';
const tides = '00000000-0000-4000-8000-0000000000a2';
let server: FakeServer;

beforeAll(() => Promise.all([import('./ConsoleNavigation.tsx'), import('./PlayerDock.tsx')]));
beforeEach(() => {
  mockWindowWidth(1440);
  resetPlayback();
  // The session start finds nothing here.
  vi.spyOn(console, 'error').mockReturnValue();
  server = fakeServer();
  const labels = [harbour, tides].map((labelid) => ({ labelid, name: labelid, role: 'editor' as const, releases: 2 }));
  server.answer(staffLabels, { items: labels, total: 2, page: 1, pagesize: 100 });
  Object.assign(site, { moreMusicUrl: 'https://more.example' });
});
afterEach(() => void Object.assign(site, { moreMusicUrl }));

const findLinks = async (name: string) =>
  within(await screen.findByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const currentPage = () => document.querySelector('[aria-current=page]')?.textContent;

test.each([1440, 390])(
  'at %i px the pages of the operator replace those of listeners, one click away',
  async (width) => {
    mockWindowWidth(width);
    signInAs({ operator: true });
    renderScreen(<Shell />, '/operator/people/7');
    expect(await findLinks('Operator')).toEqual([
      ['Today', '/operator'],
      ['Applications', '/operator/applications'],
      ['People', '/operator/people'],
      ['Labels', '/operator/labels'],
      ['Releases', '/operator/releases'],
      ['Packages', '/operator/packages'],
      ['Vocabulary', '/operator/vocabulary'],
      ['Trace', '/operator/trace'],
      ['Mails and jobs', '/operator/mails'],
      ['Audit', '/operator/audit'],
      ['Status', '/operator/status'],
    ]);
    expect(currentPage()).toBe('People');
    expect(screen.getByRole('link', { name: 'Back to the player' }).getAttribute('href')).toBe('/releases');
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByText('Want more music?')).toBeNull();
    screen.getByRole(width === 390 ? 'link' : 'button', { name: /Account menu/ });
  },
);

test.each([
  ['/operator/', 'Today'],
  ['/operator/releases/7/report', 'Releases'],
  ['/operator/report', 'Releases'],
  ['/operator/settings/7', 'Labels'],
  ['/label', 'Releases'],
  ['/label/releases/7', 'Releases'],
  ['/label/report', 'Report'],
  [`/label/settings/${tides}`, 'Settings'],
])('%s belongs to %s', async (path, name) => {
  signInAs({ operator: true, haslabels: true });
  renderScreen(<Shell />, path);
  await waitFor(() => expect(currentPage()).toBe(name));
});

test('staff of labels have releases, calendar, report, lists and settings, of the label that is shown', async () => {
  signInAs({ haslabels: true });
  renderScreen(<Shell />, `/label/report?label=${tides}`);
  await screen.findByRole('link', { name: 'Settings' });
  expect(await findLinks('Label')).toEqual([
    ['Releases', '/label'],
    ['Calendar', '/label/calendar'],
    ['Report', `/label/report?label=${tides}`],
    ['Lists', `/label/lists?label=${tides}`],
    ['Settings', `/label/settings/${tides}`],
  ]);
});

test('a console has the player only while something is loaded', async () => {
  signInAs({ operator: true });
  renderScreen(<Shell />, '/operator');
  await screen.findByRole('navigation', { name: 'Operator' });
  const player = () => screen.queryByRole('region', { name: 'Player' });
  expect(player()).toBeNull();
  act(() => usePlayer.setState((state) => loadSong(state, createQueueItem('a'), true)));
  await waitFor(() => expect(player()).toBeTruthy());
});

test('the pages of listeners have the player before anything is loaded', async () => {
  signInAs({ operator: true });
  renderScreen(<Shell />, '/releases');
  await screen.findByRole('region', { name: 'Player' });
  expect(screen.queryByRole('navigation', { name: 'Operator' })).toBeNull();
});

test('who may not see a console has the navigation of listeners there', async () => {
  signInAs({ haslabels: true });
  renderScreen(<Shell />, '/operator/people');
  await screen.findByRole('navigation', { name: 'Main' });
  expect(screen.queryByRole('navigation', { name: 'Operator' })).toBeNull();
});

test.each([
  [true, 0],
  [false, 1],
])('whether somebody works for a label (%s) decides about the question for more music', async (haslabels, count) => {
  signInAs({ haslabels });
  renderScreen(<Shell />, '/releases');
  await screen.findByRole('navigation', { name: 'Main' });
  expect(screen.queryAllByText('Want more music?')).toHaveLength(count);
});
