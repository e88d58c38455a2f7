import { REFRESH_TOKEN_SECONDS } from '@promenade/contract/limits';
import { logError } from './logError.ts';

// State that survives a reload, as JSON values of named slices. The session and the language belong to the browser: key
// `promenade`. All other slices belong to one account: key `promenade:<account id>`; without an account they are neither
// read nor written. Storage is localStorage. A public computer has the browser's slices in sessionStorage and the
// account's in memory, since Chromium's file of the session storage keeps deleted values.
// Tabs of one account write the same key: each write first merges what another tab stored since.

/** Requirement A-STATE-12, without `authentication`. */
export type SliceName =
  | 'setting'
  | 'playHistory'
  | 'global'
  | 'playQueue'
  | 'downloads'
  | 'search'
  | 'table'
  | 'player'
  | 'desk'
  | 'typed';
/** Slices of the browser. `setting` holds its language alone. */
type BrowserSliceName = 'authentication' | 'setting';
type Slices = Readonly<Record<string, unknown>>;

const KEY = 'promenade';
/** Storage key next to the persisted state (requirement A-SESSION-23). */
export const ACCESS_KEY = 'accessToken';
const VERSION = 1;
const MAX_IDLE_WAIT_MS = 1_000;
/** State of an account that has not signed in for so long is deleted. */
const STATE_TTL_MS = REFRESH_TOKEN_SECONDS * 1_000;

let owner: string | undefined;
/** The owner's value as this tab read or wrote it last. */
let lastValue: { json: string | null; slices: Slices } = { json: null, slices: {} };
const pendingSlices = new Map<SliceName, () => unknown>();
const ownerListeners = new Set<() => void>();
const sliceListeners = new Map<SliceName, (slice: unknown) => void>();
let isWriting = false;

const keyOf = (account: string): string => `${KEY}:${account}`;
const isAccountKey = (key: string): boolean => key.startsWith(keyOf(''));

export function getStorage(): Storage {
  return sessionStorage.getItem(KEY) === null ? localStorage : sessionStorage;
}

const isPublicDevice = (): boolean => getStorage() === sessionStorage;

/** The account that the slices belong to; undefined while nobody is signed in. */
export const getStateOwner = (): string | undefined => owner;

export const hasStoredState = (account: string): boolean => readAccount(account) !== null;

/** Switches to the slices of another account, or of nobody. */
export function setStateOwner(account: string | undefined): void {
  if (account === owner) return;
  writePending();
  changeOwner(account);
}

/** Called when the slices of another account, or of nobody, must be read. */
export function onStateOwnerChange(listener: () => void): void {
  ownerListeners.add(listener);
}

/** Called with a slice that another tab stored; the listener merges it into the state of this tab. */
export function onSliceChange(name: SliceName, listener: (slice: unknown) => void): void {
  sliceListeners.set(name, listener);
}

/** The unvalidated value; undefined when it is missing, of another version, or nobody is signed in. */
export function readSlice(name: SliceName): unknown {
  readStored();
  return pendingSlices.has(name) ? pendingSlices.get(name)?.() : lastValue.slices[name];
}

/** Writes an immutable JSON value. Errors, such as a full storage, are logged. */
export function writeSlice(name: SliceName, value: unknown): void {
  pendingSlices.set(name, () => value);
  writePending();
}

/** For frequent or large changes: writes when the browser is idle, at the latest when the page is hidden. */
export function writeSliceWhenIdle(name: SliceName, getValue: () => unknown): void {
  if (pendingSlices.size === 0) runWhenIdle(writePending);
  pendingSlices.set(name, getValue);
}

export function readBrowserSlice(name: BrowserSliceName): unknown {
  return parseValue(getStorage().getItem(KEY)).slices[name];
}

/** Undefined removes the slice. */
export function writeBrowserSlice(name: BrowserSliceName, value: unknown): void {
  writeBrowserSlices(getStorage(), { ...parseValue(getStorage().getItem(KEY)).slices, [name]: value });
}

/** Uses sessionStorage (`true`) or localStorage from now on; the language moves along, the tokens of a former session end. */
export function setPublicDevice(isPublic: boolean): void {
  setStateOwner(undefined);
  const setting = readBrowserSlice('setting');
  const [source, target] = isPublic ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  source.removeItem(KEY);
  setItem(target, KEY, formatValue({ setting }));
}

/** Deletes everything that this browser stored for the account. The language and the state of other accounts stay. */
export function deleteStoredState(): void {
  // Other tabs get the events in this order: the state ends before the session, the session before its access token.
  const ownKeys = owner === undefined ? [KEY] : [keyOf(owner), KEY];
  const isPublic = isPublicDevice();
  const setting = readBrowserSlice('setting');
  changeOwner(undefined);
  for (const storage of isPublic ? [sessionStorage] : [localStorage, sessionStorage]) {
    const others = Object.keys(storage).filter((key) => !isAccountKey(key));
    for (const key of [...ownKeys, ...others]) storage.removeItem(key);
  }
  if (!isPublic) writeBrowserSlices(localStorage, { setting });
}

/** Deletes the state of accounts that have not signed in here for 30 days. */
export function deleteOldState(now: number): void {
  for (const key of Object.keys(localStorage).filter(isAccountKey)) {
    const { savedAt } = parseValue(localStorage.getItem(key));
    if (!(now - savedAt < STATE_TTL_MS)) localStorage.removeItem(key);
  }
}

/** Stores a value; when the storage is full, at the cost of the state of other accounts. False when it could not be stored. */
export function setItem(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch (failure) {
    const others = Object.keys(storage).filter((other) => isAccountKey(other) && (!owner || other !== keyOf(owner)));
    for (const other of others) storage.removeItem(other);
    if (others.length > 0) return setItem(storage, key, value);
    logError('Could not write the persisted state', failure);
    return false;
  }
}

function changeOwner(account: string | undefined): void {
  pendingSlices.clear();
  owner = account;
  const json = readAccount(account);
  lastValue = { json, slices: parseValue(json).slices };
  for (const listener of ownerListeners) listener();
}

const readAccount = (account: string | undefined): string | null =>
  account === undefined || isPublicDevice() ? null : localStorage.getItem(keyOf(account));

function writePending(): void {
  if (pendingSlices.size === 0 || isWriting) return;
  if (owner === undefined) return pendingSlices.clear();
  isWriting = true;
  try {
    readStored();
    const changed = [...pendingSlices].map(([name, getValue]) => [name, getValue()] as const);
    pendingSlices.clear();
    const slices = { ...lastValue.slices, ...Object.fromEntries(changed) };
    const json = isPublicDevice() ? null : formatValue(slices);
    if (json === null || setItem(localStorage, keyOf(owner), json)) lastValue = { json, slices };
  } finally {
    isWriting = false;
  }
}

/** Merges what another tab stored since this tab read or wrote last. */
function readStored(): void {
  const json = readAccount(owner);
  if (json === null || json === lastValue.json) return;
  const before = lastValue.slices;
  lastValue = { json, slices: parseValue(json).slices };
  for (const [name, listener] of sliceListeners) {
    const slice = lastValue.slices[name];
    if (JSON.stringify(slice) !== JSON.stringify(before[name])) listener(slice);
  }
}

function parseValue(json: string | null): { slices: Slices; savedAt: number } {
  try {
    const stored = JSON.parse(json ?? 'null') as { version?: unknown; savedAt?: unknown; state?: unknown } | null;
    const isUsable = stored?.version === VERSION && typeof stored.state === 'object' && stored.state !== null;
    return { slices: isUsable ? (stored.state as Slices) : {}, savedAt: Number(stored?.savedAt) };
  } catch {
    return { slices: {}, savedAt: Number.NaN };
  }
}

const formatValue = (state: Slices): string => JSON.stringify({ version: VERSION, savedAt: Date.now(), state });

function writeBrowserSlices(storage: Storage, slices: Slices): void {
  // In sessionStorage the key marks a public computer.
  if (storage === localStorage && Object.values(slices).every((slice) => slice === undefined)) storage.removeItem(KEY);
  else setItem(storage, KEY, formatValue(slices));
}

function runWhenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS });
  else setTimeout(run, MAX_IDLE_WAIT_MS);
}

function handleStorage({ key, newValue, storageArea }: StorageEvent): void {
  if (owner === undefined || storageArea !== localStorage || isPublicDevice() || (key !== null && key !== keyOf(owner)))
    return;
  if (newValue !== null) return readStored();
  // Signed out by hand in another tab: a late write of this tab must not bring the state back.
  storageArea.removeItem(keyOf(owner));
  changeOwner(undefined);
}

window.addEventListener('storage', handleStorage);
window.addEventListener('pageshow', readStored);
window.addEventListener('pagehide', writePending);
document.addEventListener('visibilitychange', () =>
  document.visibilityState === 'hidden' ? writePending() : readStored(),
);
