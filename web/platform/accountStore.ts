import { create, type StoreApi, type UseBoundStore } from 'zustand';
import {
  onSliceChange,
  onStateOwnerChange,
  readSlice,
  type SliceName,
  writeSlice,
  writeSliceWhenIdle,
} from './persistedState.ts';

export interface Persistence<State> {
  slice: SliceName;
  /** Parses a stored slice; gives the initial state for undefined and for anything unusable. */
  load: (stored: unknown) => State;
  save: (state: State) => unknown;
  /** Whether a change made in this tab must be written; always by default. */
  change?: (before: State, after: State) => boolean;
  /** Merges what another tab stored; replaces the state by default. `hasMore`: this tab knows changes that are not stored. */
  merge?: (state: State, stored: unknown) => { state: State; hasMore: boolean };
  /** Called after a merge that changed the state. */
  onMerge?: (before: State) => void;
  /** Writes when the browser is idle. */
  isLarge?: boolean;
}

/** A store whose state belongs to the signed-in account and is shared with the other tabs of this account. */
export function createAccountStore<State extends object>({
  slice,
  load,
  save,
  change = () => true,
  merge = (_state, stored) => ({ state: load(stored), hasMore: false }),
  onMerge,
  isLarge = false,
}: Persistence<State>): UseBoundStore<StoreApi<State>> {
  let isRestoring = false;
  const store = create<State>(() => load(readSlice(slice)));
  const restore = (state: State) => {
    isRestoring = true;
    store.setState(state, true);
    isRestoring = false;
  };
  const write = () => {
    if (isLarge) writeSliceWhenIdle(slice, () => save(store.getState()));
    else writeSlice(slice, save(store.getState()));
  };
  store.subscribe((state, before) => {
    if (!isRestoring && change(before, state)) write();
  });
  onStateOwnerChange(() => restore(load(readSlice(slice))));
  onSliceChange(slice, (stored) => {
    const before = store.getState();
    const { state, hasMore } = merge(before, stored);
    if (state !== before) restore(state);
    if (hasMore) write();
    if (state !== before) onMerge?.(before);
  });
  return store;
}
