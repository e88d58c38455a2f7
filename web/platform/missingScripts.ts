import { fetchWithTimeout } from './request.ts';
import { useUnsavedChanges } from './unsavedChanges.ts';

// The server keeps the scripts of earlier versions for a week. A tab that is open for longer may miss one: it reloads
// itself, when nothing plays and nothing is typed, and only when the server has another version.

const RETRY_MS = 5_000;

/** Watches until `signal` is aborted. */
export function watchMissingScripts(signal: AbortSignal, reload = () => window.location.reload()): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const reloadIfHarmless = async () => {
    if (!isHarmless() || !(await hasNewVersion()) || !isHarmless()) return;
    clearInterval(timer);
    reload();
  };
  const onError = () => {
    timer ??= setInterval(() => void reloadIfHarmless(), RETRY_MS);
    void reloadIfHarmless();
  };
  // Vite dispatches this event when an import fails, also when only the network is down.
  window.addEventListener('vite:preloadError', onError, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}

function isHarmless(): boolean {
  const isPlaying = 'mediaSession' in navigator && navigator.mediaSession.playbackState === 'playing';
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea');
  const isTyped = [...fields].some(
    ({ type, value }) => value !== '' && !['checkbox', 'radio', 'hidden'].includes(type),
  );
  return !isPlaying && !isTyped && !useUnsavedChanges.getState().isBlocked;
}

/** Whether the server's page lacks a script of this one: some stay the same in a new version. */
async function hasNewVersion(): Promise<boolean> {
  const scripts = [...document.querySelectorAll('script[type="module"][src]')];
  try {
    const response = await fetchWithTimeout('/', { cache: 'no-store' }, undefined);
    const page = await response.text();
    return response.ok && scripts.some((script) => !page.includes(script.getAttribute('src') ?? ''));
  } catch {
    // The network is away.
    return false;
  }
}
