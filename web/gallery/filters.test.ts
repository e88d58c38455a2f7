import { expect, test } from 'vitest';
import { someOptions } from '../testing/options.ts';
import {
  activeFilters,
  countOf,
  type Filters,
  noFilters,
  selectedGenres,
  selectedMarkets,
  toggle,
  toggleSetting,
} from './filters.ts';

const house = { type: 'genre', id: '100' } as const;
const narrowed = (...chosen: Filters['chosen']): Filters => ({ ...noFilters, chosen });

test('a toggle adds what is not there and takes away what is', { tags: ['C-FILTER-02'] }, () => {
  const one = toggle(noFilters, house);
  expect(one.chosen).toEqual([house]);
  expect(toggle(one, house).chosen).toEqual([]);
});

test('the same id under two types is two filters, each with type, id and label', {
  tags: ['C-FILTER-03', 'C-ENTITY-12'],
}, () => {
  const both = [house, { type: 'mood', id: '100' }, { type: 'market', id: 'ca' }] as const;
  const filters = both.reduce(toggle, noFilters);
  expect(activeFilters(filters, someOptions)).toEqual([
    { ...house, label: 'House' },
    { type: 'mood', id: '100', label: '100' },
    { type: 'market', id: 'ca', label: 'Canada' },
  ]);
  expect(toggle(filters, house).chosen).toEqual(both.slice(1));
});

test('explicit is off at first and turned by itself', { tags: ['C-ENTITY-12'] }, () => {
  expect(noFilters.additionalFilterSettings.explicit).toBe(false);
  const turned = toggleSetting(narrowed(house), 'explicit');
  expect([turned.additionalFilterSettings.explicit, turned.chosen, countOf(turned)]).toEqual([true, [house], 2]);
});

test('selected genres are names, selected markets whole markets', {
  tags: ['C-FILTER-15', 'C-ENTITY-11', 'C-ENUM-06'],
}, () => {
  const filters = narrowed(house, { type: 'market', id: 'de' }, { type: 'genre', id: '101' });
  expect(selectedGenres(filters, someOptions)).toEqual(['House', 'Jazz']);
  expect(selectedMarkets(filters, someOptions)).toEqual([
    { id: 'de', name: 'Germany', icon: '/api/options/logos/de-small.png' },
  ]);
});
