import { LRUCache } from 'lru-cache';
import type { Metrics } from '../platform/monitoring/metrics.ts';

/** Results that cost more than a request may wait for, each for a limited time. */
export interface Cache<Value> {
  /** Concurrent calls with one key share one load. A failed load is not cached. */
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

export function createCache<Value>({ max, ttlMs, name, metrics }: CacheOptions, now: () => Date): Cache<Value> {
  const clock = { now: () => now().getTime() };
  const entries = new LRUCache<string, Promise<Value>>({ max, ttl: ttlMs, ttlResolution: 0, perf: clock });
  return {
    get(key, load) {
      const cached = entries.get(key);
      metrics?.cacheReads.inc({ cache: name, result: cached ? 'hit' : 'miss' });
      if (cached) return cached;
      const value = load();
      entries.set(key, value);
      value.catch(() => entries.delete(key));
      return value;
    },
    clear: () => entries.clear(),
  };
}
