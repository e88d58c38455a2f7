import { create } from 'zustand';
import { readSlice, writeSlice } from '../platform/persisted.ts';
import { remembered } from './recentSearches.ts';

interface Searched {
  recent: readonly string[];
}

/** What was searched for, newest first; kept under `search`. */
export const useRecentSearches = create<Searched>(() => restored(readSlice('search')));

useRecentSearches.subscribe((searched) => writeSlice('search', searched));

/** Puts a term in front unless it is there. */
export const rememberSearch = (term: string): void =>
  useRecentSearches.setState(({ recent }) => ({ recent: remembered(recent, term) }));

/** Empties the list. */
export const forgetSearches = (): void => useRecentSearches.setState({ recent: [] });

function restored(kept: unknown): Searched {
  const { recent } = (kept ?? {}) as { recent?: unknown };
  return { recent: Array.isArray(recent) ? recent.filter((term) => typeof term === 'string') : [] };
}
