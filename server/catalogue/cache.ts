import { LRUCache } from 'lru-cache';
import type { Metrics } from '../platform/monitoring/metrics.ts';

/** Results that cost more than a request may wait for, each for a limited time. */
export interface Cache<Value> {
  /**
   * Concurrent calls with one key share one load. A failed load is not cached. A value that is used near the end of its
   * time is loaded again in the background, so that calls that come all the time never wait for it.
   */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  clear(): void;
}

interface CacheOptions {
  max: number;
  ttlMs: number;
  /** In the metrics. */
  name: string;
  metrics: Metrics | undefined;
}

/** A value that is used in this last part of its time is loaded again. */
const LAST_PART = 0.3;

export function createCache<Value>({ max, ttlMs, name, metrics }: CacheOptions, now: () => Date): Cache<Value> {
  const clock = { now: () => now().getTime() };
  const entries = new LRUCache<string, Promise<Value>>({ max, ttl: ttlMs, ttlResolution: 0, perf: clock });
  const refreshing = new Set<Promise<Value>>();

  function refresh(key: string, cached: Promise<Value>, load: () => Promise<Value>): void {
    if (refreshing.has(cached)) return;
    refreshing.add(cached);
    load()
      .then((value) => {
        // What was cleared or replaced meanwhile is newer.
        if (entries.peek(key) === cached) entries.set(key, Promise.resolve(value));
      })
      // The next call after its time loads it again, and fails itself.
      .catch(() => {})
      .finally(() => refreshing.delete(cached));
  }

  return {
    get(key, load) {
      const cached = entries.get(key);
      metrics?.cacheReads.inc({ cache: name, result: cached ? 'hit' : 'miss' });
      if (cached) {
        if (entries.getRemainingTTL(key) < LAST_PART * ttlMs) refresh(key, cached, load);
        return cached;
      }
      const value = load();
      entries.set(key, value);
      value.catch(() => entries.delete(key));
      return value;
    },
    clear: () => entries.clear(),
  };
}
