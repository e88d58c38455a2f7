import * as z from 'zod/mini';
import { pageSize, Release, ReleaseFilter, Track } from './catalogue.ts';
import { LINE_MAX, SEARCH_PAGE_SIZE_MAX, SEARCH_PREVIEW_PAGE_SIZE } from './limits.ts';
import { route } from './route.ts';

/** Tabs in their order (requirements C-SEARCH-01, C-SEARCH-02). */
export const searchTabs = ['top', 'tracks', 'artists', 'labels', 'releases'] as const;
export type SearchTab = (typeof searchTabs)[number];
export const SearchSection = z.enum(['tracks', 'artists', 'labels', 'releases']);
export type SearchSection = z.infer<typeof SearchSection>;

/** Two names of one score; larger is better (requirement C-SEARCH-11). */
const relevance = { score: z.number(), relevance: z.number() };

export const TrackResult = z.extend(Track, relevance);
export type TrackResult = z.infer<typeof TrackResult>;

/** Pictures are the artist's own, else the cover of the newest release that the account may hear. */
export const ArtistResult = z.object({
  artistid: z.uuid(),
  artist: z.string(),
  thumbnail: z.nullable(z.string()),
  coverart: z.nullable(z.string()),
  /** Number of releases that the account may hear. */
  releases: z.number(),
  ...relevance,
});
export type ArtistResult = z.infer<typeof ArtistResult>;
export const LabelResult = z.object({
  labelid: z.uuid(),
  label: z.string(),
  logo: z.nullable(z.string()),
  releases: z.number(),
  ...relevance,
});
export type LabelResult = z.infer<typeof LabelResult>;

/** Lists are sorted best first; sections that were not requested are empty. */
export const SearchResults = z.object({
  tracks: z.array(TrackResult),
  artists: z.array(ArtistResult),
  labels: z.array(LabelResult),
  releases: z.array(z.extend(Release, relevance)),
  /** At most 15 best results of all sections, by id; ties in the order of the tabs. */
  top: z.array(z.object({ section: SearchSection, id: z.string() })),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const search = route({
  method: 'GET',
  path: '/search',
  access: 'player',
  summary: 'Finds tracks, artists, labels and releases; ignores accents, case and single typing errors.',
  query: z.object({
    /** An empty text has no results. */
    filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
    section: z.optional(z.enum(searchTabs)),
    /** Results per section. */
    pagesize: pageSize(SEARCH_PREVIEW_PAGE_SIZE, SEARCH_PAGE_SIZE_MAX),
    genres: ReleaseFilter.shape.genres,
    markets: ReleaseFilter.shape.markets,
  }),
  answer: SearchResults,
});

/** Refuses accounts that may hear no release of the artist. */
export const artistPicture = route({
  method: 'GET',
  path: '/artist/:artistid/:file',
  access: 'picture',
  summary: 'Returns the picture of an artist.',
  params: z.object({ artistid: z.uuid(), file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.webp$/)) }),
  file: 'image/webp',
});
