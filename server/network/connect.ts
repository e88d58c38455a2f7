import type { connect as route } from '@promenade/contract/network';
import type { Answer } from '@promenade/contract/route';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { endConnection, putConnections, tellConnections } from './connectionQueries.ts';

/** Joins all whose invitation was accepted; each side is told once, at its own start (A-NETWORK-36). */
export function connect(db: Db, accountid: number, now: Date): Promise<Answer<typeof route>> {
  return db.transaction().execute(async (db) => {
    await putConnections(db, accountid);
    return { data: { connected: await tellConnections(db, accountid, now) } };
  });
}

/** @throws CONNECTION_NOT_FOUND */
export async function disconnect(db: Db, accountid: number, playerid: string, now: Date): Promise<undefined> {
  if (!(await endConnection(db, accountid, playerid, now))) throw new Refusal('CONNECTION_NOT_FOUND');
}
