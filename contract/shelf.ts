import * as z from 'zod/mini';
import { Day } from './calendar/day.ts';
import { listOf, PageQuery, ReactionKind, Release, ReleaseId, TrackId } from './catalogue.ts';
import { LISTS, ListFormat, ListQuery } from './downloads.ts';
import { Line, RequiredLine, TimeZone } from './fields.ts';
import {
  AIRPLAY_SONGS_MAX,
  AIRPLAY_TIMES_MAX,
  AIRPLAYS_AT_ONCE_MAX,
  LINE_MAX,
  MARKED_AT_ONCE_MAX,
  NOTE_MAX,
} from './limits.ts';
import { route } from './route.ts';

/** What a company decided about a release; one that nobody decided about is proposed. */
export const ShelfState = z.enum(['proposed', 'accepted', 'rotation', 'off']);
export type ShelfState = z.infer<typeof ShelfState>;

export const ShelfVote = z.enum(['for', 'against']);
export type ShelfVote = z.infer<typeof ShelfVote>;

/** What one colleague did with a release since sharing the shelf. */
export const ShelfPerson = z.object({
  playerid: z.uuid(),
  name: z.string(),
  flagged: z.boolean(),
  reaction: z.nullable(ReactionKind),
  downloaded: z.boolean(),
  vote: z.nullable(ShelfVote),
  note: z.string(),
});
export type ShelfPerson = z.infer<typeof ShelfPerson>;

export const ShelfEntry = z.object({
  state: ShelfState,
  /** Empty for none. */
  show: z.string(),
  /** When it is meant to be played; `YYYY-MM-DD`. */
  day: z.nullable(Day),
  /** Who decided; empty if nobody did, or that person shares no more. */
  decidedby: z.string(),
  /** The last thing a colleague did; ISO instant, UTC. */
  at: z.string(),
  /** In the order of their names. */
  people: z.array(ShelfPerson),
});
export type ShelfEntry = z.infer<typeof ShelfEntry>;

export const ShelfItem = z.extend(Release, { shelf: ShelfEntry });
export type ShelfItem = z.infer<typeof ShelfItem>;

const ShelfSort = z.enum(['at', '-at', 'artist', '-artist', 'title', '-title', 'day', '-day', 'votes', '-votes']);
export type ShelfSort = z.infer<typeof ShelfSort>;

/** Without a state: all but those that are off. */
export const ShelfFilter = z.object({
  state: z.optional(ShelfState),
  /** The name of a show. */
  show: z.optional(z.string().check(z.maxLength(LINE_MAX))),
  /** The `playerid` of a colleague: only releases that this person flagged, downloaded, reacted to or voted for. */
  person: z.optional(z.uuid()),
  /** Words in title or artist. */
  filter: z._default(z.string().check(z.maxLength(LINE_MAX)), ''),
  sort: z._default(ShelfSort, '-at'),
});

export const Shelf = z.object({
  /** The company that an operator vouched for; empty without one. */
  company: z.string(),
  /** Whether this account shares its shelf. */
  ison: z.boolean(),
  /** Who else does, by name; empty without `ison`. */
  people: z.array(z.object({ playerid: z.uuid(), name: z.string() })),
  /** The shows of releases that this account has, by name; at most 200. */
  shows: z.array(z.string()),
});
export type Shelf = z.infer<typeof Shelf>;

export const shelfMembership = route({
  method: 'GET',
  path: '/shelf/membership',
  summary: 'Tells whether this account shares a shelf with the colleagues of its company, and who does.',
  answer: Shelf,
});

/** Turning it off takes away all that this account gave to the shelf. */
export const shareShelf = route({
  method: 'PUT',
  path: '/shelf/membership',
  summary: 'Begins or ends sharing a shelf with the colleagues of the company.',
  refuses: ['NO_COMPANY'],
  body: z.object({ ison: z.boolean() }),
  answer: Shelf,
});

/** Releases that a colleague flagged, took, reacted to (but `not-for-us`), voted for or decided about, and this account has. */
export const shelf = route({
  method: 'GET',
  path: '/shelf',
  summary: 'Lists the shelf of the company.',
  refuses: ['SHELF_OFF'],
  query: z.extend(PageQuery, ShelfFilter.shape),
  answer: listOf(ShelfItem),
});

/** In the order of the shelf; at most 500 releases. */
export const shelfList = route({
  method: 'GET',
  path: '/shelf/list.:list',
  access: 'picture',
  summary: 'Returns the downloadable songs of the shelf as a list for playout or DJ programs.',
  refuses: ['SHELF_OFF', ...LISTS],
  params: z.object({ list: ListFormat }),
  query: z.extend(ListQuery, ShelfFilter.shape),
  file: 'application/octet-stream',
});

/** Releases that this account does not have are left out of the answer; what is not named stays as it is. */
export const decideShelf = route({
  method: 'PUT',
  path: '/shelf',
  summary: 'Decides about releases of the shelf: their state, show and day.',
  refuses: ['SHELF_OFF'],
  body: z.object({
    releaseids: z.array(ReleaseId).check(z.minLength(1), z.maxLength(MARKED_AT_ONCE_MAX)),
    state: z.optional(ShelfState),
    show: z.optional(Line),
    day: z.optional(z.nullable(Day)),
  }),
  answer: z.object({ items: z.array(ShelfItem) }),
});

/** An empty vote with an empty note deletes what the account said. */
export const voteShelf = route({
  method: 'PUT',
  path: '/shelf/:releaseid/vote',
  summary: 'Tells colleagues what this account thinks of a release.',
  refuses: ['SHELF_OFF', 'FORBIDDEN', 'RELEASE_NOT_AVAILABLE'],
  params: z.object({ releaseid: ReleaseId }),
  body: z.object({
    vote: z._default(z.nullable(ShelfVote), null),
    note: z._default(z.string().check(z.maxLength(NOTE_MAX)), ''),
  }),
});

// A label learns of a play on air only what a person tells, by a key or by sending a log. Matching a log tells nobody.

/** A song as a log names it; what it lacks is empty. */
export const LogSong = z.object({
  /** Any text in which our id of the file may be. */
  id: Line,
  isrc: Line,
  artist: Line,
  title: Line,
});
export type LogSong = z.infer<typeof LogSong>;

const FoundTrack = z.object({
  trackid: TrackId,
  releaseid: ReleaseId,
  title: z.string(),
  version: z.string(),
  artist: z.string(),
  /** The title of its release. */
  album: z.string(),
});
export type FoundTrack = z.infer<typeof FoundTrack>;

/** One track is a match, several are ambiguous; at most five. */
export const matchSongs = route({
  method: 'POST',
  path: '/shelf/songs/match',
  summary: 'Finds the tracks that a log names among those that this account may hear, and tells nobody.',
  refuses: ['TOO_MANY_REQUESTS'],
  body: z.object({ songs: z.array(LogSong).check(z.minLength(1), z.maxLength(AIRPLAY_SONGS_MAX)) }),
  /** In the order of the songs. */
  answer: z.object({
    items: z.array(z.object({ by: z.nullable(z.enum(['id', 'isrc', 'title'])), tracks: z.array(FoundTrack) })),
  }),
});

const Airplay = z.object({
  trackid: TrackId,
  /** In the zone of the station; without a time for a log of sums. */
  day: Day,
  time: z._default(z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/))), null),
  times: z._default(z.number().check(z.int(), z.gte(1), z.lte(AIRPLAY_TIMES_MAX)), 1),
});
export type Airplay = z.infer<typeof Airplay>;

/** A play of the same track by the same station within ten minutes is known already. */
export const tellAirplays = route({
  method: 'POST',
  path: '/shelf/airplays',
  once: true,
  summary: 'Tells labels that their tracks were played on air.',
  refuses: ['TOO_MANY_REQUESTS'],
  body: z.object({
    /** Made by the browser: what belongs together is taken back together. */
    batch: z.uuid(),
    station: RequiredLine,
    zone: TimeZone,
    plays: z.array(Airplay).check(z.minLength(1), z.maxLength(AIRPLAYS_AT_ONCE_MAX)),
  }),
  /** `refused`: of tracks that this account may not hear, or in the future. */
  answer: z.object({ told: z.number(), known: z.number(), refused: z.number() }),
});

export const AirplayBatch = z.object({
  batch: z.uuid(),
  station: z.string(),
  from: Day,
  to: Day,
  plays: z.number(),
  tracks: z.number(),
  /** ISO instant, UTC. */
  toldat: z.string(),
});
export type AirplayBatch = z.infer<typeof AirplayBatch>;

export const airplays = route({
  method: 'GET',
  path: '/shelf/airplays',
  summary: 'Lists what this account told about plays on air, the latest first; at most 50.',
  answer: z.object({ items: z.array(AirplayBatch) }),
});

export const takeBackAirplays = route({
  method: 'DELETE',
  path: '/shelf/airplays/:batch',
  summary: 'Takes back what was told together about plays on air.',
  refuses: ['NOT_FOUND'],
  params: z.object({ batch: z.uuid() }),
});
