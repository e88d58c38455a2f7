import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { options } from '@promenade/contract/options';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useDownloads } from '../downloads/downloadsStore.ts';
import { useNotices } from '../platform/notices.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { usePlaylistDialogStore } from '../playlists/dialogStore.ts';
import { endSelection } from '../selection/selectionStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { sampleOptions } from '../testing/options.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Gallery } from './Gallery.tsx';

let server: FakeServer;

// Lazy parts.
beforeAll(() =>
  Promise.all([
    import('./table/ReleaseTable.tsx'),
    import('../release/ReleaseDialog.tsx'),
    import('../selection/SelectionLayer.tsx'),
    import('../selection/SelectionBar.tsx'),
  ]),
);
beforeAll(() => mockLayout({ width: 1000, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  mockWindowWidth(1440);
  vi.stubGlobal('innerWidth', 1440);
  signInAs();
  endSelection();
  useNotices.setState({ notices: [] });
  server = fakeServer();
  server.answer(options, { ...sampleOptions, downloads_enabled: true });
  const items = Array.from({ length: 8 }, (_none, index) =>
    createRelease(`r${index + 1}`, { title: `Release ${index + 1}`, candownload: true }),
  );
  server.answer(releases, { items, total: 8, page: 1, pagesize: 40 });
  server.respondWith(releaseRoute, (_signal, { path }) => {
    const releaseid = path.replace('/api/release/', '');
    const known = items.find((item) => item.releaseid === releaseid);
    return Response.json(createReleaseDetail(releaseid, [createTrack(`song-${releaseid}`, { releaseid })], known));
  });
  server.respondWith(library.markReleases, (_signal, { body }) => {
    const { action, releaseids } = body as { action: string; releaseids: string[] };
    const marks = { flagged: action === 'flag', archived: action === 'archive' };
    return Response.json({ items: releaseids.map((releaseid) => createRelease(releaseid, marks)) });
  });
});

afterEach(() => void vi.useRealTimers());

async function openGallery(view: 'grid' | 'list') {
  useSettings.setState({ view, sort: '-date', days: null });
  const user = renderScreen(withProviders(<Gallery />));
  await screen.findByRole('link', { name: 'Release 1' });
  return user;
}

const getTitle = (n: number) => screen.getByRole('link', { name: `Release ${n}` });
/** The card or row beside its links. */
const getItem = (n: number): Element => getTitle(n).closest('[data-key]') ?? document.body;
/** Indexes of the chosen releases in the list. */
const listChosen = () =>
  [...screen.queryAllByRole('gridcell', { selected: true }), ...screen.queryAllByRole('row', { selected: true })].map(
    (element) =>
      Number(
        within(element)
          .getByRole('link', { name: /^Release / })
          .textContent.replace('Release ', ''),
      ),
  );
const getAnnouncement = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');
const findBar = async () => within(await screen.findByRole('group', { name: 'Selected releases' }));
const listMarkCalls = () =>
  server.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
const pressUndo = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });

test.each(['grid', 'list'] as const)(
  'in the %s Ctrl+click chooses single releases, Shift+click a range, Escape ends it; the number is announced',
  async (view) => {
    const user = await openGallery(view);
    await user.keyboard('{Control>}');
    await user.click(getItem(2));
    await user.click(getItem(4));
    await user.keyboard('{/Control}');
    expect(listChosen()).toEqual([2, 4]);
    await waitFor(() => expect(getAnnouncement()).toBe('2 selected'));
    await user.keyboard('{Shift>}');
    await user.click(getItem(6));
    await user.keyboard('{/Shift}');
    expect(listChosen()).toEqual([4, 5, 6]);
    // While something is chosen, a plain click chooses, too.
    await user.click(getTitle(5));
    expect(listChosen()).toEqual([4, 6]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Escape}');
    expect([listChosen(), getAnnouncement()]).toEqual([[], '']);
    expect(screen.queryByRole('group', { name: 'Selected releases' })).toBeNull();
  },
);

test.each(['grid', 'list'] as const)(
  'in the %s a click with a modifier on the words of a link is left to the browser, also while something is chosen',
  async (view) => {
    const user = await openGallery(view);
    await choose(user, 2);
    for (const modifier of ['ctrlKey', 'metaKey', 'shiftKey'])
      for (const detail of [0, 1]) {
        const isLeft = fireEvent.click(getTitle(3), { [modifier]: true, detail });
        expect([isLeft, listChosen(), screen.queryByRole('dialog')]).toEqual([true, [2], null]);
      }
    // The link covers its card: beside its words the click chooses.
    fireEvent.click(getTitle(3), { ctrlKey: true, detail: 1, clientX: 50, clientY: 50 });
    expect(listChosen()).toEqual([2, 3]);
  },
);

test.each([
  ['grid', 'ArrowRight'],
  ['list', 'ArrowDown'],
] as const)(
  'in the %s Shift+Space chooses the focused release and Shift+%s extends; Enter opens',
  async (view, key) => {
    const user = await openGallery(view);
    getTitle(2).focus();
    await user.keyboard('{Shift>} {/Shift}');
    expect(listChosen()).toEqual([2]);
    await user.keyboard(`{Shift>}{${key}}{${key}}{/Shift}`);
    expect(listChosen()).toEqual([2, 3, 4]);
    expect(document.activeElement).toBe(getTitle(4));
    await user.keyboard(' ');
    expect(listChosen()).toEqual([2, 3]);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: /^Release 4 by/ })).toBeTruthy();
  },
);

test.each([
  ['grid', 'ArrowRight'],
  ['list', 'ArrowDown'],
] as const)('in the %s Shift+%s goes on from the release that was clicked last', async (view, key) => {
  const user = await openGallery(view);
  await user.keyboard('{Control>}');
  await user.click(getItem(1));
  await user.keyboard('{/Control}{Shift>}');
  await user.click(getItem(4));
  expect(document.activeElement).toBe(getTitle(4));
  await user.keyboard(`{${key}}{/Shift}`);
  expect(listChosen()).toEqual([1, 2, 3, 4, 5]);
});

test('a long press chooses on touch screens, unless the finger moves; then a tap chooses more', async () => {
  await openGallery('grid');
  vi.useFakeTimers();
  const press = (n: number, pixels = 0) => {
    fireEvent.pointerDown(getTitle(n), { pointerType: 'touch', clientX: 10, clientY: 10 });
    fireEvent.pointerMove(getTitle(n), { pointerType: 'touch', clientX: 10, clientY: 10 + pixels });
    act(() => void vi.advanceTimersByTime(600));
    fireEvent.pointerUp(getTitle(n), { pointerType: 'touch' });
    fireEvent.click(getTitle(n), { detail: 1 });
  };
  const tap = (n: number) => {
    fireEvent.pointerDown(getTitle(n), { pointerType: 'touch' });
    fireEvent.pointerUp(getTitle(n), { pointerType: 'touch' });
    fireEvent.click(getTitle(n), { detail: 1 });
  };
  press(3);
  expect(listChosen()).toEqual([3]);
  tap(5);
  expect(listChosen()).toEqual([3, 5]);
  tap(3);
  tap(5);
  press(4, 30);
  expect(listChosen()).toEqual([]);
});

test('the button of the page begins choosing and ends it', async () => {
  const user = await openGallery('list');
  const button = screen.getByRole('button', { name: 'Select releases' });
  await user.click(button);
  await user.click(getTitle(1));
  expect([listChosen(), button.getAttribute('aria-pressed')]).toEqual([[1], 'true']);
  await user.click(button);
  expect([listChosen(), button.getAttribute('aria-pressed')]).toEqual([[], 'false']);
});

async function choose(user: Awaited<ReturnType<typeof openGallery>>, ...numbers: number[]) {
  await user.keyboard('{Control>}');
  for (const n of numbers) await user.click(getItem(n));
  await user.keyboard('{/Control}');
  return findBar();
}

test('the chosen releases are flagged and unflagged by one call each', { tags: ['C-FLAG-01'] }, async () => {
  const user = await openGallery('grid');
  const bar = await choose(user, 1, 3);
  await user.click(bar.getByRole('button', { name: 'Flag' }));
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Flagged' })).toHaveLength(2));
  await user.click(bar.getByRole('button', { name: 'Remove flag' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Flagged' })).toBeNull());
  const releaseids = ['r1', 'r3'];
  await waitFor(() =>
    expect(listMarkCalls()).toEqual([
      ['/api/marks', { action: 'flag', releaseids }],
      ['/api/marks', { action: 'unflag', releaseids }],
    ]),
  );
});

test('Ctrl+Z also brings back the flags of known songs', { tags: ['C-FLAG-05'] }, async () => {
  const marked = { flaggedtrackcount: 1 };
  const items = [1, 2].map((n) => createRelease(`r${n}`, { title: `Release ${n}`, ...marked }));
  server.answer(releases, { items, total: 2, page: 1, pagesize: 40 });
  server.respondWith(releaseRoute, (_signal, { path }) => {
    const releaseid = path.replace('/api/release/', '');
    const song = createTrack(`song-${releaseid}`, { releaseid, flagged: true });
    return Response.json(
      createReleaseDetail(
        releaseid,
        [song],
        items.find((item) => item.releaseid === releaseid),
      ),
    );
  });
  server.respondWith(library.flagTrack, () => Response.json(createRelease('r', marked)));
  const user = await openGallery('grid');
  // Hovering loads the songs.
  for (const n of [1, 2]) {
    await user.hover(getTitle(n));
    await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain(`/api/release/r${n}`));
  }
  const bar = await choose(user, 1, 2);
  await user.click(bar.getByRole('button', { name: 'Remove flag' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Flagged' })).toBeNull());
  pressUndo();
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Flagged' })).toHaveLength(2));
  await waitFor(() =>
    expect(listMarkCalls().map(([path]) => path)).toEqual([
      '/api/marks',
      '/api/flag/r1/song-r1',
      '/api/flag/r2/song-r2',
    ]),
  );
});

test.each(['grid', 'list'] as const)(
  'in the %s the chosen releases are archived by one call, the focus moves to the next release, and Ctrl+Z restores them',
  { tags: ['C-ARCHIVE-01', 'C-ARCHIVE-08'] },
  async (view) => {
    const user = await openGallery(view);
    const bar = await choose(user, 2, 3);
    await user.click(bar.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Release 2' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Release 4'));
    expect(listChosen()).toEqual([]);
    const getToasts = () => useNotices.getState().notices.map(({ category, message }) => `${category} ${message}`);
    expect(getToasts()).toEqual(['archive 2 releases']);
    pressUndo();
    expect(await screen.findByRole('link', { name: 'Release 2' })).toBeTruthy();
    expect(getToasts()).toEqual(['unArchive 2 releases']);
    const releaseids = ['r2', 'r3'];
    await waitFor(() =>
      expect(listMarkCalls()).toEqual([
        ['/api/marks', { action: 'archive', releaseids }],
        ['/api/marks', { action: 'restore', releaseids }],
      ]),
    );
  },
);

test('releases that the server refuses come back, and the toast says how many were changed', {
  tags: ['C-ARCHIVE-09'],
}, async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.answer(library.markReleases, { items: [createRelease('r2', { archived: true })] });
  const user = await openGallery('grid');
  const bar = await choose(user, 2, 3);
  await user.click(bar.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByRole('link', { name: 'Release 3' })).toBeTruthy();
  await waitFor(() => expect(useNotices.getState().notices.map(({ message }) => message)).toEqual(['1 release']));
  expect(screen.queryByRole('link', { name: 'Release 2' })).toBeNull();
});

test('the chosen releases are downloaded and added to a playlist, with one toast', async () => {
  const user = await openGallery('grid');
  const bar = await choose(user, 1, 2);
  await user.click(await bar.findByRole('button', { name: 'Download' }));
  await waitFor(() => expect(useDownloads.getState().items.map(({ mediaID }) => mediaID)).toEqual(['r1', 'r2']));
  expect(useNotices.getState().notices).toMatchObject([{ category: 'addDownloadQueue', message: '2 releases' }]);
  await user.click(bar.getByRole('button', { name: 'Add to playlist' }));
  expect(usePlaylistDialogStore.getState().open).toMatchObject({ kind: 'picker', toAdd: { title: '2 releases' } });
});
