import type { Options } from '@promenade/contract/options';

/** For tests: an installation with nothing to choose from. */
export const noOptions: Options = {
  genres: [],
  markets: [],
  packages: [],
  release_types: [],
  versions: [],
  moods: [],
  instruments: [],
  downloads_enabled: true,
};

const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_none, at) => ({ id: `${at + 1}`, name: `${kind} ${at + 1}` }));

/** For tests: something of everything; so many genres that they can be searched. */
export const someOptions: Options = {
  genres: [{ id: '100', name: 'House' }, { id: '101', name: 'Jazz' }, ...names('Genre', 10)],
  markets: [
    { id: 'ca', name: 'Canada', icon: '/api/options/logos/ca-small.png' },
    { id: 'de', name: 'Germany', icon: '/api/options/logos/de-small.png' },
  ],
  packages: names('Package', 2),
  release_types: [
    { id: 'Album', name: 'Album' },
    { id: 'EP', name: 'EP' },
    { id: 'Single', name: 'Single' },
  ],
  versions: [
    { id: 'Clean', name: 'Clean' },
    { id: 'Radio edit', name: 'Radio edit' },
  ],
  moods: names('Mood', 2),
  instruments: names('Instrument', 2),
  downloads_enabled: true,
};
