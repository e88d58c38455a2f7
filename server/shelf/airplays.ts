import { AIRPLAY_CALLS_PER_HOUR } from '@promenade/contract/limits';
import type { Airplay, LogSong } from '@promenade/contract/shelf';
import type { Viewer } from '../catalogue/rowQueries.ts';
import { parseTakingId, TAKING_ID } from '../media/taking.ts';
import type { AppContext } from '../platform/context.ts';
import type { ChangeCollector } from '../platform/database/changes.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { defineJob } from '../platform/jobs/job.ts';
import * as queries from './airplayQueries.ts';

type Reports = Pick<ChangeCollector, 'addReport'>;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** "Night Ferry (Radio Edit)" without its version. */
const VERSION = /\s*[([][^)\]]*[)\]]\s*$/;

export async function matchSongs(
  { db, secrets, now }: Pick<AppContext, 'db' | 'secrets' | 'now'>,
  caller: Viewer & Pick<Caller, 'playerid'>,
  songs: LogSong[],
): Promise<{ items: queries.FoundSong[] }> {
  await consumeRateLimits(db, [perHour('log match', caller.playerid, AIRPLAY_CALLS_PER_HOUR)], now());
  const searched = songs.map((song) => {
    const taking = [...song.id.matchAll(TAKING_ID)][0]?.[1];
    const found = taking === undefined ? undefined : parseTakingId(secrets, taking);
    return {
      ...song,
      isrc: song.isrc.replaceAll(/[^a-z0-9]/gi, '').toUpperCase(),
      base: song.title.replace(VERSION, ''),
      trackid: UUID.exec(song.id)?.[0] ?? null,
      taking: found?.isSigned ? found.taking.toString('hex') : null,
    };
  });
  return { items: await queries.findSongs(db, caller, searched) };
}

/** Tells the labels what the person sends, and nothing else. */
export async function tellAirplays(
  db: Db,
  changes: Reports,
  caller: Viewer & Pick<Caller, 'playerid'>,
  told: { batch: string; station: string; zone: string; plays: Airplay[] },
  now: Date,
): Promise<{ told: number; known: number; refused: number }> {
  await consumeRateLimits(db, [perHour('airplays', caller.playerid, AIRPLAY_CALLS_PER_HOUR)], now);
  const { accountid, audience } = caller;
  const stored = await queries.insertAirplays(db, { accountid, audience, ...told }, now);
  for (const releaseid of stored.releaseids) changes.addReport(releaseid);
  const all = told.plays.reduce((sum, { times }) => sum + times, 0);
  return { told: stored.told, known: stored.allowed - stored.told, refused: all - stored.allowed };
}

export async function takeBackAirplays(
  db: Db,
  changes: Reports,
  { accountid }: Pick<Caller, 'accountid'>,
  batch: string,
): Promise<undefined> {
  const releaseids = await queries.deleteAirplays(db, accountid, batch);
  if (releaseids.length === 0) throw new Refusal('NOT_FOUND');
  for (const releaseid of releaseids) changes.addReport(releaseid);
}

/** Plays go when listens do, which is what the mirror says. */
async function deleteOldAirplays({ db, config, now }: Pick<AppContext, 'db' | 'config' | 'now'>): Promise<void> {
  const today = now();
  await queries.deleteAirplaysBefore(
    db,
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - config.listensMonths)),
  );
}

export const airplaysJob = defineJob('airplays', deleteOldAirplays, { schedule: '57 4 * * *' });
