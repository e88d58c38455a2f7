import { emptyQueue, type Heard, HISTORY_LENGTH, type Queue, type QueueItem, type Song } from './queue.ts';

/** A queue from what the browser kept: items that make no sense are left out, a selection of nothing too (C-PERSIST-03). */
export function keptQueue(kept: unknown): Queue {
  if (!isThing(kept)) return emptyQueue;
  const items = list(kept['items']).filter(isItem);
  const history = list(kept['history']).filter(isHeard).slice(-HISTORY_LENGTH);
  const item = items.find(({ uuid }) => uuid === kept['selectedItem']);
  const song = item?.songs.find(({ uuid }) => uuid === kept['selectedSong']);
  return { history, items, selectedItem: song && item ? item.uuid : null, selectedSong: song?.uuid ?? null };
}

const songTexts = ['uuid', 'trackid', 'releaseid', 'title', 'version', 'artist', 'album', 'color', 'mediaURL'];
const ids = new Map<unknown, string[]>([
  ['release', ['releaseid']],
  ['song', ['releaseid', 'trackid']],
  ['playlist', ['playlistid']],
]);

function isSong(kept: unknown): kept is Song {
  return isThing(kept) && hasTexts(kept, songTexts) && typeof kept['duration'] === 'number';
}

function isItem(kept: unknown): kept is QueueItem {
  if (!isThing(kept) || !hasTexts(kept, ['uuid', 'title', 'artist'])) return false;
  const songs = list(kept['songs']);
  const named = ids.get(kept['type']);
  return named !== undefined && hasTexts(kept, named) && songs.length > 0 && songs.every(isSong);
}

function isHeard(kept: unknown): kept is Heard {
  return isThing(kept) && hasTexts(kept, ['historyUuid']) && isSong(kept['song']);
}

function isThing(kept: unknown): kept is Record<string, unknown> {
  return typeof kept === 'object' && kept !== null;
}

function hasTexts(kept: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof kept[name] === 'string');
}

function list(kept: unknown): unknown[] {
  return Array.isArray(kept) ? kept : [];
}
