import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../platform/newId.ts';
import { useNotices } from '../platform/notices.ts';
import { useGlobal } from '../platform/online.ts';
import { laidOut, windowOf } from '../testing/browser.ts';
import { release, track } from '../testing/music.ts';
import { show } from '../testing/show.ts';
import { closeQueue, setQueueOpen, usePanels } from './panelStore.ts';
import { playItem, playItemLater, playPause, resetPlayback, skipForward } from './playback.ts';
import { usePlayer } from './playerStore.ts';
import { QueuePanel } from './QueuePanel.tsx';
import { createReleaseItem, type QueueItem } from './queue.ts';
import { useQueue } from './queueStore.ts';

function item(songs: string): QueueItem {
  const tracks = [...songs].map((name) => track(name));
  const made = createReleaseItem(release(songs), tracks, newId);
  if (!made) throw new Error('an item needs songs');
  return made;
}

const panel = () => screen.getByRole('complementary', { name: 'Play queue' });
const button = (name: string | RegExp) => within(panel()).getByRole('button', { name });
const on = () => usePlayer.getState().song?.trackid;
const order = () =>
  useQueue
    .getState()
    .items.map(({ songs }) => songs.map(({ trackid }) => trackid).join(''))
    .join(' ');
const undo = () => act(() => useNotices.getState().notices.at(-1)?.undo?.());

beforeEach(() => {
  windowOf(1440);
  laidOut({ width: 348, height: 700, scrollHeight: 700 });
  vi.stubGlobal('innerWidth', 1440);
  useGlobal.setState({ isIpadView: false });
  useNotices.setState({ notices: [] });
  act(resetPlayback);
});

test('an empty queue says so and has nothing to clear', { tags: ['C-QUEUE-02', 'C-QUEUE-03'] }, () => {
  show(<QueuePanel />);
  expect(within(panel()).getByText('Your play queue is empty')).toBeTruthy();
  expect(within(panel()).queryByRole('button', { name: 'Clear' })).toBeNull();
});

test('what plays stands under Currently playing, what follows under Up next', { tags: ['C-QUEUE-01'] }, () => {
  playItem(item('ab'));
  playItemLater(item('c'));
  show(<QueuePanel />);
  const words = within(panel()).getByRole('list', { name: 'Queue' }).textContent ?? '';
  const places = ['Currently playing', 'Release ab', 'Track a', 'Track b', 'Up next', 'Release c'].map((text) =>
    words.indexOf(text),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
  act(skipForward);
  act(skipForward);
  expect(within(panel()).queryByText('Release ab')).toBeNull();
  expect(within(panel()).getByText('Nothing up next')).toBeTruthy();
});

test('an item plays from its first song, a song of it alone too, and what is on pauses', {
  tags: ['C-QUEUE-04', 'C-QUEUE-13'],
}, async () => {
  playItem(item('ab'));
  playItemLater(item('cd'));
  const user = show(<QueuePanel />);
  await user.click(button('Play Track b'));
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['b', true]);
  await user.click(button('Pause Track b'));
  expect(usePlayer.getState().isPlaying).toBe(false);
  await user.click(button('Play Release cd'));
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['c', true]);
  await user.click(button('Pause Release cd'));
  expect([on(), usePlayer.getState().isPlaying]).toEqual(['c', false]);
});

test('an item that waits shows its songs on a press, one of them can be played', {
  tags: ['C-QUEUE-04', 'C-QUEUE-13'],
}, async () => {
  playItem(item('a'));
  playItemLater(item('cd'));
  const user = show(<QueuePanel />);
  expect(within(panel()).queryByText('Track d')).toBeNull();
  expect(within(panel()).getByText('2 songs')).toBeTruthy();
  await user.click(button('Songs of Release cd'));
  expect(button('Songs of Release cd').getAttribute('aria-expanded')).toBe('true');
  await user.click(button('Play Track d'));
  expect(on()).toBe('d');
});

test('what was passed stands folded before what plays, and can be played again', { tags: ['C-QUEUE-04'] }, async () => {
  playItem(item('a'));
  playItemLater(item('b'));
  act(skipForward);
  const user = show(<QueuePanel />);
  expect(within(panel()).queryByText('Release a')).toBeNull();
  await user.click(button('Show earlier songs'));
  await user.click(button('Play Release a'));
  expect(on()).toBe('a');
});

test('removing what waits changes nothing else; the toast brings it back to its place', {
  tags: ['C-QUEUE-04', 'C-QUEUE-17'],
}, async () => {
  playItem(item('a'));
  playItemLater(item('b'));
  playItemLater(item('c'));
  const user = show(<QueuePanel />);
  await user.click(button('Remove Release b from the queue'));
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['a c', 'a', true]);
  expect(useNotices.getState().notices).toMatchObject([{ category: 'queueRemoved', message: 'Release b' }]);
  undo();
  expect(order()).toBe('a b c');
});

test('removing the song that plays goes on with the next, one that is paused resets the player', {
  tags: ['C-QUEUE-14', 'C-QUEUE-15'],
}, async () => {
  playItem(item('abc'));
  const user = show(<QueuePanel />);
  usePlayer.setState({ currentTime: 42 });
  await user.click(button('Remove Track a from the queue'));
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['bc', 'b', true]);
  act(playPause);
  await user.click(button('Remove Track b from the queue'));
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['c', undefined, false]);
  await user.click(button('Play Release abc'));
  await user.click(button('Remove Release abc from the queue'));
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['', undefined, false]);
});

test('taking back the removal of what played puts it on again where it was', { tags: ['C-QUEUE-14'] }, async () => {
  playItem(item('ab'));
  const user = show(<QueuePanel />);
  usePlayer.setState({ currentTime: 42, isLoading: false });
  await user.click(button('Remove Track a from the queue'));
  undo();
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'a' }, isPlaying: true, seekTime: 42 });
  expect(useQueue.getState().selectedSong).toBe(usePlayer.getState().song?.uuid);
});

test('what was chosen after a removal is not disturbed by taking it back', { tags: ['C-QUEUE-04'] }, async () => {
  playItem(item('a'));
  playItemLater(item('b'));
  const user = show(<QueuePanel />);
  await user.click(button('Remove Release a from the queue'));
  act(() => playItem(item('x')));
  undo();
  expect([on(), order()]).toEqual(['x', 'a x b']);
});

test('removing the selected release moves on to the next item, playing or not', { tags: ['C-QUEUE-16'] }, async () => {
  playItem(item('ab'));
  playItemLater(item('c'));
  playItemLater(item('d'));
  const user = show(<QueuePanel />);
  await user.click(button('Remove Release ab from the queue'));
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['c d', 'c', true]);
  act(playPause);
  await user.click(button('Remove Release c from the queue'));
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['d', 'd', false]);
  await user.click(button('Remove Release d from the queue'));
  expect([order(), on()]).toEqual(['', undefined]);
});

test('Clear asks first; then the queue is empty, what is on plays on, and the toast brings all back', {
  tags: ['C-QUEUE-01', 'C-QUEUE-22', 'C-QUEUE-23'],
}, async () => {
  playItem(item('ab'));
  playItemLater(item('c'));
  const user = show(<QueuePanel />);
  await user.click(button('Clear'));
  const modal = await screen.findByRole('alertdialog', { name: 'Clear the play queue?' });
  await user.click(within(modal).getByRole('button', { name: 'Cancel' }));
  expect(order()).toBe('ab c');
  await user.click(button('Clear'));
  await user.click(await screen.findByRole('button', { name: 'Clear queue' }));
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['', 'a', true]);
  expect(within(panel()).getByText('Your play queue is empty')).toBeTruthy();
  undo();
  expect([order(), on(), usePlayer.getState().isPlaying]).toEqual(['ab c', 'a', true]);
  expect(useQueue.getState().selectedSong).toBe(usePlayer.getState().song?.uuid);
});

test('the history has what was heard, newest first, and plays it again on top of the queue', {
  tags: ['C-QUEUE-11'],
}, async () => {
  playItem(item('ab'));
  act(skipForward);
  const user = show(<QueuePanel />);
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await user.click(button('Play Track a'));
  expect([on(), order()]).toEqual(['a', 'a ab']);
  expect(within(panel()).getAllByRole('listitem')[0]?.textContent).toContain('Track b');
});

test('by keyboard: arrows walk, Enter plays, Delete removes and the focus goes on', {
  tags: ['C-QUEUE-04'],
}, async () => {
  playItem(item('a'));
  for (const name of ['b', 'c']) playItemLater(item(name));
  const user = show(<QueuePanel />);
  act(() => button('Pause Release a').focus());
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(button('Play Release b'));
  await user.keyboard('{Delete}');
  expect(order()).toBe('a c');
  await waitFor(() => expect(document.activeElement).toBe(button('Play Release c')));
  await user.keyboard('{Enter}');
  expect(on()).toBe('c');
});

test('by keyboard: the arrows on a handle move its item, the focus goes along and the place is told', {
  tags: ['C-QUEUE-04'],
}, async () => {
  playItem(item('a'));
  for (const name of ['b', 'c', 'd']) playItemLater(item(name));
  const user = show(<QueuePanel />);
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

test('of many items only the lines near the window exist, each knows its place', { tags: ['C-QUEUE-01'] }, () => {
  const many = Array.from({ length: 2_000 }, () => item('a'));
  act(() => useQueue.setState({ items: many, selectedItem: many[0]?.uuid ?? '', selectedSong: null }));
  show(<QueuePanel />);
  const shown = within(panel()).getAllByRole('listitem');
  expect(shown.length).toBeLessThan(60);
  expect(shown[1]?.getAttribute('aria-setsize')).toBe('2002');
});

test('on a tablet the queue is a dialog that Escape closes', { tags: ['C-SHELL-14'] }, async () => {
  useGlobal.setState({ isIpadView: true });
  act(() => usePanels.setState({ isQueueOpen: true }));
  const user = show(<QueuePanel />);
  const drawer = await screen.findByRole('dialog', { name: 'Play queue' });
  expect(within(drawer).getByText('Your play queue is empty')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(usePanels.getState().isQueueOpen).toBe(false);
});

test('whether it stands beside the page is kept, over it is not', { tags: ['C-PERSIST-04'] }, () => {
  const kept = () => JSON.parse(localStorage.getItem('promenade') ?? '{}').state?.setting?.isQueueOpen;
  act(() => usePanels.setState({ isQueueOpen: false }));
  setQueueOpen(true);
  expect([usePanels.getState().isQueueOpen, kept()]).toEqual([true, true]);
  vi.stubGlobal('innerWidth', 1024);
  closeQueue();
  expect([usePanels.getState().isQueueOpen, kept()]).toEqual([false, true]);
});
