import * as contract from '@promenade/contract/playlists';
import { pick, type Random, whole } from '../demo/seed.ts';
import type { Call } from '../server/testing/client.ts';
import { onlyOnce, type Plan, type Step } from './lane.ts';

interface Playlist {
  pinned: boolean;
  /** In their order. */
  tracks: string[];
}
/** By name: no name is given twice. */
type Playlists = Record<string, Playlist>;

const AT_MOST = 5;

/** Makes, fills, orders, names, pins and removes playlists. */
export function grouping(name: string, call: Call, trackids: readonly string[], random: Random): Plan<Playlists> {
  const ids = new Map<string, string>();
  let made = 0;

  function create(before: Playlists): Step<Playlists> {
    const called = `${name} ${made++}`;
    return {
      says: `create ${called}`,
      ask: async () => {
        const { status, body } = await call(contract.createPlaylist, { body: { name: called } });
        if (status < 400) ids.set(called, body.playlistid);
        return status;
      },
      after: { ...before, [called]: { pinned: false, tracks: [] } },
    };
  }

  function change(before: Playlists): Step<Playlists> {
    const called = pick(random, Object.keys(before).sort());
    const { [called]: playlist = { pinned: false, tracks: [] }, ...others } = before;
    const params = { playlistid: ids.get(called) ?? '' };
    const { pinned, tracks } = playlist;
    const step = (says: string, ask: () => Promise<{ status: number }>, after: Playlists): Step<Playlists> => ({
      says: `${says} ${called}`,
      ask: async () => (await ask()).status,
      after,
    });
    const ordered = (says: string, ask: () => Promise<{ status: number }>, after: string[]) =>
      step(says, ask, { ...others, [called]: { pinned, tracks: after } });
    const position = pick(random, ['before', 'after'] as const);
    const chosen = pick(random, trackids);
    const rest = tracks.filter((one) => one !== chosen);
    const reference = rest[whole(random, 0, rest.length)];
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
      return step('pin or unpin', () => call(route, { params }), { ...others, [called]: { pinned: !pinned, tracks } });
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
      return count === 0 || (count < AT_MOST && random() < 0.1) ? create(before) : change(before);
    },
    async read() {
      const { items } = (await call(contract.playlists, { query: { summary: 'false' } })).body;
      const found = onlyOnce(items, (playlist) => playlist.name, name);
      for (const [called, { playlistid }] of found) ids.set(called, playlistid);
      const shown = [...found].map(([called, { pinned, songs = [] }]): [string, Playlist] => [
        called,
        { pinned, tracks: songs.map(({ trackid }) => trackid) },
      ]);
      return Object.fromEntries(shown);
    },
  };
}
