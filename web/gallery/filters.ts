import {
  type FilterChoice,
  type FilterType,
  filterTypes,
  type Market,
  type Options,
} from '@promenade/contract/options';
import type { TextKey } from '../platform/text.ts';

/** One choice of a filter; the same id may exist under two types. */
export interface FilterKey {
  type: FilterType;
  id: string;
}

export interface Filters {
  selected: readonly FilterKey[];
  additionalFilterSettings: { explicit: boolean; tohear: boolean };
  /** From and to, `118-124`; empty for all. */
  bpm: string;
  /** Some of `musicalKeys`; with `fits` also the relative and neighbouring keys of each. */
  keys: readonly string[];
  fits: boolean;
  /** ISO instant: what arrived since. Empty for all. */
  since: string;
}

/** The filters that are on or off. */
export const filterSwitches = ['explicit', 'tohear'] as const;
export type FilterSwitch = (typeof filterSwitches)[number];

/** The start and the target of "Clear all" (requirement C-FILTER-04). */
export const noFilters: Filters = {
  selected: [],
  additionalFilterSettings: { explicit: false, tohear: false },
  bpm: '',
  keys: [],
  fits: false,
  since: '',
};

/** The parameter of a type in page URLs, in requests and in the options. */
export const filterParam = <Type extends FilterType>(type: Type): `${Type}s` => `${type}s`;

export function filterLabel(type: FilterType): TextKey {
  if (type === 'label') return 'filters.label-name';
  return type === 'release_type' ? 'filters.release-type' : `filters.${type}`;
}

/** Longer lists of choices get a search field. */
export const SEARCHABLE_ABOVE = 10;

export const listFilterOptions = (options: Options, type: FilterType): readonly (FilterChoice & Partial<Market>)[] =>
  options[filterParam(type)];

/** Adds or removes a choice (requirement C-FILTER-02). */
export function toggleFilter(filters: Filters, { type, id }: FilterKey): Filters {
  const others = filters.selected.filter((filter) => filter.type !== type || filter.id !== id);
  return { ...filters, selected: others.length < filters.selected.length ? others : [...others, { type, id }] };
}

export function toggleSwitch(filters: Filters, name: FilterSwitch): Filters {
  const { additionalFilterSettings } = filters;
  return {
    ...filters,
    additionalFilterSettings: { ...additionalFilterSettings, [name]: !additionalFilterSettings[name] },
  };
}

export const toggleKey = (filters: Filters, key: string): Filters => ({
  ...filters,
  keys: filters.keys.includes(key) ? filters.keys.filter((other) => other !== key) : [...filters.keys, key],
});

/** How many of tempo and keys are chosen. */
export const countMusicFilters = ({ bpm, keys }: Filters): number => Number(bpm !== '') + keys.length;

export const listFilterIds = ({ selected }: Filters, type: FilterType): string[] =>
  selected.filter((filter) => filter.type === type).map(({ id }) => id);

export const countFilters = (filters: Filters): number =>
  filters.selected.length +
  filterSwitches.filter((name) => filters.additionalFilterSettings[name]).length +
  countMusicFilters(filters) +
  Number(filters.since !== '');

/** The selected choices, type by type. Unknown ids are their own labels; markets have an icon. */
export const listActiveFilters = (filters: Filters, options: Options) =>
  filterTypes.flatMap((type) =>
    listFilterIds(filters, type).map((id) => {
      const option = listFilterOptions(options, type).find((choice) => choice.id === id);
      return { type, id, label: option?.name ?? id, icon: option?.icon };
    }),
  );

/** The names of the selected genres (requirement C-FILTER-15). */
export const listGenreNames = (filters: Filters, options: Options): string[] =>
  listActiveFilters(filters, options)
    .filter(({ type }) => type === 'genre')
    .map(({ label }) => label);
