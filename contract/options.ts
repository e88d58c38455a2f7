import * as z from 'zod/mini';
import { listOf, ReleaseType } from './catalogue.ts';
import { route } from './route.ts';
import { songVersions } from './songVersions.ts';

/** What a gallery can be narrowed by (C-FILTER-01). */
export const filterTypes = ['genre', 'mood', 'instrument', 'market', 'version', 'package', 'release_type'] as const;
export type FilterType = (typeof filterTypes)[number];

/** One thing to choose. `id` is what a filter sends. */
export const FilterChoice = z.object({ id: z.string(), name: z.string() });
export type FilterChoice = z.infer<typeof FilterChoice>;
/** `icon` is the path of a picture. */
export const Market = z.extend(FilterChoice, { icon: z.string() });
export type Market = z.infer<typeof Market>;

/** Everything to choose from; packages are those that the account holds. */
export const Options = z.object({
  genres: z.array(FilterChoice),
  markets: z.array(Market),
  packages: z.array(FilterChoice),
  release_types: z.array(z.object({ id: ReleaseType, name: z.string() })),
  versions: z.array(z.object({ id: z.enum(songVersions), name: z.string() })),
  moods: z.array(FilterChoice),
  instruments: z.array(FilterChoice),
  /** The switch over all downloads of this installation (C-ROLE-02). */
  downloads_enabled: z.boolean(),
});
export type Options = z.infer<typeof Options>;

export const options = route({
  method: 'GET',
  path: '/options',
  access: 'player',
  summary: 'What releases can be filtered by, and what this installation allows.',
  answer: Options,
});

export const genres = route({
  method: 'GET',
  path: '/options/genres',
  access: 'player',
  summary: 'All genres, by name.',
  answer: listOf(FilterChoice),
});

export const markets = route({
  method: 'GET',
  path: '/options/markets',
  access: 'player',
  summary: 'All markets, by name.',
  answer: listOf(Market),
});

export const marketLogos = route({
  method: 'GET',
  path: '/options/logos',
  access: 'player',
  summary: 'The logos of all markets, each in three sizes.',
  answer: listOf(z.object({ market: z.string(), suffix: z.enum(['', '-small', '-large']), url: z.string() })),
});

/** `file` is a market's id, `-small`, `-large` or nothing, and `.png`. Refuses: NOT_FOUND. */
export const marketLogo = route({
  method: 'GET',
  path: '/options/logos/:file',
  access: 'picture',
  summary: 'The logo of a market as PNG.',
  params: z.object({ file: z.string().check(z.regex(/^[a-z0-9-]{1,80}\.png$/)) }),
  file: 'image/png',
});
