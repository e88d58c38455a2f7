import { expect, test } from 'vitest';
import { createAlbum, createRelease, createTrack } from '../../testing/releases.ts';
import { deliverStorageEvent, openTab } from '../../testing/tabs.ts';
import type { QueueItem } from './queue.ts';

const tags = ['requirements decision 34'];

const open = (account?: string) =>
  openTab(
    async () => ({
      ...(await import('../../platform/persistedState.ts')),
      ...(await import('../playback.ts')),
      ...(await import('./queueActions.ts')),
      ...(await import('../listening/historyStore.ts')),
      ...(await import('../listening/history.ts')),
      ...(await import('./queueStore.ts')),
      ...(await import('../playerStore.ts')),
    }),
    account,
  );
type Tab = Awaited<ReturnType<typeof open>>;

/** An item with one song per letter. */
const item = (songs: string): QueueItem => createAlbum(songs, [...songs]);
/** Stores what the tabs have changed and lets each merge it. */
function exchange(): void {
  window.dispatchEvent(new Event('pagehide'));
  for (let round = 0; round < 3; round += 1) {
    deliverStorageEvent();
    window.dispatchEvent(new Event('pagehide'));
  }
}
const listItems = ({ useQueue }: Tab) =>
  useQueue.getState().items.map(({ songs }) => songs.map(({ trackid }) => trackid).join(''));
const getSong = ({ usePlayer }: Tab) => usePlayer.getState().song?.trackid;
const isPlaying = ({ usePlayer }: Tab) => usePlayer.getState().isPlaying;

test('two tabs that add to the queue at once lose nothing', { tags }, async () => {
  const [one, other] = [await open(), await open()];
  one.playItemLater(item('ab'));
  other.playItemLater(item('cd'));
  exchange();
  expect(listItems(one).toSorted()).toEqual(['ab', 'cd']);
  expect(listItems(other)).toEqual(listItems(one));
  const fresh = await open();
  expect(listItems(fresh)).toEqual(listItems(one));
});

test('removing, moving and adding at the end in one tab show in the other', { tags }, async () => {
  const [one, other] = [await open(), await open()];
  for (const songs of ['ab', 'cd', 'ef']) one.playItemLater(item(songs));
  exchange();
  one.moveQueueItem(1, 2);
  exchange();
  expect(listItems(other)).toEqual(['ab', 'ef', 'cd']);
  const [, second] = other.useQueue.getState().items;
  if (second)
    other.removeRow({ kind: 'item', id: second.uuid, item: second, isCurrent: false, isOpen: false, isMovable: true });
  one.playItemLater(item('gh'));
  exchange();
  expect([listItems(one), listItems(other)]).toEqual([
    ['ab', 'cd', 'gh'],
    ['ab', 'cd', 'gh'],
  ]);
});

test('a paused tab shows the song that another tab plays; it makes no sound itself', { tags }, async () => {
  const [one, other] = [await open(), await open()];
  one.playItem(item('ab'));
  exchange();
  expect([getSong(other), isPlaying(one), isPlaying(other)]).toEqual(['a', true, false]);
  one.skipForward();
  exchange();
  expect([getSong(other), isPlaying(one), isPlaying(other)]).toEqual(['b', true, false]);
  expect(other.useQueue.getState().history.map(({ song }) => song.trackid)).toEqual(['a']);
});

test('a song that another tab removes stops, and the next one plays', { tags }, async () => {
  const [one, other] = [await open(), await open()];
  one.playItem(item('ab'));
  one.playItemLater(item('cd'));
  exchange();
  const [first] = other.useQueue.getState().items;
  if (first)
    other.removeRow({ kind: 'item', id: first.uuid, item: first, isCurrent: true, isOpen: false, isMovable: false });
  exchange();
  expect([getSong(one), isPlaying(one), listItems(one)]).toEqual(['c', true, ['cd']]);
});

test('after another tab cleared the queue, the song plays to its end', { tags: [...tags, 'C-QUEUE-23'] }, async () => {
  const [one, other] = [await open(), await open()];
  one.playItem(item('ab'));
  exchange();
  other.clearQueue();
  exchange();
  expect([listItems(one), getSong(one), isPlaying(one)]).toEqual([[], 'a', true]);
});

test('plays of both tabs are in the history', { tags: [...tags, 'C-RECENT-03'] }, async () => {
  const [one, other] = [await open(), await open()];
  const play = ({ useHistory, addPlay }: Tab, name: string, at: string) =>
    useHistory.setState((history) => addPlay(history, createRelease(name), createTrack(name), at));
  play(one, 'a', '2026-11-21T10:00:00.000Z');
  play(other, 'b', '2026-11-21T11:00:00.000Z');
  exchange();
  const titles = ({ useHistory }: Tab) => useHistory.getState().songs.map(({ trackid }) => trackid);
  expect([titles(one), titles(other), titles(await open())]).toEqual([
    ['b', 'a'],
    ['b', 'a'],
    ['b', 'a'],
  ]);
});

test('another account starts with an empty queue, player and history, and the first one finds its own again', {
  tags: ['requirements decision 29', 'C-PERSIST-01'],
}, async () => {
  const tab = await open();
  tab.playItem(item('ab'));
  tab.useHistory.setState((history) =>
    tab.addPlay(history, createRelease('r'), createTrack('a'), '2026-11-21T10:00:00Z'),
  );
  const count = () => [listItems(tab).length, getSong(tab), tab.useHistory.getState().songs.length];
  tab.setStateOwner('player-2');
  expect(count()).toEqual([0, undefined, 0]);
  tab.playItem(item('cd'));
  tab.setStateOwner('player-1');
  expect([...count(), isPlaying(tab)]).toEqual([1, 'a', 1, false]);
  tab.deleteStoredState();
  expect([count(), JSON.stringify({ ...localStorage })]).toEqual([
    [0, undefined, 0],
    expect.not.stringContaining('player-1'),
  ]);
});

test('an undo of the former account is no longer offered', { tags: ['requirements decision 34'] }, async () => {
  const tab = await open();
  tab.playItem(item('ab'));
  tab.clearQueue();
  const { useNotices } = await import('../../platform/notices.ts');
  expect(useNotices.getState().notices).toHaveLength(1);
  tab.setStateOwner('player-2');
  expect(useNotices.getState().notices).toEqual([]);
});
