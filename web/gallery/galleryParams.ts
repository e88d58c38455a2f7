import type { ReleaseSort } from '@promenade/contract/catalogue';
import { FILTER_MAX, POPULAR_DAYS } from '@promenade/contract/limits';
import { filterTypes } from '@promenade/contract/options';
import type { ReleasesAsked } from '../releases/data.ts';
import { type Filters, idsOf, listOf, noFilters, settings } from './filters.ts';

/** In which order releases come: `days` is the window of the popular sort, null for all others. */
export interface Order {
  sort: ReleaseSort;
  days: number | null;
}

/** What the gallery shows: which releases, in which order. */
export interface GalleryChoice extends Order {
  filters: Filters;
}

/** The orders with a name of their own (C-ENUM-04, C-GALLERY-29), the usual one first. */
export const chartPeriods = [
  { id: 'all', sort: '-date', days: null },
  { id: '7', sort: '-popular', days: 7 },
  { id: '30', sort: '-popular', days: POPULAR_DAYS },
  { id: 'trending', sort: '-trending', days: null },
] as const satisfies ({ id: string } & Order)[];
export type ChartPeriod = (typeof chartPeriods)[number]['id'];

/** By the headers of the list, and by date the other way round. */
const columnSorts: readonly string[] = ['date', 'artist', '-artist', 'title', '-title', 'duration', '-duration'];

/** An order that the gallery knows, or nothing. A popular sort without a window has the usual one (C-GALLERY-31). */
export function orderOf(sort: unknown, days: unknown): Order | undefined {
  if (sort === '-popular') return { sort, days: Number(days) === 7 ? 7 : POPULAR_DAYS };
  const isKnown = sort === '-date' || sort === '-trending' || columnSorts.includes(String(sort));
  return isKnown ? { sort: sort as ReleaseSort, days: null } : undefined;
}

/** The chart period that this order is. */
export const periodOf = ({ sort, days }: Order): ChartPeriod | undefined =>
  chartPeriods.find((period) => period.sort === sort && period.days === days)?.id;

/** What an address asks for. What makes no sense in it is left out; `kept` serves where it names no order (decision 13). */
export function readChoice(address: URLSearchParams, kept: { sort: unknown; days: unknown }): GalleryChoice {
  const chosen = filterTypes.flatMap((type) => listed(address.get(listOf[type])).map((id) => ({ type, id })));
  const additionalFilterSettings = { ...noFilters.additionalFilterSettings };
  for (const setting of settings) additionalFilterSettings[setting] = address.get(setting) === 'true';
  const order = orderOf(address.get('sort'), address.get('days')) ?? orderOf(kept.sort, kept.days);
  return { filters: { chosen, additionalFilterSettings }, ...(order ?? { sort: '-date', days: null }) };
}

/** The part of an address after the question mark that says this choice, its order included. */
export function writeChoice(choice: GalleryChoice): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(askedOf(choice))) address.set(name, String(value));
  // Commas may stand as they are, and read better.
  return address.toString().replaceAll('%2C', ',');
}

/** The question to the server; what is not chosen is not sent, and equal choices ask equally (C-FILTER-10, C-FILTER-12). */
export function askedOf({ filters, sort, days }: GalleryChoice): ReleasesAsked {
  const lists = filterTypes
    .map((type) => [listOf[type], idsOf(filters, type).toSorted().join(',')] as const)
    .filter(([, ids]) => ids !== '');
  const switches = settings
    .filter((setting) => filters.additionalFilterSettings[setting])
    .map((setting) => [setting, 'true'] as const);
  return {
    ...Object.fromEntries<string>([...lists, ...switches]),
    sort,
    ...(days === null ? {} : { days }),
  };
}

/** The different ones of a list with commas; nothing of one that the server would refuse. */
function listed(text: string | null): string[] {
  if (text === null || text.length > FILTER_MAX) return [];
  return [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean);
}
