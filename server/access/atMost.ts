import { Refusal } from '../platform/http/refusal.ts';

/**
 * Runs jobs at most `atOnce` at a time; up to `waiting` more stand in line, in order.
 * @throws BUSY when the line is full
 */
export function atMost(atOnce: number, waiting: number): <T>(job: () => Promise<T>) => Promise<T> {
  let running = 0;
  const line: Array<() => void> = [];
  return async (job) => {
    if (running < atOnce) running += 1;
    else if (line.length >= waiting) throw new Refusal('BUSY');
    else await new Promise<void>((enter) => line.push(enter));
    try {
      return await job();
    } finally {
      const next = line.shift();
      // The place is handed on, so that nobody slips in between.
      if (next) next();
      else running -= 1;
    }
  };
}
