import * as z from 'zod/mini';
import { listOf, ReleaseType } from './catalogue.ts';
import { ofEachKind, ProposedKind, proposedNames } from './releaseFields.ts';
import { route } from './route.ts';

/** Versions of a song (requirement C-ENUM-02). */
export const songVersions = [
  'Album',
  'Clean',
  'Radio',
  'Explicit',
  'Album version',
  'Club mix',
  'Hook',
  'Instrumental',
  'Liner',
  'Other',
  'Radio edit',
  'Remix',
  'Vocal',
] as const;

/** Filters of the gallery (requirement C-FILTER-01), and the label. */
export const filterTypes = [
  ...ProposedKind.options.map((kind) => proposedNames[kind]),
  'market',
  'version',
  'package',
  'release_type',
  'label',
] as const;
export type FilterType = (typeof filterTypes)[number];

export const FilterChoice = z.object({ id: z.string(), name: z.string() });
export type FilterChoice = z.infer<typeof FilterChoice>;
/** `icon` is the path of a picture. */
export const Market = z.extend(FilterChoice, { icon: z.string() });
export type Market = z.infer<typeof Market>;

/** `packages` are those of the account. */
export const Options = z.object({
  ...ofEachKind(() => z.array(FilterChoice)),
  markets: z.array(Market),
  packages: z.array(FilterChoice),
  release_types: z.array(z.object({ id: ReleaseType, name: z.string() })),
  versions: z.array(z.object({ id: z.enum(songVersions), name: z.string() })),
  labels: z.array(FilterChoice),
  /** Whether this installation allows downloads (requirement C-ROLE-02). */
  downloads_enabled: z.boolean(),
  /** Whether it makes downloads as FLAC. */
  flac_enabled: z.optional(z.boolean()),
});
export type Options = z.infer<typeof Options>;

export const options = route({
  method: 'GET',
  path: '/options',
  summary: 'Returns the filter options of releases, and whether downloads are enabled.',
  answer: Options,
});

export const genres = route({
  method: 'GET',
  path: '/options/genres',
  summary: 'Lists all genres by name.',
  answer: listOf(FilterChoice),
});

export const markets = route({
  method: 'GET',
  path: '/options/markets',
  summary: 'Lists all markets by name.',
  answer: listOf(Market),
});

export const marketLogos = route({
  method: 'GET',
  path: '/options/logos',
  summary: 'Lists the logos of all markets, each in three sizes.',
  answer: listOf(z.object({ market: z.string(), suffix: z.enum(['', '-small', '-large']), url: z.string() })),
});

/** `file` is market id, suffix and `.png`. */
export const marketLogo = route({
  method: 'GET',
  path: '/options/logos/:file',
  access: 'picture',
  summary: 'Returns the logo of a market.',
  refuses: ['NOT_FOUND'],
  params: z.object({ file: z.string().check(z.regex(/^[a-z0-9-]{1,80}\.png$/)) }),
  file: 'image/png',
});
