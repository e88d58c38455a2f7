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
type Slices = { [name in SliceName]?: unknown };

/** Session storage on a public computer, else local storage: one place for everything that is kept. */
export function keptIn(): Storage {
  return sessionStorage.getItem(KEY) === null ? localStorage : sessionStorage;
}

/** What was kept under this name, unchecked; undefined when there is nothing, or it is of another version. */
export function readSlice(name: SliceName): unknown {
  return readAll()[name];
}

/** Keeps a value that JSON can say. A full or forbidden storage is logged, never thrown. */
export function writeSlice(name: SliceName, value: unknown): void {
  write(keptIn(), { ...readAll(), [name]: value });
}

/** On a public computer (`true`) all that is kept moves to this tab and ends with the browser. */
export function keepOnlyInThisTab(publicdevice: boolean): void {
  const slices = readAll();
  const [from, to] = publicdevice ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  from.removeItem(KEY);
  write(to, slices);
}

/** Everything kept by this browser for this tab, gone. */
export function forgetAll(): void {
  keptIn().removeItem(KEY);
}

function readAll(): Slices {
  try {
    const kept = JSON.parse(keptIn().getItem(KEY) ?? 'null') as { version?: unknown; state?: unknown } | null;
    return kept?.version === VERSION && typeof kept.state === 'object' && kept.state !== null ? kept.state : {};
  } catch {
    return {};
  }
}

function write(storage: Storage, state: Slices): void {
  try {
    storage.setItem(KEY, JSON.stringify({ version: VERSION, state }));
  } catch (failure) {
    logged('The browser could not keep the state', failure);
  }
}
