import type { Options } from '@promenade/contract/options';
import { ofEachKind } from '@promenade/contract/releaseFields';

export const emptyOptions: Options = {
  ...ofEachKind(() => []),
  markets: [],
  packages: [],
  release_types: [],
  versions: [],
  labels: [],
  downloads_enabled: true,
};

const createEntries = (kind: string, count: number) =>
  Array.from({ length: count }, (_none, index) => ({ id: `${index + 1}`, name: `${kind} ${index + 1}` }));

/** Every list has entries; there are enough genres for the search field. */
export const sampleOptions: Options = {
  genres: [{ id: '100', name: 'House' }, { id: '101', name: 'Jazz' }, ...createEntries('Genre', 10)],
  markets: [
    { id: 'ca', name: 'Canada', icon: '/api/options/logos/ca-small.png' },
    { id: 'de', name: 'Germany', icon: '/api/options/logos/de-small.png' },
  ],
  packages: createEntries('Package', 2),
  release_types: [
    { id: 'Album', name: 'Album' },
    { id: 'EP', name: 'EP' },
    { id: 'Single', name: 'Single' },
  ],
  versions: [
    { id: 'Clean', name: 'Clean' },
    { id: 'Radio edit', name: 'Radio edit' },
  ],
  moods: createEntries('Mood', 2),
  instruments: createEntries('Instrument', 2),
  labels: [{ id: '00000000-0000-4000-8000-000000000001', name: 'Parallel' }],
  downloads_enabled: true,
};
