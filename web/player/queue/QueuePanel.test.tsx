import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useBrowserState } from '../../platform/browserStateStore.ts';
import { createId } from '../../platform/createId.ts';
import { useNotices } from '../../platform/notices.ts';
import { signInAs } from '../../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../../testing/browserMocks.ts';
import { createRelease, createTrack } from '../../testing/releases.ts';
import { renderScreen } from '../../testing/render.ts';
import { closeQueue, setQueueOpen, usePanels } from '../panelStore.ts';
import { playItem, playItemLater, playPause, resetPlayback, skipForward } from '../playback.ts';
import { usePlayer } from '../playerStore.ts';
import { QueuePanel } from './QueuePanel.tsx';
import { createReleaseItem, createSongItem, type QueueItem } from './queue.ts';
import { useQueue } from './queueStore.ts';

function item(songs: string): QueueItem {
  const tracks = [...songs].map((name) => createTrack(name));
  const queueItem = createReleaseItem(createRelease(songs), tracks, createId);
  if (!queueItem) throw new Error('An item needs songs');
  return queueItem;
}

const panel = () => screen.getByRole('complementary', { name: 'Play queue' });
const button = (name: string | RegExp) => within(panel()).getByRole('button', { name });
const playing = (name: string) => within(panel()).getByRole('button', { name, pressed: true });
const current = () => usePlayer.getState().song?.trackid;
const order = () =>
  useQueue
    .getState()
    .items.map(({ songs }) => songs.map(({ trackid }) => trackid).join(''))
    .join(' ');
const undo = () => act(() => useNotices.getState().notices.at(-1)?.undo?.());

beforeEach(() => {
  mockWindowWidth(1440);
  mockLayout({ width: 348, height: 700, scrollHeight: 700 });
  vi.stubGlobal('innerWidth', 1440);
  useBrowserState.setState({ isIpadView: false });
  useNotices.setState({ notices: [] });
  act(resetPlayback);
});

test('an empty queue shows a message, a way to the releases and no clear button', {
  tags: ['C-QUEUE-02', 'C-QUEUE-03'],
}, () => {
  renderScreen(<QueuePanel />);
  expect(within(panel()).getByText('Your play queue is empty')).toBeTruthy();
  expect(within(panel()).getByRole('link', { name: 'Go to releases' }).getAttribute('href')).toBe('/releases');
  expect(within(panel()).queryByRole('button', { name: 'Clear' })).toBeNull();
});

test('on a tablet the queue takes the focus, and Escape closes it', {
  tags: ['C-QUEUE-01', 'C-SHELL-14'],
}, async () => {
  mockWindowWidth(1024);
  useBrowserState.setState({ isIpadView: true });
  act(() => setQueueOpen(true));
  const user = renderScreen(<QueuePanel />);
  expect(document.activeElement).toBe(panel());
  await user.keyboard('{Escape}');
  expect(usePanels.getState().isQueueOpen).toBe(false);
});

test('a single track is listed, played and removed with its version', () => {
  const track = createTrack('a', { title: 'Lines', version: 'Radio edit' });
  const single = createSongItem(createRelease('r'), track, createId);
  if (single) playItem(single);
  renderScreen(<QueuePanel />);
  expect(within(panel()).getByText('Lines').closest('.ellipsis')?.textContent).toBe('Lines (Radio edit)');
  expect(playing('Play Lines (Radio edit)')).toBeTruthy();
  expect(button('Remove Lines (Radio edit) from the queue')).toBeTruthy();
});

test('the current item is under Currently playing, later items under Up next', { tags: ['C-QUEUE-01'] }, () => {
  playItem(item('ab'));
  playItemLater(item('c'));
  renderScreen(<QueuePanel />);
  const words = within(panel()).getByRole('tabpanel').textContent ?? '';
  const positions = ['Currently playing', 'Release ab', 'Track a', 'Track b', 'Up next', 'Release c'].map((text) =>
    words.indexOf(text),
  );
  expect(positions).not.toContain(-1);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  const lists = within(panel())
    .getAllByRole('list')
    .map((list) => [
      list.getAttribute('aria-label'),
      ...within(list)
        .getAllByRole('listitem')
        .map((line) => `${line.getAttribute('aria-posinset')} of ${line.getAttribute('aria-setsize')}`),
    ]);
  expect(lists).toEqual([
    ['Currently playing', '1 of 3', '2 of 3', '3 of 3'],
    ['Up next', '1 of 1'],
  ]);
  act(skipForward);
  act(skipForward);
  expect(within(panel()).getAllByRole('list')).toHaveLength(1);
  expect(within(panel()).queryByText('Release ab')).toBeNull();
  expect(within(panel()).getByText('Nothing up next')).toBeTruthy();
});

test('an item plays from its first track, a track of it can be played, and the current one is paused', {
  tags: ['C-QUEUE-04', 'C-QUEUE-13'],
}, async () => {
  playItem(item('ab'));
  playItemLater(item('cd'));
  const user = renderScreen(<QueuePanel />);
  await user.click(button('Play Track b'));
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['b', true]);
  await user.click(playing('Play Track b'));
  expect(usePlayer.getState().isPlaying).toBe(false);
  await user.click(button('Play release Release cd'));
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['c', true]);
  await user.click(playing('Play release Release cd'));
  expect([current(), usePlayer.getState().isPlaying]).toEqual(['c', false]);
});

test('an upcoming item can be expanded, and one of its tracks can be played', {
  tags: ['C-QUEUE-04', 'C-QUEUE-13'],
}, async () => {
  playItem(item('a'));
  playItemLater(item('cd'));
  const user = renderScreen(<QueuePanel />);
  expect(within(panel()).queryByText('Track d')).toBeNull();
  expect(within(panel()).getByText('2 songs')).toBeTruthy();
  await user.click(button('Songs of Release cd'));
  expect(button('Songs of Release cd').getAttribute('aria-expanded')).toBe('true');
  await user.click(button('Play Track d'));
  expect(current()).toBe('d');
});

test('earlier items are collapsed before the current one and can be played again', {
  tags: ['C-QUEUE-04'],
}, async () => {
  playItem(item('a'));
  playItemLater(item('b'));
  act(skipForward);
  const user = renderScreen(<QueuePanel />);
  expect(within(panel()).queryByText('Release a')).toBeNull();
  await user.click(button('Show earlier songs'));
  await user.click(button('Play Release a'));
  expect(current()).toBe('a');
});

test('removing an upcoming item changes nothing else; undo restores its position', {
  tags: ['C-QUEUE-04', 'C-QUEUE-17'],
}, async () => {
  playItem(item('a'));
  playItemLater(item('b'));
  playItemLater(item('c'));
  const user = renderScreen(<QueuePanel />);
  await user.click(button('Remove Release b from the queue'));
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['a c', 'a', true]);
  expect(useNotices.getState().notices).toMatchObject([{ category: 'queueRemoved', message: 'Release b' }]);
  undo();
  expect(order()).toBe('a b c');
});

test('removing the playing track plays the next one, removing a paused one resets the player', {
  tags: ['C-QUEUE-14', 'C-QUEUE-15'],
}, async () => {
  playItem(item('abc'));
  const user = renderScreen(<QueuePanel />);
  usePlayer.setState({ currentTime: 42 });
  await user.click(button('Remove Track a from the queue'));
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['bc', 'b', true]);
  act(playPause);
  await user.click(button('Remove Track b from the queue'));
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['c', undefined, false]);
  await user.click(button('Play Release abc'));
  await user.click(button('Remove Release abc from the queue'));
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['', undefined, false]);
});

test('undoing the removal of the playing track resumes it at its position', { tags: ['C-QUEUE-14'] }, async () => {
  playItem(item('ab'));
  const user = renderScreen(<QueuePanel />);
  usePlayer.setState({ currentTime: 42, isLoading: false });
  await user.click(button('Remove Track a from the queue'));
  undo();
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'a' }, isPlaying: true, seekTime: 42 });
  expect(useQueue.getState().selectedSong).toBe(usePlayer.getState().song?.uuid);
});

test('Ctrl+Z undoes removals from the queue, the last one first, and says so', { tags: ['C-QUEUE-04'] }, async () => {
  playItem(item('a'));
  playItemLater(item('b'));
  playItemLater(item('c'));
  const user = renderScreen(<QueuePanel />);
  await user.click(button('Remove Release c from the queue'));
  await user.click(button('Remove Release b from the queue'));
  expect(order()).toBe('a');
  await user.keyboard('{Control>}z{/Control}');
  expect(order()).toBe('a b');
  await waitFor(() => expect(useNotices.getState().notices).toMatchObject([{ category: 'undone' }]));
  await user.keyboard('{Control>}z{/Control}');
  expect(order()).toBe('a b c');
});

test('undoing a removal does not interrupt a track that was chosen since', { tags: ['C-QUEUE-04'] }, async () => {
  playItem(item('a'));
  playItemLater(item('b'));
  const user = renderScreen(<QueuePanel />);
  await user.click(button('Remove Release a from the queue'));
  act(() => playItem(item('x')));
  undo();
  expect([current(), order()]).toEqual(['x', 'a x b']);
});

test('removing the selected release selects the next item, playing or paused', { tags: ['C-QUEUE-16'] }, async () => {
  playItem(item('ab'));
  playItemLater(item('c'));
  playItemLater(item('d'));
  const user = renderScreen(<QueuePanel />);
  await user.click(button('Remove release Release ab from the queue'));
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['c d', 'c', true]);
  act(playPause);
  await user.click(button('Remove Release c from the queue'));
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['d', 'd', false]);
  await user.click(button('Remove Release d from the queue'));
  expect([order(), current()]).toEqual(['', undefined]);
});

test('Clear asks first; then the queue is empty, the current track plays on, and undo restores everything', {
  tags: ['C-QUEUE-01', 'C-QUEUE-22', 'C-QUEUE-23'],
}, async () => {
  playItem(item('ab'));
  playItemLater(item('c'));
  const user = renderScreen(<QueuePanel />);
  await user.click(button('Clear'));
  const modal = await screen.findByRole('alertdialog', { name: 'Clear the play queue?' });
  expect(within(modal).getByText(/^3 songs will be removed/)).toBeTruthy();
  await user.click(within(modal).getByRole('button', { name: 'Cancel' }));
  expect(order()).toBe('ab c');
  await user.click(button('Clear'));
  await user.click(await screen.findByRole('button', { name: 'Clear queue' }));
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['', 'a', true]);
  expect(within(panel()).getByText('Your play queue is empty')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(panel()));
  undo();
  expect([order(), current(), usePlayer.getState().isPlaying]).toEqual(['ab c', 'a', true]);
  expect(useQueue.getState().selectedSong).toBe(usePlayer.getState().song?.uuid);
});

test('the history lists played tracks, newest first, and plays one again at the top of the queue', {
  tags: ['C-QUEUE-11'],
}, async () => {
  playItem(item('ab'));
  act(skipForward);
  const user = renderScreen(<QueuePanel />);
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await user.click(button('Play Track a'));
  expect([current(), order()]).toEqual(['a', 'a ab']);
  expect(within(panel()).getAllByRole('listitem')[0]?.textContent).toContain('Track b');
});

test('arrow keys move the focus, Enter plays, Delete removes and focuses the next row', {
  tags: ['C-QUEUE-04'],
}, async () => {
  playItem(item('a'));
  for (const name of ['b', 'c']) playItemLater(item(name));
  const user = renderScreen(<QueuePanel />);
  act(() => playing('Play Release a').focus());
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(button('Play Release b'));
  await user.keyboard('{Delete}');
  expect(order()).toBe('a c');
  await waitFor(() => expect(document.activeElement).toBe(button('Play Release c')));
  await user.keyboard('{Enter}');
  expect(current()).toBe('c');
});

test('arrow keys on a handle move its item with the focus and announce the position', {
  tags: ['C-QUEUE-04'],
}, async () => {
  playItem(item('a'));
  for (const name of ['b', 'c', 'd']) playItemLater(item(name));
  const user = renderScreen(<QueuePanel />);
  const handle = () => button(/^Move Release b/);
  act(() => handle().focus());
  await user.keyboard('{ArrowDown}');
  expect(order()).toBe('a c b d');
  await waitFor(() => expect(document.activeElement).toBe(handle()));
  expect(screen.getByText('Release b is now number 2 of 3').getAttribute('role')).toBe('status');
  await user.keyboard('{End}');
  expect(order()).toBe('a c d b');
  await user.keyboard('{Home}');
  expect(order()).toBe('a b c d');
});

test('of many items only the rows near the viewport are rendered, each with its position', {
  tags: ['C-QUEUE-01'],
}, () => {
  const many = Array.from({ length: 2_000 }, () => item('a'));
  act(() => useQueue.setState({ items: many, selectedItem: many[0]?.uuid ?? '', selectedSong: null }));
  renderScreen(<QueuePanel />);
  const rows = within(panel()).getAllByRole('listitem');
  expect(rows.length).toBeLessThan(60);
  expect(rows[1]?.getAttribute('aria-setsize')).toBe('1999');
});

test('on a phone the queue is a dialog that Escape closes', { tags: ['C-SHELL-14'] }, async () => {
  mockWindowWidth(390);
  useBrowserState.setState({ isIpadView: true });
  act(() => usePanels.setState({ isQueueOpen: true }));
  const user = renderScreen(<QueuePanel />);
  const drawer = await screen.findByRole('dialog', { name: 'Play queue' });
  expect(within(drawer).getByText('Your play queue is empty')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(usePanels.getState().isQueueOpen).toBe(false);
});

test('on a phone the back gesture closes the queue and leaves the page open', { tags: ['C-SHELL-14'] }, async () => {
  mockWindowWidth(390);
  vi.stubGlobal('innerWidth', 390);
  useBrowserState.setState({ isIpadView: true });
  // The test before has left the entry of its dialog.
  await waitFor(() => expect(window.history.state?.panels ?? 0).toBe(0));
  window.history.replaceState({ page: 'gallery' }, '');
  act(() => setQueueOpen(true));
  const Shown = () => usePanels(({ isQueueOpen }) => isQueueOpen) && <QueuePanel />;
  renderScreen(<Shown />);
  await screen.findByRole('dialog', { name: 'Play queue' });
  await waitFor(() => expect(window.history.state).toEqual({ page: 'gallery', panels: 1 }));
  act(() => window.history.back());
  await waitFor(() => expect(usePanels.getState().isQueueOpen).toBe(false));
  await waitFor(() => expect(window.history.state).toEqual({ page: 'gallery' }));
});

test('a tablet can be turned while the queue asks whether to clear it', async () => {
  playItem(item('ab'));
  useBrowserState.setState({ isIpadView: true });
  const user = renderScreen(<QueuePanel />);
  await user.click(button('Clear'));
  const question = await screen.findByRole('alertdialog');
  act(() => useBrowserState.setState({ isIpadView: false }));
  expect(screen.getByRole('alertdialog')).toBe(question);
});

test('an open queue beside the page is persisted, an open drawer is not', { tags: ['C-PERSIST-04'] }, () => {
  const persisted = () => JSON.parse(localStorage.getItem('promenade:player-1') ?? '{}').state?.setting?.isQueueOpen;
  signInAs();
  act(() => usePanels.setState({ isQueueOpen: false }));
  setQueueOpen(true);
  expect([usePanels.getState().isQueueOpen, persisted()]).toEqual([true, true]);
  vi.stubGlobal('innerWidth', 1024);
  closeQueue();
  expect([usePanels.getState().isQueueOpen, persisted()]).toEqual([false, true]);
});
