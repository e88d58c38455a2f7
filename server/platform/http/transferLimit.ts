import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { Route } from '@promenade/contract/route';
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
  const running = new Map<string, number>();
  return ({ accountid }, { object }, response) => {
    const isZip = object === 'zip' || object === 'playlist';
    const key = `${accountid} ${isZip ? 'zip' : 'song'}`;
    const count = running.get(key) ?? 0;
    if (count >= (isZip ? ZIPS_MAX : SONGS_MAX))
      throw new Refusal('TOO_MANY_TRANSFERS', undefined, RETRY_AFTER_SECONDS);
    running.set(key, count + 1);
    // Also when the client has gone already.
    finished(response, () => {
      const others = (running.get(key) ?? 1) - 1;
      if (others > 0) running.set(key, others);
      else running.delete(key);
    });
  };
}
