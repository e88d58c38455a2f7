import * as contract from '@promenade/contract/playlists';
import { type Random, randomInteger, randomItem } from '../demo/random.ts';
import type { Call } from '../server/testing/client.ts';
import { type ActorPlan, indexUnique, type Step } from './actor.ts';

interface Playlist {
  pinned: boolean;
  /** In order. */
  tracks: string[];
}
/** By name, which is unique. */
type Playlists = Record<string, Playlist>;

const PLAYLISTS_MAX = 5;

/** Creates, fills, reorders, pins and deletes playlists. */
export function createPlaylistPlan(
  name: string,
  call: Call,
  trackids: readonly string[],
  random: Random,
): ActorPlan<Playlists> {
  const ids = new Map<string, string>();
  let made = 0;

  function create(before: Playlists): Step<Playlists> {
    const playlistName = `${name} ${made++}`;
    return {
      description: `create ${playlistName}`,
      send: async () => {
        const answer = await call(contract.createPlaylist, { body: { name: playlistName } });
        if (answer.status < 400) ids.set(playlistName, answer.body.playlistid);
        return answer;
      },
      stateAfter: { ...before, [playlistName]: { pinned: false, tracks: [] } },
    };
  }

  function change(before: Playlists): Step<Playlists> {
    const playlistName = randomItem(random, Object.keys(before).sort());
    const { [playlistName]: playlist = { pinned: false, tracks: [] }, ...others } = before;
    const params = { playlistid: ids.get(playlistName) ?? '' };
    const { pinned, tracks } = playlist;
    const step = (description: string, send: Step<Playlists>['send'], stateAfter: Playlists): Step<Playlists> => ({
      description: `${description} ${playlistName}`,
      send,
      stateAfter,
    });
    const ordered = (description: string, send: Step<Playlists>['send'], stateAfter: string[]) =>
      step(description, send, { ...others, [playlistName]: { pinned, tracks: stateAfter } });
    const position = randomItem(random, ['before', 'after'] as const);
    const chosen = randomItem(random, trackids);
    const rest = tracks.filter((trackid) => trackid !== chosen);
    const reference = rest[randomInteger(random, 0, rest.length)];
    const placed = (into: string[]) => {
      const at =
        reference === undefined
          ? position === 'before'
            ? 0
            : into.length
          : into.indexOf(reference) + (position === 'before' ? 0 : 1);
      return into.toSpliced(at, 0, chosen);
    };
    const place = { position, ...(reference !== undefined && { referenceTrackid: reference }) };

    if (random() < 0.05) return step('delete', () => call(contract.deletePlaylist, { params }), others);
    if (random() < 0.1) {
      const route = pinned ? contract.unpinPlaylist : contract.pinPlaylist;
      return step('pin or unpin', () => call(route, { params }), {
        ...others,
        [playlistName]: { pinned: !pinned, tracks },
      });
    }
    if (!tracks.includes(chosen))
      return ordered(
        'add to',
        () => call(contract.addToPlaylist, { params, body: { tracks: [chosen], ...place } }),
        placed(tracks),
      );
    const of = { ...params, trackid: chosen };
    if (reference === undefined || random() < 0.4)
      return ordered('remove from', () => call(contract.removeFromPlaylist, { params: of }), rest);
    const move = { position, referenceTrackid: reference };
    return ordered('move in', () => call(contract.moveInPlaylist, { params: of, body: move }), placed(rest));
  }

  return {
    name,
    state: {},
    choose: (before) => {
      const count = Object.keys(before).length;
      return count === 0 || (count < PLAYLISTS_MAX && random() < 0.1) ? create(before) : change(before);
    },
    async read() {
      const { items } = (await call(contract.playlists, { query: { summary: 'false' } })).body;
      const found = indexUnique(items, (playlist) => playlist.name, name);
      for (const [playlistName, { playlistid }] of found) ids.set(playlistName, playlistid);
      const shown = [...found].map(([playlistName, { pinned, songs = [] }]): [string, Playlist] => [
        playlistName,
        { pinned, tracks: songs.map(({ trackid }) => trackid) },
      ]);
      return Object.fromEntries(shown);
    },
  };
}
