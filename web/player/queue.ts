import type { Release, Track } from '@promenade/contract/catalogue';
import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';

/** What the player shows of a track without asking again; `uuid` tells two stays of one track apart. No marks: those live in the query cache. */
export interface Song
  extends Pick<
    Track,
    | 'trackid'
    | 'releaseid'
    | 'title'
    | 'version'
    | 'artist'
    | 'explicit'
    | 'ordinal'
    | 'duration'
    | 'coverart'
    | 'album'
    | 'mediaURL'
    | 'waveform'
  > {
  uuid: string;
  /** Dominant colour of the cover, #rrggbb. */
  color: string;
}

interface Item extends Pick<Release, 'title' | 'artist' | 'explicit' | 'thumbnail'> {
  uuid: string;
  /** In playing order, never empty. */
  songs: Song[];
}

/** A place in the queue: a whole release, one song of one, or a playlist, which has no artist. */
export type QueueItem =
  | (Item & { type: 'release'; releaseid: string })
  | (Item & { type: 'song'; releaseid: string; trackid: string })
  | (Item & { type: 'playlist'; playlistid: string });

/** A song that was left for another; it keeps its own snapshot so that it can come back after its item is gone. */
export interface Heard {
  historyUuid: string;
  song: Song;
}

/** `selectedItem` and `selectedSong` are uuids of `items` and of their songs; `history` is oldest first. */
export interface Queue {
  history: Heard[];
  items: QueueItem[];
  selectedItem: string | null;
  selectedSong: string | null;
}

/** Makes an id that was never there before. */
export type NewId = () => string;

/** So many songs can be skipped back over; more would only grow what the browser stores. */
export const HISTORY_LENGTH = 200;

export const emptyQueue: Queue = { history: [], items: [], selectedItem: null, selectedSong: null };

/** A release for the queue with its audio in order; undefined when it has none (C-QUEUE-08, C-QUEUE-09). */
export function releaseItem(release: Release, tracks: readonly Track[], newId: NewId): QueueItem | undefined {
  const songs = tracks.filter((track) => track.assettype === 'audio').map((track) => snapshot(release, track, newId()));
  return songs.length > 0 ? { ...display(release, newId()), type: 'release', songs } : undefined;
}

/** A playlist for the queue with its audio in order; undefined when it has none. */
export function playlistItem(
  { playlistid, name, thumbnail }: Pick<Playlist, 'playlistid' | 'name' | 'thumbnail'>,
  tracks: readonly PlaylistTrack[],
  newId: NewId,
): QueueItem | undefined {
  const songs = tracks
    .filter((track) => track.assettype === 'audio')
    .map((track) => snapshot({ thumbnail: track.coverart, title: track.album, color: track.color }, track, newId()));
  if (songs.length === 0) return undefined;
  return { uuid: newId(), type: 'playlist', playlistid, title: name, artist: '', explicit: false, thumbnail, songs };
}

/** One song for the queue; undefined for a video. */
export function songItem(release: Release, track: Track, newId: NewId): QueueItem | undefined {
  if (track.assettype !== 'audio') return undefined;
  const song = snapshot(release, track, newId());
  return {
    ...display(release, newId()),
    type: 'song',
    title: track.title,
    artist: track.artist,
    explicit: track.explicit,
    trackid: track.trackid,
    songs: [song],
  };
}

/** A song that was heard, for another stay in the queue. */
export function songAgain(song: Song, newId: NewId): QueueItem {
  return returned({ ...song, uuid: newId() }, newId());
}

/** Puts an item on top and selects its first song; what was selected goes to the history. */
export function playNow(queue: Queue, item: QueueItem, historyUuid: string): Queue {
  return select({ ...queue, items: [item, ...queue.items] }, item, item.songs[0], historyUuid);
}

/** Puts an item right after the selected one; the selection stays, unless there was none. */
export function insertNext(queue: Queue, item: QueueItem): Queue {
  const at = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem) + 1;
  return selectedAtLeast({ ...queue, items: queue.items.toSpliced(at, 0, item) }, item);
}

/** Puts an item at the bottom; the selection stays, unless there was none. */
export function insertLast(queue: Queue, item: QueueItem): Queue {
  return selectedAtLeast({ ...queue, items: [...queue.items, item] }, item);
}

/** The song that is selected, or undefined. */
export function selectedSong(queue: Queue): Song | undefined {
  return selectedItem(queue)?.songs.find(({ uuid }) => uuid === queue.selectedSong);
}

/** What seek next would play: the next song of the item, else the first of the next item. */
export function upcomingSong(queue: Queue): Song | undefined {
  return upcoming(queue)?.song;
}

/** Moves on and remembers where it was; on the last song nothing moves. */
export function seekNext(queue: Queue, historyUuid: string): Queue {
  const next = upcoming(queue);
  return next ? select(queue, next.item, next.song, historyUuid) : queue;
}

/** Takes the newest song off the history and selects it; puts it back on top when its item has left the queue. */
export function seekPrevious(queue: Queue, newId: NewId): Queue {
  const last = queue.history.at(-1);
  if (!last) return queue;
  const back = { ...queue, history: queue.history.slice(0, -1) };
  const home = queue.items.find(({ songs }) => songs.some(({ uuid }) => uuid === last.song.uuid));
  if (home) return { ...back, selectedItem: home.uuid, selectedSong: last.song.uuid };
  const item = returned(last.song, newId());
  return { ...back, items: [item, ...back.items], selectedItem: item.uuid, selectedSong: last.song.uuid };
}

/** Selects an item of the queue and its first or the named song; nothing moves when it is not there. */
export function seekToItem(queue: Queue, to: { item: string; song?: string }, historyUuid: string): Queue {
  const item = queue.items.find(({ uuid }) => uuid === to.item);
  const song = to.song === undefined ? item?.songs[0] : item?.songs.find(({ uuid }) => uuid === to.song);
  return item && song ? select(queue, item, song, historyUuid) : queue;
}

/** Empties the items; what was heard stays. */
export function clearItems(queue: Queue): Queue {
  return { ...queue, items: [], selectedItem: null, selectedSong: null };
}

function selectedItem(queue: Queue): QueueItem | undefined {
  return queue.items.find(({ uuid }) => uuid === queue.selectedItem);
}

function upcoming(queue: Queue): { item: QueueItem; song: Song } | undefined {
  const at = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem);
  const item = queue.items[at];
  if (!item) return undefined;
  const song = item.songs[item.songs.findIndex(({ uuid }) => uuid === queue.selectedSong) + 1];
  if (song) return { item, song };
  const nextItem = queue.items[at + 1];
  const first = nextItem?.songs[0];
  return nextItem && first ? { item: nextItem, song: first } : undefined;
}

function select(queue: Queue, item: QueueItem, song: Song | undefined, historyUuid: string): Queue {
  const left = selectedSong(queue);
  return {
    ...queue,
    history: left ? [...queue.history, { historyUuid, song: left }].slice(-HISTORY_LENGTH) : queue.history,
    selectedItem: item.uuid,
    selectedSong: song?.uuid ?? null,
  };
}

function selectedAtLeast(queue: Queue, item: QueueItem): Queue {
  if (selectedSong(queue)) return queue;
  return { ...queue, selectedItem: item.uuid, selectedSong: item.songs[0]?.uuid ?? null };
}

function display(release: Release, uuid: string): Item & { releaseid: string } {
  const { releaseid, title, artist, explicit, thumbnail } = release;
  return { uuid, releaseid, title, artist, explicit, thumbnail, songs: [] };
}

function snapshot(release: Pick<Release, 'thumbnail' | 'title' | 'color'>, track: Track, uuid: string): Song {
  const { trackid, releaseid, title, version, artist, explicit, ordinal, duration, mediaURL, waveform } = track;
  return {
    uuid,
    trackid,
    releaseid,
    title,
    version,
    artist,
    explicit,
    ordinal,
    duration,
    mediaURL,
    waveform,
    coverart: release.thumbnail,
    album: release.title,
    color: release.color,
  };
}

function returned(song: Song, uuid: string): QueueItem {
  const { releaseid, trackid, title, artist, explicit } = song;
  return { uuid, type: 'song', releaseid, trackid, title, artist, explicit, thumbnail: song.coverart, songs: [song] };
}
