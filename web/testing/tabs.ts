import { afterEach, vi } from 'vitest';

const closeTabs: (() => void)[] = [];

/** Imports modules anew, as another tab of the browser has them, for a signed-in account. */
export async function openTab<Modules>(importModules: () => Promise<Modules>, account = 'player-1'): Promise<Modules> {
  vi.resetModules();
  const { setStateOwner } = await import('../platform/persistedState.ts');
  setStateOwner(account);
  closeTabs.push(() => setStateOwner(undefined));
  return importModules();
}

afterEach(() => {
  for (const close of closeTabs.splice(0)) close();
  localStorage.clear();
});

/** Tells every tab that the stored state of the account has changed, as a browser does after a write. */
export function deliverStorageEvent(account = 'player-1'): void {
  const key = `promenade:${account}`;
  const newValue = localStorage.getItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
}

interface FakeChannel {
  onmessage?: (event: { data: unknown }) => void;
  postMessage: (data: unknown) => void;
  close: () => void;
}

/**
 * Delivers messages to the channels of all other tabs, which jsdom lacks.
 * @param schedule calls the given delivery, by default at once
 */
export function mockBroadcastChannel(schedule = (deliver: () => void): void => deliver()): void {
  const channels = new Set<FakeChannel>();
  function createChannel(): FakeChannel {
    const channel: FakeChannel = {
      postMessage: (data) => {
        const others = [...channels].filter((other) => other !== channel);
        schedule(() => {
          for (const other of others) other.onmessage?.({ data });
        });
      },
      close: () => void channels.delete(channel),
    };
    channels.add(channel);
    return channel;
  }
  vi.stubGlobal(
    'BroadcastChannel',
    vi.fn<() => FakeChannel>(function open() {
      return createChannel();
    }),
  );
}
