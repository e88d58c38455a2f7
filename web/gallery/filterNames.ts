import type { FilterType } from '@promenade/contract/options';
import type { TextKey } from '../platform/text.ts';

/** What each type is called. */
export const filterNames = {
  genre: 'filters.genre',
  mood: 'filters.mood',
  instrument: 'filters.instrument',
  market: 'filters.market',
  version: 'filters.version',
  package: 'filters.package',
  release_type: 'filters.release-type',
} as const satisfies Record<FilterType, TextKey>;

/** From so many choices on, a list of them can be searched. */
export const SEARCH_BEYOND = 10;
