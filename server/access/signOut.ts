import type { AppContext } from '../platform/context.ts';
import type { Callers } from '../platform/http/caller.ts';
import { putSessionEnd, putSessionEnds } from './sessionQueries.ts';

/** Ends the session: here at once, on other nodes when they hear of it. */
export async function signOut(
  { db, callers }: Pick<AppContext, 'db'> & { callers: Callers },
  sessionid: string,
  now: Date,
): Promise<undefined> {
  await putSessionEnd(db, sessionid, now);
  callers.forget([sessionid]);
}

/** Ends every session of the account. */
export async function endSessions(
  { db, callers }: Pick<AppContext, 'db'> & { callers: Callers },
  accountid: number,
  now: Date,
): Promise<undefined> {
  callers.forget(await putSessionEnds(db, accountid, now));
}
