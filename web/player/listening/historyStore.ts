import { Release, Track } from '@promenade/contract/catalogue';
import * as z from 'zod/mini';
import { createAccountStore } from '../../platform/accountStore.ts';
import { emptyHistory, mergeHistories, type PlayHistory } from './history.ts';

const PlayedAt = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/));
/** Fields that are missing in histories of earlier versions. */
const addedToTracks = {
  advisory: 'unknown',
  bpmfound: false,
  key: null,
  keyfound: false,
  hook: null,
  hookfound: false,
  loudness: null,
  truepeak: null,
  workid: null,
};
const withDefaults = (defaults: object) => z.transform((stored) => ({ ...defaults, ...(stored as object) }));
const StoredRelease = z.extend(Release, { releaseid: z.string(), id: z.string(), playedat: PlayedAt });
const StoredTrack = z.extend(Track, { trackid: z.string(), id: z.string(), releaseid: z.string(), playedat: PlayedAt });
const Releases = z.array(z.pipe(withDefaults({ reaction: null }), StoredRelease));
const Songs = z.array(z.pipe(withDefaults(addedToTracks), StoredTrack));
const StoredHistory = z.object({ releases: Releases, songs: Songs });

/** The local copy of the server's play history, persisted as `playHistory` (requirements decision 9). */
export const useHistory = createAccountStore<PlayHistory>({
  slice: 'playHistory',
  load: parsePersistedHistory,
  // Lyrics are long and no list shows them.
  save: ({ releases, songs }) => ({ releases, songs: songs.map((song) => ({ ...song, lyrics: '' })) }),
  merge: (mine, stored) => {
    const theirs = parsePersistedHistory(stored);
    const merged = mergeHistories(theirs, mine);
    return {
      state: listPlays(merged) === listPlays(mine) ? mine : merged,
      hasMore: listPlays(merged) !== listPlays(theirs),
    };
  },
});

function listPlays({ releases, songs }: PlayHistory): string {
  return JSON.stringify([
    releases.map(({ releaseid, playedat }) => [releaseid, playedat]),
    songs.map(({ trackid, playedat }) => [trackid, playedat]),
  ]);
}

/** Without any part that is not a history (requirement C-PERSIST-03). */
function parsePersistedHistory(value: unknown): PlayHistory {
  const parsed = StoredHistory.safeParse(value).data;
  return parsed ? mergeHistories(emptyHistory, parsed) : emptyHistory;
}
