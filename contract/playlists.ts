import * as z from 'zod/mini';
import { listOf, PageQuery, Track, TrackId } from './catalogue.ts';
import { LINE_MAX, PLAYLIST_DESC_MAX, PLAYLIST_NAME_MAX, PLAYLIST_TRACKS_MAX } from './limits.ts';
import { route } from './route.ts';

export const PlaylistId = z.uuid();

/** A playlist as lists show it. Tracks that its account may not hear any more are neither counted nor shown. */
export const Playlist = z.object({
  playlistid: PlaylistId,
  name: z.string(),
  desc: z.string(),
  default: z.boolean(),
  /** How many. */
  tracks: z.number(),
  /** Seconds, of all its tracks. */
  duration: z.number(),
  pinned: z.boolean(),
  /** The first of `thumbnails`; null without a cover. */
  thumbnail: z.nullable(z.string()),
  /** Different covers of its first tracks, 500 px wide WebP, at most `PLAYLIST_THUMBNAILS`. */
  thumbnails: z.array(z.string()),
  /** Whether one of its tracks may be downloaded. */
  candownload: z.boolean(),
});
export type Playlist = z.infer<typeof Playlist>;

/** A track in a playlist: `ordinal` and `index` stay those of its release, whose cover has this dominant colour, #rrggbb. */
export const PlaylistTrack = z.extend(Track, { color: z.string() });
export type PlaylistTrack = z.infer<typeof PlaylistTrack>;

/** With its tracks in their order. */
export const PlaylistDetail = z.extend(Playlist, { songs: z.array(PlaylistTrack) });
export type PlaylistDetail = z.infer<typeof PlaylistDetail>;

/** Newest, A to Z, starred first (C-PLAYLIST-22). */
export const PlaylistSort = z.enum(['-date', 'name', '-pinned']);
export type PlaylistSort = z.infer<typeof PlaylistSort>;

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(PLAYLIST_NAME_MAX));
const Desc = z.string().check(z.trim(), z.maxLength(PLAYLIST_DESC_MAX));
const Words = z._default(z.string().check(z.maxLength(LINE_MAX)), '');
const TrackIds = z.array(TrackId).check(z.minLength(1), z.maxLength(PLAYLIST_TRACKS_MAX));
const Side = z.enum(['before', 'after']);
const OfPlaylist = z.object({ playlistid: PlaylistId });
const OfTrack = z.object({ playlistid: PlaylistId, trackid: TrackId });

/** `filter` and `searchToken` both are words that name or description must hold (C-API-45). */
export const playlists = route({
  method: 'GET',
  path: '/playlist',
  access: 'player',
  summary: 'The playlists of this account; with `summary=true` without their tracks, else at most ten on a page.',
  query: z.extend(PageQuery, {
    sort: z._default(PlaylistSort, '-date'),
    filter: Words,
    searchToken: Words,
    summary: z._default(z.enum(['true', 'false']), 'false'),
  }),
  answer: listOf(z.extend(Playlist, { songs: z.optional(z.array(PlaylistTrack)) })),
});

export const createPlaylist = route({
  method: 'POST',
  path: '/playlist',
  access: 'player',
  summary: 'Makes an empty playlist.',
  body: z.object({ name: Name, desc: z._default(Desc, ''), default: z._default(z.boolean(), false) }),
  answer: Playlist,
});

/** Refuses: PLAYLIST_NOT_FOUND, here and in every call below. */
export const playlist = route({
  method: 'GET',
  path: '/playlist/:playlistid',
  access: 'player',
  summary: 'A playlist with its tracks.',
  params: OfPlaylist,
  answer: PlaylistDetail,
});

export const changePlaylist = route({
  method: 'PUT',
  path: '/playlist/:playlistid',
  access: 'player',
  summary: 'Gives a playlist another name or description.',
  params: OfPlaylist,
  body: z.object({ name: Name, desc: z.optional(Desc) }),
  answer: Playlist,
});

export const deletePlaylist = route({
  method: 'DELETE',
  path: '/playlist/:playlistid',
  access: 'player',
  summary: 'Removes a playlist.',
  params: OfPlaylist,
  status: 204,
});

export const pinPlaylist = route({
  method: 'POST',
  path: '/playlist/pin/:playlistid',
  access: 'player',
  summary: 'Puts a star on a playlist.',
  params: OfPlaylist,
  answer: Playlist,
});

export const unpinPlaylist = route({
  method: 'DELETE',
  path: '/playlist/pin/:playlistid',
  access: 'player',
  summary: 'Takes the star off a playlist.',
  params: OfPlaylist,
  answer: Playlist,
});

export const playlistTracks = route({
  method: 'GET',
  path: '/playlist/tracks/:playlistid',
  access: 'player',
  summary: 'The tracks of a playlist, in their order.',
  params: OfPlaylist,
  query: PageQuery,
  answer: listOf(PlaylistTrack),
});

/**
 * Without `referenceTrackid` to the top (`before`) or the end (`after`), in the given order. Videos and what is in it
 * already are passed over (C-PLAYLIST-15, C-PLAYLIST-29). Refuses: TRACK_NOT_FOUND, PLAYLIST_FULL, and what the release
 * of a track refuses.
 */
export const addToPlaylist = route({
  method: 'POST',
  path: '/playlist/tracks/:playlistid',
  access: 'player',
  summary: 'Adds tracks to a playlist.',
  params: OfPlaylist,
  body: z.object({ tracks: TrackIds, position: z._default(Side, 'before'), referenceTrackid: z.optional(TrackId) }),
  answer: Playlist,
});

/** `tracks` names what moves, else the one of the path does (decision 23). Refuses: TRACK_NOT_FOUND, VALIDATION. */
export const moveInPlaylist = route({
  method: 'PUT',
  path: '/playlist/tracks/:playlistid/:trackid',
  access: 'player',
  summary: 'Moves tracks of a playlist right before or after another one.',
  params: OfTrack,
  body: z.object({ tracks: z.optional(TrackIds), position: Side, referenceTrackid: TrackId }),
  answer: Playlist,
});

/** Refuses: TRACK_NOT_FOUND. */
export const removeFromPlaylist = route({
  method: 'DELETE',
  path: '/playlist/tracks/:playlistid/:trackid',
  access: 'player',
  summary: 'Takes one track out of a playlist.',
  params: OfTrack,
  answer: Playlist,
});

export const clearPlaylist = route({
  method: 'DELETE',
  path: '/playlist/tracks/:playlistid',
  access: 'player',
  summary: 'Takes these tracks out of a playlist, or all of them (C-API-61).',
  params: OfPlaylist,
  body: z.optional(z.object({ tracks: z.optional(TrackIds) })),
  answer: Playlist,
});

/** The address is opened in a new window, so the session cookie opens it, too. */
export const playlistReport = route({
  method: 'GET',
  path: '/playlist/:playlistid/report.pdf',
  access: 'picture',
  summary: 'What is known of the tracks of a playlist, as a sheet to print.',
  params: OfPlaylist,
  file: 'application/pdf',
});
