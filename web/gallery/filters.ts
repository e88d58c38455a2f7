import {
  type FilterChoice,
  type FilterType,
  filterTypes,
  type Market,
  type Options,
} from '@promenade/contract/options';

/** One thing that narrows the gallery; the same id may stand under two types. */
export interface FilterKey {
  type: FilterType;
  id: string;
}

/** The same with the name that people know it by; the id where nobody knows it any more. */
export interface ActiveFilter extends FilterKey {
  label: string;
}

/** What is chosen, and the switches beside it. */
export interface Filters {
  chosen: readonly FilterKey[];
  additionalFilterSettings: { explicit: boolean; unheard: boolean };
}

/** The switches that are no lists. */
export const settings = ['explicit', 'unheard'] as const;
export type FilterSetting = (typeof settings)[number];

/** Everything is shown: where one starts, and where "Clear all" leads (C-FILTER-04). */
export const noFilters: Filters = { chosen: [], additionalFilterSettings: { explicit: false, unheard: false } };

/** The name of a type's list, in addresses, in questions to the server and in the options. */
export const listOf = {
  genre: 'genres',
  mood: 'moods',
  instrument: 'instruments',
  market: 'markets',
  version: 'versions',
  package: 'packages',
  release_type: 'release_types',
} as const satisfies Record<FilterType, keyof Options>;

/** All that there is of one type; markets have the address of a picture. */
export const choicesOf = (options: Options, type: FilterType): readonly (FilterChoice & Partial<Market>)[] =>
  options[listOf[type]];

/** Adds what is not there, takes away what is (C-FILTER-02). */
export function toggle(filters: Filters, { type, id }: FilterKey): Filters {
  const isOther = (one: FilterKey) => one.type !== type || one.id !== id;
  const others = filters.chosen.filter(isOther);
  return { ...filters, chosen: others.length < filters.chosen.length ? others : [...others, { type, id }] };
}

/** Turns a switch over. */
export function toggleSetting(filters: Filters, setting: FilterSetting): Filters {
  const { additionalFilterSettings: now } = filters;
  return { ...filters, additionalFilterSettings: { ...now, [setting]: !now[setting] } };
}

/** The ids that are chosen of one type. */
export const idsOf = ({ chosen }: Filters, type: FilterType): string[] =>
  chosen.filter((one) => one.type === type).map(({ id }) => id);

/** How many things narrow the gallery. */
export const countOf = ({ chosen, additionalFilterSettings }: Filters): number =>
  chosen.length + settings.filter((setting) => additionalFilterSettings[setting]).length;

/** The chosen ones with their names, type by type. */
export function activeFilters(filters: Filters, options: Options): ActiveFilter[] {
  return filterTypes.flatMap((type) =>
    idsOf(filters, type).map((id) => {
      const known = choicesOf(options, type).find((one) => one.id === id);
      return { type, id, label: known?.name ?? id };
    }),
  );
}

/** The names of the chosen genres (C-FILTER-15). */
export const selectedGenres = (filters: Filters, options: Options): string[] =>
  activeFilters(filters, options)
    .filter(({ type }) => type === 'genre')
    .map(({ label }) => label);

/** The chosen markets, whole (C-FILTER-15). */
export const selectedMarkets = (filters: Filters, { markets }: Options): Market[] =>
  markets.filter(({ id }) => idsOf(filters, 'market').includes(id));
