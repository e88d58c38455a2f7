import { musicalKeys, type ReleaseSort } from '@promenade/contract/catalogue';
import { FILTER_MAX, POPULAR_DAYS } from '@promenade/contract/limits';
import { filterTypes } from '@promenade/contract/options';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ReleaseQuery } from '../catalogue/data.ts';
import { paths } from '../platform/paths.ts';
import { useSettings } from '../platform/settingsStore.ts';
import type { TextKey } from '../platform/text.ts';
import { type Filters, filterParam, filterSwitches, listFilterIds, noFilters } from './filters.ts';

/** `days` is the window of the popular sort, null for all others. */
export interface SortOrder {
  sort: ReleaseSort;
  days: number | null;
}

/** What the gallery shows. It is stated by the URL; the order chosen last applies where the URL states none. */
export interface GalleryParams extends SortOrder {
  filters: Filters;
}

/** The orders of the sort menu (requirements C-ENUM-04, C-GALLERY-29), the default first. */
export const chartPeriods = [
  { id: 'all', sort: '-date', days: null },
  { id: '7', sort: '-popular', days: 7 },
  { id: '30', sort: '-popular', days: POPULAR_DAYS },
  { id: 'trending', sort: '-trending', days: null },
] as const satisfies ({ id: string } & SortOrder)[];

/** Ascending and descending orders. */
const sortColumns = ['date', 'artist', 'title', 'duration', 'bpm', 'key'] as const;

/** Undefined for an unknown sort. The popular sort counts 30 days unless 7 are given (requirement C-GALLERY-31). */
export function parseSortOrder(sort: unknown, days: unknown): SortOrder | undefined {
  if (sort === '-popular') return { sort, days: Number(days) === 7 ? 7 : POPULAR_DAYS };
  const isKnown = sort === '-trending' || sortColumns.some((column) => sort === column || sort === `-${column}`);
  return isKnown ? { sort: sort as ReleaseSort, days: null } : undefined;
}

export const getChartPeriod = ({ sort, days }: SortOrder) =>
  chartPeriods.find((period) => period.sort === sort && period.days === days)?.id;

export function getSortName(order: SortOrder): TextKey {
  const period = getChartPeriod(order);
  if (period) return `filters.sort-${period}`;
  const column = sortColumns.find((name) => order.sort.endsWith(name));
  return column ? `filters.sort-${column}` : 'filters.sort-all';
}

/** Ignores invalid parameters; `fallback` is the order chosen last (requirements decision 13). */
export function parseGalleryParams(params: URLSearchParams, fallback: { sort: unknown; days: unknown }): GalleryParams {
  const selected = filterTypes.flatMap((type) => parseList(params.get(filterParam(type))).map((id) => ({ type, id })));
  const additionalFilterSettings = { ...noFilters.additionalFilterSettings };
  for (const name of filterSwitches) additionalFilterSettings[name] = params.get(name) === 'true';
  const order = parseSortOrder(params.get('sort'), params.get('days')) ?? parseSortOrder(fallback.sort, fallback.days);
  const keys = parseList(params.get('keys')).filter((key) => musicalKeys.some((name) => name === key));
  const [bpm, since] = [params.get('bpm') ?? '', params.get('since') ?? ''];
  const filters: Filters = {
    selected,
    additionalFilterSettings,
    bpm: /^\d{1,3}-\d{1,3}$/.test(bpm) ? bpm : '',
    keys,
    fits: keys.length > 0 && params.get('fits') === 'true',
    since: Number.isNaN(Date.parse(since)) ? '' : since,
  };
  return { filters, ...(order ?? { sort: '-date', days: null }) };
}

/** The query string of the URL, always with the order. */
export function formatGalleryParams(params: GalleryParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(toReleaseQuery(params))) query.set(name, String(value));
  // A query may contain commas, and they are easier to read.
  return query.toString().replaceAll('%2C', ',');
}

/** Equal filters give equal queries; those that are off are left out (requirements C-FILTER-10, C-FILTER-12). */
export function toReleaseQuery({ filters, sort, days }: GalleryParams): ReleaseQuery {
  const lists = filterTypes
    .map((type) => [filterParam(type), listFilterIds(filters, type).toSorted().join(',')] as const)
    .filter(([, ids]) => ids !== '');
  const switches = filterSwitches
    .filter((name) => filters.additionalFilterSettings[name])
    .map((name) => [name, 'true'] as const);
  const { bpm, keys, fits, since } = filters;
  return {
    ...Object.fromEntries<string>([...lists, ...switches]),
    ...(bpm && { bpm }),
    ...(keys.length > 0 && { keys: keys.toSorted().join(','), ...(fits && { fits: 'true' }) }),
    ...(since && { since }),
    sort,
    ...(days === null ? {} : { days }),
  };
}

/** The distinct items of a comma-separated list; none when it is longer than the server accepts. */
function parseList(text: string | null): string[] {
  if (text === null || text.length > FILTER_MAX) return [];
  return [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean);
}

export type ChangeGalleryParams = (next: GalleryParams) => void;

/** The parameters in the URL; `change` adds a history entry and scrolls to the top (requirements decision 13). */
export function useGalleryParams(): { params: GalleryParams; change: ChangeGalleryParams } {
  const { search } = useLocation();
  const navigate = useNavigate();
  const sort = useSettings((setting) => setting.sort);
  const days = useSettings((setting) => setting.days);
  const params = useMemo(() => parseGalleryParams(new URLSearchParams(search), { sort, days }), [search, sort, days]);
  const change = useCallback(
    (next: GalleryParams) => {
      const getLocation = (state: GalleryParams) => ({ pathname: paths.releases, search: formatGalleryParams(state) });
      // The current entry gets its order into the URL, so that going back shows it whatever order is chosen last.
      void navigate(getLocation(params), { replace: true });
      void navigate(getLocation(next), { state: { top: true } });
      useSettings.setState({ sort: next.sort, days: next.days });
    },
    [params, navigate],
  );
  return { params, change };
}
