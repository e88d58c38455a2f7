import { type NewId, playNow, type Queue, type QueueItem, type Song } from './queue.ts';

/** Moves that change what stands in the queue. Where the selected song leaves, the next one that stays is selected, or none. */

/** Replaces everything by a playlist and selects its first song; what was heard stays (C-QUEUE-18). */
export function setPlaylist(queue: Queue, playlist: QueueItem, historyUuid: string): Queue {
  return { ...playNow(queue, playlist, historyUuid), items: [playlist] };
}

/** Takes an item out; the same queue when it is not there. */
export function removeItem(queue: Queue, uuid: string): Queue {
  return withItems(
    queue,
    queue.items.filter((item) => item.uuid !== uuid),
  );
}

/** Takes one song out, and with its last song the item. */
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

/** Takes a playlist out, wherever and however often it stands there. */
export function dropPlaylist(queue: Queue, playlistid: string): Queue {
  return withItems(
    queue,
    queue.items.filter((item) => item.type !== 'playlist' || item.playlistid !== playlistid),
  );
}

/** Gives a playlist its new name, cover and songs, wherever it stands; songs that stay keep their ids, so that one may play on. */
export function updatePlaylist(queue: Queue, playlist: QueueItem, newId: NewId): Queue {
  return withItems(
    queue,
    queue.items.map((item) => {
      const isSame =
        item.type === 'playlist' && playlist.type === 'playlist' && item.playlistid === playlist.playlistid;
      if (!isSame) return item;
      const stays = new Map(item.songs.map(({ trackid, uuid }) => [trackid, uuid]));
      const songs = playlist.songs.map((song) => ({ ...song, uuid: stays.get(song.trackid) ?? newId() }));
      return { ...playlist, uuid: item.uuid, songs };
    }),
  );
}

/** Puts an item from one place to another, both counted from 0 in the order before; the selection stays. */
export function moveItem(queue: Queue, from: number, to: number): Queue {
  const item = queue.items[from];
  if (!item || from === to) return queue;
  return { ...queue, items: queue.items.toSpliced(from, 1).toSpliced(to, 0, item) };
}

/** What left since `before` comes back to its old place; what came since stays, and so does the selection. */
export function bringBack(queue: Queue, before: Queue): Queue {
  const items = [...queue.items];
  for (const [place, item] of before.items.entries()) {
    const at = items.findIndex(({ uuid }) => uuid === item.uuid);
    if (at === -1) items.splice(place, 0, item);
    else items[at] = item;
  }
  return { ...queue, items };
}

function withItems(queue: Queue, items: QueueItem[]): Queue {
  if (items.length === queue.items.length && items.every((item, at) => item === queue.items[at])) return queue;
  const homes = new Map(items.flatMap((item) => item.songs.map((song): [string, string] => [song.uuid, item.uuid])));
  const selected = fromSelected(queue).find(({ uuid }) => homes.has(uuid));
  return {
    ...queue,
    items,
    selectedItem: (selected && homes.get(selected.uuid)) ?? null,
    selectedSong: selected?.uuid ?? null,
  };
}

/** The selected song and all that come after it. */
function fromSelected(queue: Queue): Song[] {
  const songs = queue.items.flatMap((item) => item.songs);
  const at = songs.findIndex(({ uuid }) => uuid === queue.selectedSong);
  return at === -1 ? [] : songs.slice(at);
}
