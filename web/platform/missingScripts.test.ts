import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchMissingScripts } from './missingScripts.ts';

let page = '';
let isOnline = true;
const mediaSession = { playbackState: 'none' };

/** The libraries are the same in both versions. */
const renderScripts = (version: string) =>
  ['libraries', `first-${version}`].map((name) => `<script type="module" src="/assets/${name}.js"></script>`).join('');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return new Response(page);
  });
  Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true });
  document.head.innerHTML = renderScripts('old');
  document.body.innerHTML = '<form><textarea></textarea></form>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a tab that misses a script reloads when nothing plays and nothing is typed, for a new version alone', async () => {
  const reload = vi.fn<() => void>();
  const controller = new AbortController();
  watchMissingScripts(controller.signal, reload);
  const wait = () => vi.advanceTimersByTimeAsync(60_000);
  page = renderScripts('old');
  isOnline = false;
  window.dispatchEvent(new Event('vite:preloadError'));
  await wait();
  isOnline = true;
  await wait();
  mediaSession.playbackState = 'playing';
  page = renderScripts('new');
  await wait();
  const field = document.querySelector('textarea');
  if (field) field.value = 'Dear label,';
  mediaSession.playbackState = 'paused';
  await wait();
  expect(reload).not.toHaveBeenCalled();
  if (field) field.value = '';
  await wait();
  expect(reload).toHaveBeenCalledOnce();
  controller.abort();
});
