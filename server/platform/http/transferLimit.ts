import type { ServerResponse } from 'node:http';
import type { Route } from '@promenade/contract/route';
import { perKey } from '../process/limits.ts';
import type { Caller } from './caller.ts';
import { Refusal } from './refusal.ts';

/**
 * Streams, downloads and zips that one account may receive at once from this process. A tab needs two songs (the next
 * one is loaded early) and two downloads; a paused or left song may hold its connection for a minute.
 */
const SONGS_MAX = 40;
const ZIPS_MAX = 10;
const RETRY_AFTER_SECONDS = 10;

/** Counts an answer until its connection or the answer ends. @throws TOO_MANY_TRANSFERS */
export type StartTransfer = (caller: Pick<Caller, 'accountid'>, route: Route, response: ServerResponse) => void;

export function createTransferLimit(): StartTransfer {
  const refuse = () => new Refusal('TOO_MANY_TRANSFERS', undefined, RETRY_AFTER_SECONDS);
  const [countSong, countZip] = [perKey(SONGS_MAX, refuse), perKey(ZIPS_MAX, refuse)];
  return ({ accountid }, { object }, response) =>
    (object === 'zip' || object === 'playlist' || object === 'pickup' ? countZip : countSong)(accountid, response);
}
