import { FILTER_MAX, RECENT_SEARCHES_MAX } from '@promenade/contract/limits';
import { createAccountStore } from '../platform/accountStore.ts';

interface RecentSearches {
  recent: readonly string[];
}

/** Recent search terms, newest first; persisted under `search`. */
export const useRecentSearches = createAccountStore<RecentSearches>({
  slice: 'search',
  load: parseRecentSearches,
  save: (state) => state,
});

export const saveSearch = (term: string): void =>
  useRecentSearches.setState(({ recent }) => ({ recent: addRecentSearch(recent, term) }));

export const clearRecentSearches = (): void => useRecentSearches.setState({ recent: [] });

function parseRecentSearches(slice: unknown): RecentSearches {
  const { recent } = (slice ?? {}) as { recent?: unknown };
  const terms = Array.isArray(recent) ? recent.filter((term) => typeof term === 'string') : [];
  return { recent: terms.filter(({ length }) => length <= FILTER_MAX).slice(0, RECENT_SEARCHES_MAX) };
}

/** Puts a new term first and drops the oldest; a known term keeps its position (requirements C-SEARCH-14, C-SEARCH-15). */
export function addRecentSearch(recent: readonly string[], term: string): readonly string[] {
  const trimmed = term.trim();
  if (trimmed === '' || recent.includes(trimmed)) return recent;
  return [trimmed, ...recent].slice(0, RECENT_SEARCHES_MAX);
}
