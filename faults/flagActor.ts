import { release as details, type Release } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { type Random, randomItem } from '../demo/random.ts';
import type { Call } from '../server/testing/client.ts';
import { type ActorPlan, indexUnique, type Step } from './actor.ts';
import type { KnownRelease } from './deliveries.ts';

interface Mark {
  flagged: boolean;
  archived: boolean;
  /** Flagged tracks, sorted. */
  tracks: string[];
}
/** By release; releases without marks have no entry. */
type Marks = Record<string, Mark>;

const NONE: Mark = { flagged: false, archived: false, tracks: [] };
const PAGE = { pagesize: 100 };

/** Flags and unflags releases and tracks, archives and restores. */
export function createFlagPlan(
  name: string,
  call: Call,
  releases: readonly KnownRelease[],
  random: Random,
): ActorPlan<Marks> {
  function choose(marks: Marks): Step<Marks> {
    const { releaseid, trackids } = randomItem(random, releases);
    const trackid = randomItem(random, trackids);
    const mark = marks[releaseid] ?? NONE;
    const params = { releaseid };
    const step = (description: string, send: Step<Marks>['send'], stateAfter: Mark): Step<Marks> => {
      const { [releaseid]: _before, ...others } = marks;
      const isMarked = stateAfter.flagged || stateAfter.archived || stateAfter.tracks.length > 0;
      return {
        description: `${description} ${releaseid}`,
        send,
        stateAfter: isMarked ? { ...others, [releaseid]: stateAfter } : others,
      };
    };
    if (mark.archived) return step('restore', () => call(library.restoreRelease, { params }), NONE);
    const others = mark.tracks.filter((id) => id !== trackid);
    return randomItem(random, [
      () => step('flag', () => call(library.flagRelease, { params }), { ...mark, flagged: true }),
      () => step('unflag', () => call(library.unflagRelease, { params }), NONE),
      () => step('archive', () => call(library.archiveRelease, { params }), { ...NONE, archived: true }),
      () =>
        step('flag a track of', () => call(library.flagTrack, { params: { releaseid, trackid } }), {
          ...mark,
          tracks: [...others, trackid].sort(),
        }),
      () =>
        step('unflag a track of', () => call(library.unflagTrack, { params: { releaseid, trackid } }), {
          ...mark,
          tracks: others,
        }),
    ])();
  }

  async function markOf({ releaseid, flagged, archived, flaggedtrackcount }: Release): Promise<Mark> {
    if (flaggedtrackcount === 0) return { flagged, archived, tracks: [] };
    const { songs } = (await call(details, { params: { releaseid } })).body;
    return {
      flagged,
      archived,
      tracks: songs
        .filter((song) => song.flagged)
        .map((song) => song.trackid)
        .sort(),
    };
  }

  async function read(): Promise<Marks> {
    const flagged = (await call(library.flagged, { query: PAGE })).body.items;
    const archived = (await call(library.archived, { query: PAGE })).body.items;
    const found = indexUnique([...flagged, ...archived], ({ releaseid }) => releaseid, name);
    return Object.fromEntries(
      await Promise.all([...found].map(async ([id, release]): Promise<[string, Mark]> => [id, await markOf(release)])),
    );
  }

  return { name, state: {}, choose, read };
}
