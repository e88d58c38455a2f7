import * as z from 'zod/mini';
import { pageSize, Release, ReleaseFilter, Track } from './catalogue.ts';
import { LINE_MAX, SEARCH_PAGE_SIZE_MAX, SEARCH_PREVIEW_PAGE_SIZE } from './limits.ts';
import { route } from './route.ts';

/** Tabs in their order (requirements C-SEARCH-01, C-SEARCH-02). */
export const searchTabs = ['top', 'tracks', 'artists', 'labels', 'releases'] as const;
export type SearchTab = (typeof searchTabs)[number];
export const SearchSection = z.enum(['tracks', 'artists', 'labels', 'releases']);
export type SearchSection = z.infer<typeof SearchSection>;

/** Larger is better (requirements C-SEARCH-11, decision 1). */
const score = { score: z.number() };

export const TrackResult = z.extend(Track, score);
export type TrackResult = z.infer<typeof TrackResult>;

/** Pictures are the artist's own, else the cover of the newest release that the account may hear. */
export const Artist = z.object({
  artistid: z.uuid(),
  artist: z.string(),
  thumbnail: z.nullable(z.string()),
  coverart: z.nullable(z.string()),
  /** Number of releases that the account may hear. */
  releases: z.number(),
});
export type Artist = z.infer<typeof Artist>;
export const ArtistResult = z.extend(Artist, score);
export type ArtistResult = z.infer<typeof ArtistResult>;
export const Label = z.object({
  labelid: z.uuid(),
  label: z.string(),
  logo: z.nullable(z.string()),
  releases: z.number(),
});
export type Label = z.infer<typeof Label>;
export const LabelResult = z.extend(Label, score);
export type LabelResult = z.infer<typeof LabelResult>;

/** Lists are sorted best first; sections that were not requested are empty. */
export const SearchResults = z.object({
  tracks: z.array(TrackResult),
  artists: z.array(ArtistResult),
  labels: z.array(LabelResult),
  releases: z.array(z.extend(Release, score)),
  /** At most 15 best results of all sections, by id; ties in the order of the tabs. */
  top: z.array(z.object({ section: SearchSection, id: z.string() })),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const search = route({
  method: 'GET',
  path: '/search',
  summary: 'Finds tracks, artists, labels and releases; ignores accents, case, spaces and single typing errors.',
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
