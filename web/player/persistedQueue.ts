import { emptyQueue, type HistoryEntry, MAX_HISTORY, type Queue, type QueueItem, type Song } from './queue.ts';

/** Parses the persisted queue. Invalid items, history entries and selections are left out (requirement C-PERSIST-03). */
export function parsePersistedQueue(value: unknown): Queue {
  if (!isRecord(value)) return emptyQueue;
  const items = toArray(value['items']).filter(isItem);
  const history = toArray(value['history']).filter(isHistoryEntry).slice(-MAX_HISTORY);
  const item = items.find(({ uuid }) => uuid === value['selectedItem']);
  const song = item?.songs.find(({ uuid }) => uuid === value['selectedSong']);
  return { history, items, selectedItem: song && item ? item.uuid : null, selectedSong: song?.uuid ?? null };
}

const songStrings = ['uuid', 'trackid', 'releaseid', 'title', 'version', 'artist', 'album', 'color', 'mediaURL'];
const idsOfType = new Map<unknown, string[]>([
  ['release', ['releaseid']],
  ['song', ['releaseid', 'trackid']],
  ['playlist', ['playlistid']],
]);

function isSong(value: unknown): value is Song {
  return isRecord(value) && hasStrings(value, songStrings) && typeof value['duration'] === 'number';
}

function isItem(value: unknown): value is QueueItem {
  if (!isRecord(value) || !hasStrings(value, ['uuid', 'title', 'artist'])) return false;
  const songs = toArray(value['songs']);
  const ids = idsOfType.get(value['type']);
  return ids !== undefined && hasStrings(value, ids) && songs.length > 0 && songs.every(isSong);
}

function isHistoryEntry(value: unknown): value is HistoryEntry {
  return isRecord(value) && hasStrings(value, ['historyUuid']) && isSong(value['song']);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const hasStrings = (value: Record<string, unknown>, fields: readonly string[]): boolean =>
  fields.every((field) => typeof value[field] === 'string');

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
