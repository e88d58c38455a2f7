import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAlbum } from '../testing/releases.ts';
import { mockBroadcastChannel, openTab } from '../testing/tabs.ts';

const tags = ['requirements decision 34'];

/** Messages of the tabs that were not delivered yet. */
let messages: (() => void)[];

beforeEach(() => {
  messages = [];
  mockBroadcastChannel((deliver) => messages.push(deliver));
});
afterEach(() => vi.unstubAllGlobals());

const open = async (account?: string) => {
  const importTab = async () => ({
    ...(await import('./oneSound.ts')),
    ...(await import('./playback.ts')),
    ...(await import('./playerStore.ts')),
  });
  const tab = await openTab(importTab, account);
  tab.connectSound();
  const item = createAlbum('r', ['a', 'b']);
  tab.playItemLater(item);
  return tab;
};
type Tab = Awaited<ReturnType<typeof open>>;

function deliver(): void {
  for (let message = messages.shift(); message; message = messages.shift()) message();
}
const listPlaying = (...tabs: Tab[]) => tabs.map(({ usePlayer }) => usePlayer.getState().isPlaying);

test('starting sound in one tab pauses the others, without an echo', { tags }, async () => {
  const [one, two, three] = [await open(), await open(), await open()];
  one.playPause();
  deliver();
  expect(listPlaying(one, two, three)).toEqual([true, false, false]);
  two.playPause();
  expect(messages).toHaveLength(1);
  deliver();
  expect(listPlaying(one, two, three)).toEqual([false, true, false]);
});

test('of two tabs that start at the same moment exactly one goes on', { tags }, async () => {
  const [one, two] = [await open(), await open()];
  one.playPause();
  two.playPause();
  deliver();
  expect(listPlaying(one, two).filter(Boolean)).toHaveLength(1);
});

test('the next song of a playing tab, and a tab of another account, pause nothing', { tags }, async () => {
  const [one, other] = [await open(), await open('player-2')];
  one.playPause();
  other.playPause();
  one.skipForward();
  deliver();
  expect(listPlaying(one, other)).toEqual([true, true]);
});

test('a video counts as sound', { tags }, async () => {
  const [one, two] = [await open(), await open()];
  const pauseVideo = vi.fn<() => void>();
  two.onOtherSound(pauseVideo);
  one.playPause();
  deliver();
  expect(pauseVideo).toHaveBeenCalledOnce();
  two.announceSound();
  deliver();
  expect(listPlaying(one)).toEqual([false]);
});
