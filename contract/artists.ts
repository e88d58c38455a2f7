import * as z from 'zod/mini';
import { listOf, PageQuery, Release, Track } from './catalogue.ts';
import { route } from './route.ts';
import { Artist, Label } from './search.ts';

// Pages of artists and labels (requirements decision 38). All of them refuse with NOT_FOUND whoever may hear no release
// of the artist or label, as for an unknown id. Archived releases are included.

const ArtistParams = z.object({ artistid: z.uuid() });
const LabelParams = z.object({ labelid: z.uuid() });

export const artist = route({
  method: 'GET',
  path: '/artist/:artistid',
  summary: 'Returns name and picture of an artist.',
  refuses: ['NOT_FOUND'],
  params: ArtistParams,
  answer: Artist,
});

export const artistReleases = route({
  method: 'GET',
  path: '/artist/:artistid/release',
  summary: 'Lists the releases of an artist that this account may hear, newest first.',
  refuses: ['NOT_FOUND'],
  params: ArtistParams,
  query: PageQuery,
  answer: listOf(Release),
});

export const artistTracks = route({
  method: 'GET',
  path: '/artist/:artistid/track',
  summary: 'Lists the songs of an artist that this account may hear, those of the newest release first.',
  refuses: ['NOT_FOUND'],
  params: ArtistParams,
  query: PageQuery,
  answer: listOf(Track),
});

export const label = route({
  method: 'GET',
  path: '/label/:labelid',
  summary: 'Returns name and logo of a label.',
  refuses: ['NOT_FOUND'],
  params: LabelParams,
  answer: Label,
});

export const labelReleases = route({
  method: 'GET',
  path: '/label/:labelid/release',
  summary: 'Lists the releases of a label that this account may hear, newest first.',
  refuses: ['NOT_FOUND'],
  params: LabelParams,
  query: PageQuery,
  answer: listOf(Release),
});

/** Refuses accounts that may hear no release of the artist. */
export const artistPicture = route({
  method: 'GET',
  path: '/artist/:artistid/:file',
  access: 'picture',
  summary: 'Returns the picture of an artist.',
  refuses: ['NOT_FOUND'],
  params: z.object({ artistid: z.uuid(), file: z.string().check(z.regex(/^[0-9a-f]{16,64}\.webp$/)) }),
  file: 'image/webp',
});
