import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const RETRY_MS = 1_000;

interface Listener {
  /** Called with the payload of each notification. */
  heard(payload: string): void;
  /** Called whenever notifications may have been missed: the connection broke and stands again. */
  missed(): void;
}

/**
 * Listens on one channel with a connection of its own beside the pool, and takes it up again when it breaks.
 * Resolves when it listens; what it resolves to stops it.
 */
export async function listen(pool: pg.Pool, channel: string, listener: Listener): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(pool.options);
    client.on('notification', ({ payload = '' }) => listener.heard(payload));
    // Every error ends the connection; without a listener it would end the process.
    client.on('error', () => {});
    await client.connect();
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    client.once('end', () => void reconnect());
    return client;
  }

  async function reconnect(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        client = await connect();
        listener.missed();
        // Stopped while it connected.
        if (stop.signal.aborted) await client.end();
        return;
      } catch {
        // The database is away: what it tells is at most one cache's life late, and comes back with it.
        await setTimeout(RETRY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      }
    }
  }

  return async () => {
    stop.abort();
    await client.end();
  };
}
