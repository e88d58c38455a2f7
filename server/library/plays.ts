import type { reportPlay } from '@promenade/contract/library';
import { LISTEN_REPORTED_WITHIN_MS, LISTENING_REPORTS_PER_HOUR } from '@promenade/contract/limits';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import { listTrackAccess, type TrackRequest } from '../catalogue/queries.ts';
import { isAccessible, requireAccess, requireRelease } from '../catalogue/requireRelease.ts';
import { isStaffOf } from '../catalogue/staffReleaseQueries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { countAttempt, perHour, requireWithinLimits } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { type JsonText, jsonPage } from '../platform/http/serve.ts';
import { createBatcher } from '../platform/process/batcher.ts';
import { addTime, type LibraryPage } from './pageQueries.ts';
import {
  countPlays,
  listHeard,
  listPlayedReleaseRows,
  listPlayRows,
  lockListens,
  type Play,
  upsertOpening,
  upsertPlays,
} from './playsQueries.ts';

/** Clocks differ. */
const TOLERANCE_MS = 10_000;

type Body = RouteInput<typeof reportPlay>['body'];
type Reporter = Pick<Caller, 'accountid' | 'audience' | 'operator'>;

/** Counts a report of an account, in groups like plays. */
export function createReportLimit({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const count = createBatcher((accountids: number[]) => {
    const limits = [...Map.groupBy(accountids, String)].map(([subject, { length: attempts }]) => ({
      ...perHour('listening', subject, LISTENING_REPORTS_PER_HOUR),
      attempts,
    }));
    return countAttempt(db, limits, now());
  });
  return async (accountid: number): Promise<void> => {
    const counted = await count(accountid);
    requireWithinLimits(
      counted.filter(({ subject }) => subject === String(accountid)),
      now(),
    );
  };
}

/** A preview of staff is not recorded. Records plays in groups: each statement is one for all plays that arrive while another one runs. */
export function createPlayRecorder({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const findAccess = createBatcher((requests: TrackRequest[]) => listTrackAccess(db, requests));
  const record = createBatcher((plays: Play[]) =>
    db.transaction().execute(async (db) => {
      await lockListens(db, plays);
      return upsertPlays(db, plays, now());
    }),
  );
  const findHeard = createBatcher((plays: Play[]) => listHeard(db, plays));
  return async ({
    accountid,
    audience,
    operator,
    ...body
  }: Reporter & Body): Promise<RouteAnswer<typeof reportPlay>> => {
    const { trackid, seconds } = body;
    const request = { audience, trackid };
    const track = (await findAccess(request)).get(request);
    const isPreview = track && !isAccessible(track, now()) && (await isStaffOf(db, { accountid, operator }, track.id));
    if (isPreview) return { trackid, releaseid: track.releaseid, heard: 'unheard', unheardtrackcount: 0 };
    const { releaseid } = requireAccess(track, now(), 'TRACK_NOT_FOUND');
    const play = { accountid, trackid, seconds, listen: parseListen(body, now()) };
    const outcome = (await record(play)).get(play);
    if (outcome === 'foreign') throw new Refusal('NOT_FOUND');
    if (outcome === 'too long') throw new Refusal('VALIDATION', { ranges: 'More seconds of this track than passed' });
    const heard = (await findHeard(play)).get(play);
    if (!heard) throw new Refusal('TRACK_NOT_FOUND');
    return { trackid, releaseid, ...heard };
  };
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
