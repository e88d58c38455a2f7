import { type NewId, playNow, type Queue, type QueueItem, type Song } from './queue.ts';

/**
 * Pure functions that remove, replace and reorder queue items. If the selected song is removed, the next song that
 * remains is selected, or none. A function that changes nothing gives back the same queue.
 */

/** Replaces all items by a playlist and selects its first song; the history stays (requirement C-QUEUE-18). */
export function replaceWithPlaylist(queue: Queue, playlist: QueueItem, historyUuid: string): Queue {
  return { ...playNow(queue, playlist, historyUuid), items: [playlist] };
}

export function removeItem(queue: Queue, uuid: string): Queue {
  return withItems(
    queue,
    queue.items.filter((item) => item.uuid !== uuid),
  );
}

export function removeSong(queue: Queue, uuid: string): Queue {
  const items = queue.items.map((item) => {
    const songs = item.songs.filter((song) => song.uuid !== uuid);
    return songs.length < item.songs.length ? { ...item, songs } : item;
  });
  return withItems(
    queue,
    items.filter(({ songs }) => songs.length > 0),
  );
}

/** Removes the songs of a release from items and history. */
export function removeRelease(queue: Queue, releaseid: string): Queue {
  const stays = (song: Song) => song.releaseid !== releaseid;
  const history = queue.history.filter(({ song }) => stays(song));
  const items = queue.items
    .map((item) => (item.songs.every(stays) ? item : { ...item, songs: item.songs.filter(stays) }))
    .filter(({ songs }) => songs.length > 0);
  return withItems(history.length < queue.history.length ? { ...queue, history } : queue, items);
}

export function removePlaylist(queue: Queue, playlistid: string): Queue {
  return withItems(
    queue,
    queue.items.filter((item) => item.type !== 'playlist' || item.playlistid !== playlistid),
  );
}

/** Replaces the item with this uuid. Tracks that remain keep their song uuid, so that a playing song is not interrupted. */
export function updatePlaylist(queue: Queue, playlist: QueueItem, newId: NewId): Queue {
  return withItems(
    queue,
    queue.items.map((item) => {
      if (item.uuid !== playlist.uuid) return item;
      const uuids = new Map(item.songs.map(({ trackid, uuid }) => [trackid, uuid]));
      const songs = playlist.songs.map((song) => ({ ...song, uuid: uuids.get(song.trackid) ?? newId() }));
      return { ...playlist, songs };
    }),
  );
}

export function moveItem(queue: Queue, from: number, to: number): Queue {
  const item = queue.items[from];
  if (!item || from === to) return queue;
  return { ...queue, items: queue.items.toSpliced(from, 1).toSpliced(to, 0, item) };
}

/** Restores items that were removed or changed since `before`; items added since and the selection stay. */
export function restoreRemoved(queue: Queue, before: Queue): Queue {
  const items = [...queue.items];
  for (const [position, item] of before.items.entries()) {
    const index = items.findIndex(({ uuid }) => uuid === item.uuid);
    if (index === -1) items.splice(position, 0, item);
    else items[index] = item;
  }
  return { ...queue, items };
}

function withItems(queue: Queue, items: QueueItem[]): Queue {
  if (items.length === queue.items.length && items.every((item, index) => item === queue.items[index])) return queue;
  const itemOfSong = new Map(
    items.flatMap((item) => item.songs.map((song): [string, string] => [song.uuid, item.uuid])),
  );
  const selected = listFromSelected(queue).find(({ uuid }) => itemOfSong.has(uuid));
  return {
    ...queue,
    items,
    selectedItem: (selected && itemOfSong.get(selected.uuid)) ?? null,
    selectedSong: selected?.uuid ?? null,
  };
}

function listFromSelected(queue: Queue): Song[] {
  const songs = queue.items.flatMap((item) => item.songs);
  const index = songs.findIndex(({ uuid }) => uuid === queue.selectedSong);
  return index === -1 ? [] : songs.slice(index);
}
