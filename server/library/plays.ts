import type { reportPlay } from '@promenade/contract/library';
import { LISTEN_REPORTED_WITHIN_MS, LISTENING_REPORTS_PER_HOUR } from '@promenade/contract/limits';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import { findTrackAccess } from '../catalogue/queries.ts';
import { requireAccess, requireRelease } from '../catalogue/requireRelease.ts';
import { isStaffOf } from '../catalogue/staffReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, countAttempt, perHour, requireWithinLimits } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { createBatcher } from '../platform/process/batcher.ts';
import { addTime, type LibraryPage } from './pageQueries.ts';
import {
  countPlays,
  listPlayedReleaseRows,
  listPlayRows,
  type Play,
  type RecordedPlay,
  recordPlays,
  upsertOpening,
} from './playsQueries.ts';

/** Clocks differ. */
const TOLERANCE_MS = 10_000;
/** A group of one report costs as much as one of fifty. */
const GROUP_INTERVAL_MS = 15;

type Body = RouteInput<typeof reportPlay>['body'];
type Reporter = Pick<Caller, 'accountid' | 'audience' | 'operator'>;

const limitOf = (accountid: number) => perHour('listening', String(accountid), LISTENING_REPORTS_PER_HOUR);

/**
 * Records plays in groups: one transaction for those that arrive while an earlier one is written, and at least 15 ms after
 * its begin. Each is authorised by the statement that records it. A preview of staff is not recorded.
 */
export function createPlayRecorder({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const record = createBatcher(
    (plays: Play[]) =>
      db.transaction().execute(async (db) => {
        const limits = [...Map.groupBy(plays, ({ accountid }) => accountid)].map(
          ([accountid, { length: attempts }]) => ({ ...limitOf(accountid), attempts }),
        );
        // Locks the counters: reports of the same accounts wait for each other on all nodes until the transaction ends.
        // A rollback undoes the count together with the reports.
        const exceeded = (await countAttempt(db, limits, now())).filter(({ count, max }) => count > max);
        const refused = Map.groupBy(exceeded, ({ subject }) => subject);
        const counted = plays.filter(({ accountid }) => !refused.has(String(accountid)));
        return { refused, recorded: await recordPlays(db, counted, now()) };
      }),
    GROUP_INTERVAL_MS,
  );
  return async ({
    accountid,
    audience,
    operator,
    ...body
  }: Reporter & Body): Promise<RouteAnswer<typeof reportPlay>> => {
    const { trackid, seconds } = body;
    const play = { accountid, audience, trackid, seconds, listen: parseListen(body, now()) };
    const { refused, recorded } = await record(play);
    requireWithinLimits(refused.get(String(accountid)) ?? [], now());
    const { outcome, ...heard } =
      recorded.get(play) ?? (await refuseOrPreview({ accountid, audience, operator, trackid }));
    if (outcome === 'foreign') throw new Refusal('NOT_FOUND');
    if (outcome === 'too long') throw new Refusal('VALIDATION', { ranges: 'More seconds of this track than passed' });
    return { trackid, ...heard };
  };

  /**
   * Answers a report that was not stored. Staff of the label hear unpublished tracks, which is no listening: `unheard`.
   * @throws Refusal why the account may not hear the track
   */
  async function refuseOrPreview({ trackid, ...reporter }: Reporter & { trackid: string }): Promise<RecordedPlay> {
    const track = await findTrackAccess(db, { ...reporter, trackid });
    if (track && (await isStaffOf(db, reporter, track.id)))
      return { outcome: 'stored', releaseid: track.releaseid, heard: 'unheard', unheardtrackcount: 0 };
    requireAccess(track, now(), 'TRACK_NOT_FOUND');
    throw new Refusal('TRACK_NOT_FOUND');
  }
}

/** Undefined for players that do not report listens. */
function parseListen({ listenid, startedat, source = 'queue', ranges = [] }: Body, now: Date): Play['listen'] {
  if (listenid === undefined) return undefined;
  const started = new Date(startedat ?? '');
  const age = now.getTime() - started.getTime();
  if (!(age > -TOLERANCE_MS && age <= LISTEN_REPORTED_WITHIN_MS))
    throw new Refusal('VALIDATION', { startedat: 'Must be within the last 24 hours' });
  const seconds = ranges.map(([from, to]) => `[${Math.round(from)},${Math.round(to)})`);
  return { listenid, startedat: started.toISOString(), source, ranges: `{${seconds.join()}}` };
}

export async function openRelease(
  db: Db,
  { accountid, ...request }: Reporter & { releaseid: string },
  now: Date,
): Promise<void> {
  await consumeRateLimits(db, [limitOf(accountid)], now);
  await upsertOpening(db, { accountid, releaseid: await requireRelease(db, request, now) }, now);
}

/** Played tracks that the account may still hear, archived releases included. */
export async function listPlayedTracks(db: Db, query: LibraryPage): Promise<JsonText> {
  const [rows, { tracks }] = await Promise.all([listPlayRows(db, query), countPlays(db, query)]);
  const items = rows.map(({ song, played_at }) => addTime(song, 'playedat', played_at));
  return jsonPage(items.join(','), { ...query, total: tracks });
}

/** The releases of those tracks. */
export async function listPlayedReleases(db: Db, query: LibraryPage): Promise<JsonText> {
  const [rows, { releases }] = await Promise.all([listPlayedReleaseRows(db, query), countPlays(db, query)]);
  const items = rows.map(({ json, played_at }) => addTime(json, 'playedat', played_at));
  return jsonPage(items.join(','), { ...query, total: releases });
}
