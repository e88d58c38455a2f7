import type { Release, Track } from '@promenade/contract/catalogue';
import { HISTORY_MAX } from '@promenade/contract/limits';

/** `playedat` is the last start, an ISO 8601 instant in UTC. */
interface Played {
  playedat: string;
}

/** Played releases and tracks, newest first, each once. Their flags may be stale: screens read those from the cache. */
export interface PlayHistory {
  releases: (Release & Played)[];
  songs: (Track & Played)[];
}

export const emptyHistory: PlayHistory = { releases: [], songs: [] };

/** Moves a started track and its release to the front (requirements C-RECENT-03, C-RECENT-04). */
export const addPlay = (history: PlayHistory, release: Release, track: Track, playedat: string): PlayHistory =>
  mergeHistories(history, { releases: [{ ...release, playedat }], songs: [{ ...track, playedat }] });

/** Merges two histories of one account. Entries in both keep the later start and the other fields of `fresh`. */
export function mergeHistories(history: PlayHistory, fresh: PlayHistory): PlayHistory {
  return {
    releases: mergeEntries([...fresh.releases, ...history.releases], ({ releaseid }) => releaseid),
    songs: mergeEntries([...fresh.songs, ...history.songs], ({ trackid }) => trackid),
  };
}

function mergeEntries<Entry extends Played>(entries: Entry[], idOf: (entry: Entry) => string): Entry[] {
  const byId = new Map<string, Entry>();
  for (const entry of entries) {
    const known = byId.get(idOf(entry));
    const playedat = known && known.playedat > entry.playedat ? known.playedat : entry.playedat;
    byId.set(idOf(entry), known ? { ...known, playedat } : entry);
  }
  return [...byId.values()].sort((a, b) => b.playedat.localeCompare(a.playedat)).slice(0, HISTORY_MAX);
}
