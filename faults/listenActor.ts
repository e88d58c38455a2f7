import { reportPlay } from '@promenade/contract/library';
import { seen } from '@promenade/contract/reports';
import { type Random, randomInteger, randomItem } from '../demo/random.ts';
import type { Call } from '../server/testing/client.ts';
import type { ActorPlan, Step } from './actor.ts';

type Ranges = [from: number, to: number][];
/** Heard seconds by track; tracks that were not heard have no entry. */
type Heard = Record<string, Ranges>;

const HOUR_MS = 3600_000;
const DURATION_S = 600;

/** Delivered tracks are very short: these are stored as longer ones. Everyone was told what labels see, and has fetched all sound. */
export async function prepareListening(
  { query }: { query(text: string, values?: unknown[]): Promise<unknown> },
  trackids: string[],
): Promise<void> {
  await query('update tracks set duration = $1 where trackid = any($2::uuid[])', [DURATION_S, trackids]);
  await query("update accounts set told_at = '2020-01-01'");
  await query(
    `insert into media_ledger (id, account_id, playerid, session_id, purpose, object_kind, object_id, trackids, format,
      etag, ranges, total, started_at, sent, bytes_sent, ended_at, outcome)
    select gen_random_uuid(), a.id, a.playerid, gen_random_uuid(), 'stream', 'track', trackid, array[trackid], 'mp3',
      '', '{[0,1)}', 1, now() - interval '2 days', '{[0,1)}', 1, now(), 'complete'
    from accounts a, unnest($1::uuid[]) trackid`,
    [trackids],
  );
}

/** Reports heard seconds of tracks, and reads them from the mirror. */
export function createListenPlan(
  name: string,
  call: Call,
  trackids: readonly string[],
  random: Random,
): ActorPlan<Heard> {
  function choose(before: Heard): Step<Heard> {
    const trackid = randomItem(random, trackids);
    const from = randomInteger(random, 0, DURATION_S - 2);
    const range: Ranges[number] = [from, randomInteger(random, from + 1, Math.min(DURATION_S, from + 30))];
    const startedat = new Date(Date.now() - HOUR_MS).toISOString();
    const listen = { listenid: crypto.randomUUID(), startedat, source: 'queue' as const, ranges: [range] };
    return {
      description: `hear ${range.join(' to ')} of ${trackid}`,
      send: () => call(reportPlay, { body: { trackid, seconds: range[1] - range[0], ...listen } }),
      stateAfter: { ...before, [trackid]: mergeRanges([...(before[trackid] ?? []), range]) },
    };
  }

  async function read(): Promise<Heard> {
    const { items } = (await call(seen, { query: { pagesize: 100 } })).body;
    return Object.fromEntries(items.flatMap(({ tracks }) => tracks).map(({ trackid, ranges }) => [trackid, ranges]));
  }

  return { name, state: {}, choose, read };
}

/** Sorted, without overlaps and contacts. */
function mergeRanges(ranges: Ranges): Ranges {
  const merged: Ranges = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)];
    else merged.push([from, to]);
  }
  return merged;
}
