import { logError } from './logError.ts';

/*
 * State that survives a reload: one JSON value of named slices. Storage is sessionStorage on a public computer, else
 * localStorage. Other tabs write their own slices under the same key: each write merges the changed slices into the
 * stored value. The parsed value is cached, because the play queue can be large.
 */

/** Requirement A-STATE-12. */
export type SliceName =
  | 'authentication'
  | 'setting'
  | 'playHistory'
  | 'global'
  | 'playQueue'
  | 'downloads'
  | 'search'
  | 'table'
  | 'player';

const KEY = 'promenade';
const VERSION = 1;
const MAX_IDLE_WAIT_MS = 1_000;
type Slices = { readonly [name in SliceName]?: unknown };

const pendingSlices = new Map<SliceName, unknown>();
let lastValue: { json: string; slices: Slices } | undefined;

export function getStorage(): Storage {
  return sessionStorage.getItem(KEY) === null ? localStorage : sessionStorage;
}

/** The unvalidated value; undefined when it is missing or of another version. */
export function readSlice(name: SliceName): unknown {
  return pendingSlices.has(name) ? pendingSlices.get(name) : readSlices()[name];
}

/** Writes an immutable JSON value. Errors, such as a full storage, are logged. */
export function writeSlice(name: SliceName, value: unknown): void {
  pendingSlices.set(name, value);
  writePending();
}

/** For frequent or large changes: writes when the browser is idle, at the latest when the page is hidden. */
export function writeSliceWhenIdle(name: SliceName, value: unknown): void {
  if (pendingSlices.size === 0) runWhenIdle(writePending);
  pendingSlices.set(name, value);
}

/** Moves the state to sessionStorage (`true`) or localStorage. */
export function setPublicDevice(isPublic: boolean): void {
  writePending();
  const slices = readSlices();
  const [source, target] = isPublic ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  source.removeItem(KEY);
  write(target, slices);
}

export function clearPersistedState(): void {
  pendingSlices.clear();
  getStorage().removeItem(KEY);
}

function writePending(): void {
  if (pendingSlices.size === 0) return;
  const slices = { ...readSlices(), ...Object.fromEntries(pendingSlices) };
  pendingSlices.clear();
  write(getStorage(), slices);
}

function readSlices(): Slices {
  const json = getStorage().getItem(KEY);
  if (json === null) return {};
  if (lastValue?.json !== json) lastValue = { json, slices: parseSlices(json) };
  return lastValue.slices;
}

function parseSlices(json: string): Slices {
  try {
    const stored = JSON.parse(json) as { version?: unknown; state?: unknown } | null;
    return stored?.version === VERSION && typeof stored.state === 'object' && stored.state !== null ? stored.state : {};
  } catch {
    return {};
  }
}

function write(storage: Storage, slices: Slices): void {
  const json = JSON.stringify({ version: VERSION, state: slices });
  try {
    storage.setItem(KEY, json);
    lastValue = { json, slices };
  } catch (failure) {
    logError('Could not write the persisted state', failure);
  }
}

function runWhenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(run, MAX_IDLE_WAIT_MS);
}

window.addEventListener('pagehide', writePending);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && writePending());
