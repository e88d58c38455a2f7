import { RECENT_SEARCHES_MAX } from '@promenade/contract/limits';

/** Newest first. A term that is there already keeps its place; the oldest makes room (C-SEARCH-14, C-SEARCH-15). */
export function remembered(recent: readonly string[], term: string): readonly string[] {
  const trimmed = term.trim();
  if (trimmed === '' || recent.includes(trimmed)) return recent;
  return [trimmed, ...recent].slice(0, RECENT_SEARCHES_MAX);
}
