import { logged } from './logged.ts';

/** The names under which state survives a reload (A-STATE-12). */
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
/** Milliseconds that a busy browser may take before it writes nevertheless. */
const SOON_MS = 1_000;
type Slices = { readonly [name in SliceName]?: unknown };

/** What changed since the last writing. */
const waiting = new Map<SliceName, unknown>();
/** Large slices are neither read nor said anew while they are the same: the last text with its meaning, and the text of each slice. */
let known: { text: string; slices: Slices } | undefined;
const texts = new WeakMap<object, string>();

/** Session storage on a public computer, else local storage: one place for everything that is kept. */
export function keptIn(): Storage {
  return sessionStorage.getItem(KEY) === null ? localStorage : sessionStorage;
}

/** What was kept under this name, unchecked; undefined when there is nothing, or it is of another version. */
export function readSlice(name: SliceName): unknown {
  return waiting.has(name) ? waiting.get(name) : readAll()[name];
}

/** Keeps a value that JSON can say and that nobody changes any more. A full or forbidden storage is logged, never thrown. */
export function writeSlice(name: SliceName, value: unknown): void {
  waiting.set(name, value);
  writeWaiting();
}

/** The same for what changes often or is large: written when the browser has time, at the latest when the page is left. */
export function writeSliceSoon(name: SliceName, value: unknown): void {
  if (waiting.size === 0) whenIdle(writeWaiting);
  waiting.set(name, value);
}

/** On a public computer (`true`) all that is kept moves to this tab and ends with the browser. */
export function keepOnlyInThisTab(publicdevice: boolean): void {
  writeWaiting();
  const slices = readAll();
  const [from, to] = publicdevice ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  from.removeItem(KEY);
  write(to, slices);
}

/** Everything kept by this browser for this tab, gone. */
export function forgetAll(): void {
  waiting.clear();
  keptIn().removeItem(KEY);
}

/** Other tabs write their own slices under the same key: what is there now is the base, never a copy of before. */
function writeWaiting(): void {
  if (waiting.size === 0) return;
  const slices = { ...readAll(), ...Object.fromEntries(waiting) };
  waiting.clear();
  write(keptIn(), slices);
}

function readAll(): Slices {
  const text = keptIn().getItem(KEY);
  if (text === null) return {};
  if (known?.text !== text) known = { text, slices: parsed(text) };
  return known.slices;
}

function parsed(text: string): Slices {
  try {
    const kept = JSON.parse(text) as { version?: unknown; state?: unknown } | null;
    return kept?.version === VERSION && typeof kept.state === 'object' && kept.state !== null ? kept.state : {};
  } catch {
    return {};
  }
}

function write(storage: Storage, slices: Slices): void {
  const state = Object.entries(slices).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${textOf(value)}`],
  );
  const text = `{"version":${VERSION},"state":{${state.join(',')}}}`;
  try {
    storage.setItem(KEY, text);
    known = { text, slices };
  } catch (failure) {
    logged('The browser could not keep the state', failure);
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const text = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, text);
  return text;
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: SOON_MS });
  else setTimeout(run, SOON_MS);
}

window.addEventListener('pagehide', writeWaiting);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && writeWaiting());
