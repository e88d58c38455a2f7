import type { Release, Track } from '@promenade/contract/catalogue';
import { HISTORY_MAX } from '@promenade/contract/limits';

/** When it was last started: an ISO instant, UTC. */
interface Played {
  playedat: string;
}

/** What was played, newest first, each once; marks in it may be old, screens read those from the cache. */
export interface PlayHistory {
  releases: (Release & Played)[];
  songs: (Track & Played)[];
}

export const emptyHistory: PlayHistory = { releases: [], songs: [] };

/** A song starts, and its release with it: both move to the front (C-RECENT-03, C-RECENT-04). */
export const played = (history: PlayHistory, release: Release, track: Track, playedat: string): PlayHistory =>
  joined(history, { releases: [{ ...release, playedat }], songs: [{ ...track, playedat }] });

/** Two histories of one account as one: of what both hold the later start counts, and the facts of `fresh`. */
export function joined(history: PlayHistory, fresh: PlayHistory): PlayHistory {
  return {
    releases: newest([...fresh.releases, ...history.releases], ({ releaseid }) => releaseid),
    songs: newest([...fresh.songs, ...history.songs], ({ trackid }) => trackid),
  };
}

function newest<Item extends Played>(items: Item[], idOf: (item: Item) => string): Item[] {
  const byId = new Map<string, Item>();
  for (const item of items) {
    const held = byId.get(idOf(item));
    byId.set(idOf(item), held ? { ...held, playedat: later(held, item) } : item);
  }
  return [...byId.values()].sort((one, other) => other.playedat.localeCompare(one.playedat)).slice(0, HISTORY_MAX);
}

const later = (one: Played, other: Played): string => (one.playedat > other.playedat ? one.playedat : other.playedat);
