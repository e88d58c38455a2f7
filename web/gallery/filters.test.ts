import { expect, test } from 'vitest';
import { sampleOptions } from '../testing/options.ts';
import {
  countFilters,
  type Filters,
  listActiveFilters,
  listGenreNames,
  noFilters,
  toggleFilter,
  toggleSwitch,
} from './filters.ts';

const house = { type: 'genre', id: '100' } as const;
const filterBy = (...chosen: Filters['selected']): Filters => ({ ...noFilters, selected: chosen });

test('toggling a filter adds or removes it', { tags: ['C-FILTER-02'] }, () => {
  const filters = toggleFilter(noFilters, house);
  expect(filters.selected).toEqual([house]);
  expect(toggleFilter(filters, house).selected).toEqual([]);
});

test('the same id under two types is two filters, each with type, id and label', {
  tags: ['C-FILTER-03', 'C-ENTITY-12'],
}, () => {
  const both = [house, { type: 'mood', id: '100' }, { type: 'market', id: 'ca' }] as const;
  const filters = both.reduce(toggleFilter, noFilters);
  expect(listActiveFilters(filters, sampleOptions)).toEqual([
    { ...house, label: 'House' },
    { type: 'mood', id: '100', label: '100' },
    { type: 'market', id: 'ca', label: 'Canada', icon: '/api/options/logos/ca-small.png' },
  ]);
  expect(toggleFilter(filters, house).selected).toEqual(both.slice(1));
});

test('explicit is off at first, and its switch changes nothing else', { tags: ['C-ENTITY-12'] }, () => {
  expect(noFilters.additionalFilterSettings.explicit).toBe(false);
  const switched = toggleSwitch(filterBy(house), 'explicit');
  expect([switched.additionalFilterSettings.explicit, switched.selected, countFilters(switched)]).toEqual([
    true,
    [house],
    2,
  ]);
});

test('selected genres are listed by name, selected markets with name and icon', {
  tags: ['C-FILTER-15', 'C-ENTITY-11', 'C-ENUM-06'],
}, () => {
  const filters = filterBy(house, { type: 'market', id: 'de' }, { type: 'genre', id: '101' });
  expect(listGenreNames(filters, sampleOptions)).toEqual(['House', 'Jazz']);
  expect(listActiveFilters(filters, sampleOptions)).toContainEqual({
    type: 'market',
    id: 'de',
    label: 'Germany',
    icon: '/api/options/logos/de-small.png',
  });
});
