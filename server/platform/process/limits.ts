import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';

/**
 * Runs at most `max` functions at a time; the others wait for their turn, first in first out.
 * @throws `full` when `waitingMax` wait already
 */
export function atMost(max: number, waitingMax = Number.POSITIVE_INFINITY, full = () => new Error('Too many wait.')) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running < max) running += 1;
    else if (waiting.length >= waitingMax) throw full();
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // The slot passes directly to the next one, so that no new call can take it.
      if (next) next();
      else running -= 1;
    }
  };
}

/** Counts the answers to each key of this process until they or their connections end. @throws `full` above `max` */
export function perKey(max: number, full: () => Error): (key: number, response: ServerResponse) => void {
  const running = new Map<number, number>();
  return (key, response) => {
    const count = running.get(key) ?? 0;
    if (count >= max) throw full();
    running.set(key, count + 1);
    // Also when the client has gone already.
    finished(response, () => {
      const others = (running.get(key) ?? 1) - 1;
      if (others > 0) running.set(key, others);
      else running.delete(key);
    });
  };
}
