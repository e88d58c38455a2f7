import type { Release, Track } from '@promenade/contract/catalogue';
import type { Playlist, PlaylistTrack } from '@promenade/contract/playlists';
import type { TableSort } from '../../design/tableColumns.ts';

/**
 * The play queue: its types and the pure functions that build and select items. The field names are persisted.
 * A `Song` is a track in the queue, copied so that it plays without the catalogue. Flags and heard marks are not copied.
 * Its `uuid` is unique per queue entry: the same track queued twice gives two songs.
 */
export type Song = ReturnType<typeof createSong>;

interface BaseItem extends Pick<Release, 'title' | 'artist' | 'explicit' | 'thumbnail'> {
  uuid: string;
  /** In playing order, never empty. */
  songs: Song[];
}

/** A release, a single track of one, or a playlist. A playlist has an empty artist; `sort` is the order in which it was queued. */
export type QueueItem =
  | (BaseItem & { type: 'release'; releaseid: string })
  | (BaseItem & { type: 'song'; releaseid: string; trackid: string })
  | (BaseItem & { type: 'playlist'; playlistid: string; sort?: TableSort | undefined });

/** A song that was played before the current one; it can be played again after its item is removed. */
export interface HistoryEntry {
  historyUuid: string;
  song: Song;
}

/** `selectedItem` and `selectedSong` are uuids of `items` and of their songs; `history` is oldest first. */
export interface Queue {
  history: HistoryEntry[];
  items: QueueItem[];
  selectedItem: string | null;
  selectedSong: string | null;
}

export type NewId = () => string;

export const MAX_HISTORY = 200;

export const emptyQueue: Queue = { history: [], items: [], selectedItem: null, selectedSong: null };

/** Builds an item from the audio tracks of a release; undefined without any (requirements C-QUEUE-08, C-QUEUE-09). */
export function createReleaseItem(release: Release, tracks: readonly Track[], newId: NewId): QueueItem | undefined {
  const songs = tracks.filter(isAudio).map((track) => createSong(release, track, newId()));
  const { releaseid, title, artist, explicit, thumbnail } = release;
  if (songs.length === 0) return undefined;
  return { uuid: newId(), type: 'release', releaseid, title, artist, explicit, thumbnail, songs };
}

export type PlaylistToQueue = Pick<Playlist, 'playlistid' | 'name' | 'thumbnail'> & { sort?: TableSort | undefined };

/** Builds an item from the audio tracks of a playlist, given in the order of `sort`; undefined without any. */
export function createPlaylistItem(
  { playlistid, name, thumbnail, sort }: PlaylistToQueue,
  tracks: readonly PlaylistTrack[],
  newId: NewId,
): QueueItem | undefined {
  const songs = tracks
    .filter(isAudio)
    .map((track) => createSong({ thumbnail: track.coverart, title: track.album, color: track.color }, track, newId()));
  if (songs.length === 0) return undefined;
  return {
    uuid: newId(),
    type: 'playlist',
    playlistid,
    sort,
    title: name,
    artist: '',
    explicit: false,
    thumbnail,
    songs,
  };
}

export function createSongItem(release: Release, track: Track, newId: NewId): QueueItem | undefined {
  return isAudio(track) ? wrapSong(createSong(release, track, newId()), newId()) : undefined;
}

/** Builds a single-song item from a song of the history, with new ids. */
export function createItemFromSong(song: Song, newId: NewId): QueueItem {
  return wrapSong({ ...song, uuid: newId() }, newId());
}

/** Adds an item at the top and selects its first song; the song selected before goes to the history. */
export function playNow(queue: Queue, item: QueueItem, historyUuid: string): Queue {
  return select({ ...queue, items: [item, ...queue.items] }, item, item.songs[0], historyUuid);
}

export function insertNext(queue: Queue, item: QueueItem): Queue {
  const index = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem) + 1;
  return selectIfNone({ ...queue, items: queue.items.toSpliced(index, 0, item) }, item);
}

export function insertLast(queue: Queue, item: QueueItem): Queue {
  return selectIfNone({ ...queue, items: [...queue.items, item] }, item);
}

export function getSelectedSong(queue: Queue): Song | undefined {
  const item = queue.items.find(({ uuid }) => uuid === queue.selectedItem);
  return item?.songs.find(({ uuid }) => uuid === queue.selectedSong);
}

export function getNextSong(queue: Queue): Song | undefined {
  return findNext(queue)?.song;
}

/** Selects the next song and adds the one before to the history; the same queue on the last song. */
export function seekNext(queue: Queue, historyUuid: string): Queue {
  const next = findNext(queue);
  return next ? select(queue, next.item, next.song, historyUuid) : queue;
}

/** Moves the newest song of the history back to the selection; inserts it at the top if its item was removed. */
export function seekPrevious(queue: Queue, newId: NewId): Queue {
  const last = queue.history.at(-1);
  if (!last) return queue;
  const { song } = last;
  const history = queue.history.slice(0, -1);
  const queued = queue.items.find(({ songs }) => songs.some(({ uuid }) => uuid === song.uuid));
  const item = queued ?? wrapSong(song, newId());
  const items = queued ? queue.items : [item, ...queue.items];
  return { history, items, selectedItem: item.uuid, selectedSong: song.uuid };
}

/** Selects an item and its given or first song; the same queue if either is missing. */
export function seekToItem(queue: Queue, target: { item: string; song?: string }, historyUuid: string): Queue {
  const item = queue.items.find(({ uuid }) => uuid === target.item);
  const song = target.song === undefined ? item?.songs[0] : item?.songs.find(({ uuid }) => uuid === target.song);
  return item && song ? select(queue, item, song, historyUuid) : queue;
}

export function clearItems(queue: Queue): Queue {
  return { ...queue, items: [], selectedItem: null, selectedSong: null };
}

function findNext(queue: Queue): { item: QueueItem; song: Song } | undefined {
  const index = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem);
  const item = queue.items[index];
  if (!item) return undefined;
  const song = item.songs[item.songs.findIndex(({ uuid }) => uuid === queue.selectedSong) + 1];
  if (song) return { item, song };
  const nextItem = queue.items[index + 1];
  const firstSong = nextItem?.songs[0];
  return nextItem && firstSong ? { item: nextItem, song: firstSong } : undefined;
}

function select(queue: Queue, item: QueueItem, song: Song | undefined, historyUuid: string): Queue {
  const previous = getSelectedSong(queue);
  return {
    ...queue,
    history: previous ? [...queue.history, { historyUuid, song: previous }].slice(-MAX_HISTORY) : queue.history,
    selectedItem: item.uuid,
    selectedSong: song?.uuid ?? null,
  };
}

function selectIfNone(queue: Queue, item: QueueItem): Queue {
  if (getSelectedSong(queue)) return queue;
  return { ...queue, selectedItem: item.uuid, selectedSong: item.songs[0]?.uuid ?? null };
}

const isAudio = ({ assettype }: Track): boolean => assettype === 'audio';

function createSong(release: Pick<Release, 'thumbnail' | 'title' | 'color'>, track: Track, uuid: string) {
  const { trackid, releaseid, title, version, artist, artists, explicit, ordinal, duration, mediaURL, waveform } =
    track;
  const { loudness, truepeak } = track;
  const { thumbnail: coverart, title: album, color } = release;
  const shown = { title, version, artist, artists, album, explicit, ordinal, duration, coverart, color };
  return { uuid, trackid, releaseid, mediaURL, waveform, loudness, truepeak, ...shown };
}

function wrapSong(song: Song, uuid: string): QueueItem {
  const { releaseid, trackid, title, artist, explicit } = song;
  return { uuid, type: 'song', releaseid, trackid, title, artist, explicit, thumbnail: song.coverart, songs: [song] };
}
