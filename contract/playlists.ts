import * as z from 'zod/mini';
import { listOf, PageQuery, Track, TrackId } from './catalogue.ts';
import { LINE_MAX, PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX, PLAYLIST_TRACKS_MAX } from './limits.ts';
import { route } from './route.ts';

export const PlaylistId = z.uuid();

/** A playlist in a list. Tracks that the account may no longer hear are left out and not counted. */
export const Playlist = z.object({
  playlistid: PlaylistId,
  name: z.string(),
  desc: z.string(),
  default: z.boolean(),
  tracks: z.number(),
  /** Seconds of all tracks. */
  duration: z.number(),
  pinned: z.boolean(),
  /** The first of `thumbnails`. */
  thumbnail: z.nullable(z.string()),
  /** Distinct covers of its first tracks, WebP, 500 px wide, at most `PLAYLIST_THUMBNAILS`. */
  thumbnails: z.array(z.string()),
  /** Whether any track may be downloaded. */
  candownload: z.boolean(),
});
export type Playlist = z.infer<typeof Playlist>;

/** `ordinal` and `index` are those of the release; `color` is the dominant colour of its cover, #rrggbb. */
export const PlaylistTrack = z.extend(Track, { color: z.string() });
export type PlaylistTrack = z.infer<typeof PlaylistTrack>;

export const PlaylistDetail = z.extend(Playlist, { songs: z.array(PlaylistTrack) });
export type PlaylistDetail = z.infer<typeof PlaylistDetail>;

/** Newest, A to Z, starred first (requirement C-PLAYLIST-22). */
export const PlaylistSort = z.enum(['-date', 'name', '-pinned']);
export type PlaylistSort = z.infer<typeof PlaylistSort>;

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(PLAYLIST_NAME_MAX));
const Desc = z.string().check(z.trim(), z.maxLength(PLAYLIST_DESC_MAX));
const SearchText = z._default(z.string().check(z.maxLength(LINE_MAX)), '');
const TrackIds = z.array(TrackId).check(z.minLength(1), z.maxLength(PLAYLIST_TRACKS_MAX));
const Side = z.enum(['before', 'after']);
const PlaylistParams = z.object({ playlistid: PlaylistId });
const TrackParams = z.object({ playlistid: PlaylistId, trackid: TrackId });

/** `filter` and `searchToken` are both words in name or description (requirement C-API-45). */
export const playlists = route({
  method: 'GET',
  path: '/playlist',
  summary: 'Lists the playlists of this account; with their tracks unless `summary=true`, then at most ten a page.',
  query: z.extend(PageQuery, {
    sort: z._default(PlaylistSort, '-date'),
    filter: SearchText,
    searchToken: SearchText,
    summary: z._default(z.enum(['true', 'false']), 'false'),
  }),
  answer: listOf(z.extend(Playlist, { songs: z.optional(z.array(PlaylistTrack)) })),
});

export const createPlaylist = route({
  method: 'POST',
  path: '/playlist',
  once: true,
  changes: 'counts',
  summary: 'Creates an empty playlist.',
  body: z.object({ name: Name, desc: z._default(Desc, ''), default: z._default(z.boolean(), false) }),
  answer: Playlist,
});

/** Refuses, as all calls below: PLAYLIST_NOT_FOUND. */
export const playlist = route({
  method: 'GET',
  path: '/playlist/:playlistid',
  summary: 'Returns a playlist with its tracks.',
  params: PlaylistParams,
  answer: PlaylistDetail,
});

export const changePlaylist = route({
  method: 'PUT',
  path: '/playlist/:playlistid',
  changes: 'counts',
  summary: 'Changes name or description of a playlist.',
  params: PlaylistParams,
  body: z.object({ name: Name, desc: z.optional(Desc) }),
  answer: Playlist,
});

export const deletePlaylist = route({
  method: 'DELETE',
  path: '/playlist/:playlistid',
  changes: 'counts',
  summary: 'Deletes a playlist.',
  params: PlaylistParams,
  status: 204,
});

export const pinPlaylist = route({
  method: 'POST',
  path: '/playlist/pin/:playlistid',
  changes: 'counts',
  summary: 'Stars a playlist.',
  params: PlaylistParams,
  answer: Playlist,
});

export const unpinPlaylist = route({
  method: 'DELETE',
  path: '/playlist/pin/:playlistid',
  changes: 'counts',
  summary: 'Removes the star of a playlist.',
  params: PlaylistParams,
  answer: Playlist,
});

export const playlistTracks = route({
  method: 'GET',
  path: '/playlist/tracks/:playlistid',
  summary: 'Lists the tracks of a playlist in order.',
  params: PlaylistParams,
  query: PageQuery,
  answer: listOf(PlaylistTrack),
});

/**
 * Without `referenceTrackid` adds at the top (`before`) or end (`after`). Skips videos and tracks already in it
 * (requirements C-PLAYLIST-15, C-PLAYLIST-29).
 */
export const addToPlaylist = route({
  method: 'POST',
  path: '/playlist/tracks/:playlistid',
  once: true,
  changes: 'counts',
  summary: 'Adds tracks to a playlist.',
  refuses: ['TRACK_NOT_FOUND', 'PLAYLIST_FULL', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: PlaylistParams,
  body: z.object({ tracks: TrackIds, position: z._default(Side, 'before'), referenceTrackid: z.optional(TrackId) }),
  answer: Playlist,
});

/** Moves `tracks`, or the track of the path (requirements decision 23). */
export const moveInPlaylist = route({
  method: 'PUT',
  path: '/playlist/tracks/:playlistid/:trackid',
  changes: 'counts',
  summary: 'Moves tracks of a playlist before or after another track.',
  params: TrackParams,
  body: z.object({ tracks: z.optional(TrackIds), position: Side, referenceTrackid: TrackId }),
  answer: Playlist,
});

export const removeFromPlaylist = route({
  method: 'DELETE',
  path: '/playlist/tracks/:playlistid/:trackid',
  changes: 'counts',
  summary: 'Removes a track from a playlist.',
  params: TrackParams,
  answer: Playlist,
});

export const clearPlaylist = route({
  method: 'DELETE',
  path: '/playlist/tracks/:playlistid',
  changes: 'counts',
  summary: 'Removes the given tracks from a playlist, or all of them.',
  params: PlaylistParams,
  body: z.optional(z.object({ tracks: z.optional(TrackIds) })),
  answer: Playlist,
});

export const playlistSheet = route({
  method: 'GET',
  path: '/playlist/:playlistid/report.pdf',
  access: 'picture',
  summary: 'Returns the metadata of the tracks of a playlist as a printable sheet.',
  refuses: ['TOO_MANY_REQUESTS'],
  params: PlaylistParams,
  file: 'application/pdf',
});
