import * as z from 'zod/mini';
import { pageSize, Release, ReleaseFilter, Track } from './catalogue.ts';
import { LINE_MAX, SEARCH_ALL, SEARCH_PREVIEW_ASKED } from './limits.ts';
import { route } from './route.ts';

/** The tabs, in their order; the routes take them all (C-SEARCH-01, C-SEARCH-02). */
export const searchTabs = ['top', 'tracks', 'artists', 'labels', 'releases'] as const;
export type SearchTab = (typeof searchTabs)[number];
export const SearchSection = z.enum(['tracks', 'artists', 'labels', 'releases']);
export type SearchSection = z.infer<typeof SearchSection>;

/** How well a result fits, larger is better; both names say the same (C-SEARCH-11). */
const relevance = { score: z.number(), relevance: z.number() };

export const FoundTrack = z.extend(Track, relevance);
export type FoundTrack = z.infer<typeof FoundTrack>;
export const FoundRelease = z.extend(Release, relevance);
export type FoundRelease = z.infer<typeof FoundRelease>;

/** Pictures are paths: the artist's own, else the cover of the newest release that the account may hear. */
export const FoundArtist = z.object({
  artistid: z.uuid(),
  artist: z.string(),
  thumbnail: z.nullable(z.string()),
  coverart: z.nullable(z.string()),
  /** How many releases of this artist the account may hear. */
  releases: z.number(),
  ...relevance,
});
export type FoundArtist = z.infer<typeof FoundArtist>;
export const FoundLabel = z.object({
  labelid: z.uuid(),
  label: z.string(),
  logo: z.nullable(z.string()),
  releases: z.number(),
  ...relevance,
});
export type FoundLabel = z.infer<typeof FoundLabel>;

/** Lists best first; a section that was not asked for is empty. */
export const Found = z.object({
  tracks: z.array(FoundTrack),
  artists: z.array(FoundArtist),
  labels: z.array(FoundLabel),
  releases: z.array(FoundRelease),
  /** The best of all sections, at most 15: ids of the results above, best first, ties in the order of the tabs. */
  top: z.array(z.object({ section: SearchSection, id: z.string() })),
});
export type Found = z.infer<typeof Found>;

export const search = route({
  method: 'GET',
  path: '/search',
  access: 'player',
  summary: 'Finds tracks, artists, labels and releases; accents, case and one wrong letter do not matter.',
  query: z.object({
    /** What was typed. Nothing finds nothing. */
    filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
    section: z.optional(z.enum(searchTabs)),
    /** Of each section. */
    pagesize: pageSize(SEARCH_PREVIEW_ASKED, SEARCH_ALL),
    genres: ReleaseFilter.shape.genres,
    markets: ReleaseFilter.shape.markets,
  }),
  answer: Found,
});

/** The account must hear a release of this artist. `file` is the content hash and its ending. */
export const artistPicture = route({
  method: 'GET',
  path: '/artist/:artistid/:file',
  access: 'picture',
  summary: 'The picture of an artist.',
  params: z.object({ artistid: z.uuid(), file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.webp$/)) }),
  file: 'image/webp',
});
