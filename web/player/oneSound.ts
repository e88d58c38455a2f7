import { createId } from '../platform/createId.ts';
import { getStateOwner } from '../platform/persistedState.ts';
import { yieldToOtherTab } from './playback.ts';
import { usePlayer } from './playerStore.ts';

/*
 * Only one tab of an account plays (requirements decision 34): a tab that starts sound tells the others, which pause.
 * If two tabs start at once, the later one goes on.
 */

const CHANNEL = 'promenade-sound';
const tab = createId();

interface SoundStart {
  account: string | undefined;
  tab: string;
  /** Milliseconds since 1970, later than every start that the tab knew. */
  at: number;
}

const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;
let lastStart: SoundStart | undefined;
let latestAt = 0;

/** Pauses the sound of the other tabs. */
export function announceSound(): void {
  latestAt = Math.max(Date.now(), latestAt + 1);
  lastStart = { account: getStateOwner(), tab, at: latestAt };
  channel?.postMessage(lastStart);
}

/** Calls the listener when another tab starts sound. Returns a stop function. */
export function onOtherSound(listener: () => void): () => void {
  channel ??= openChannel();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    channel?.close();
    channel = undefined;
  };
}

/** Connects the player with those of the other tabs. Returns a stop function. */
export function connectSound(): () => void {
  const stop = onOtherSound(yieldToOtherTab);
  const unsubscribe = usePlayer.subscribe(({ isPlaying }, before) => {
    if (isPlaying && !before.isPlaying) announceSound();
  });
  return () => {
    unsubscribe();
    stop();
  };
}

function openChannel(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in window)) return undefined;
  const opened = new BroadcastChannel(CHANNEL);
  opened.onmessage = ({ data }: MessageEvent<SoundStart>) => {
    latestAt = Math.max(latestAt, data.at);
    if (data.account !== getStateOwner() || (lastStart && isLater(lastStart, data))) return;
    for (const listener of listeners) listener();
  };
  return opened;
}

const isLater = (one: SoundStart, other: SoundStart): boolean =>
  one.at > other.at || (one.at === other.at && one.tab > other.tab);
