import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

const RETRY_MS = 1_000;

/**
 * Runs LISTEN on a connection outside the pool and reconnects when it breaks; notifications may be missing then. Resolves
 * once it listens, to a function that stops it.
 */
export async function listen(
  pool: pg.Pool,
  channels: string | string[],
  listener: { onNotification(payload: string, channel: string): void; onReconnect(): void },
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(pool.options);
    client.on('notification', ({ payload = '', channel }) => listener.onNotification(payload, channel));
    // Without a listener a broken connection would end the process.
    client.on('error', () => {});
    await client.connect();
    for (const channel of [channels].flat()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    client.once('end', () => void reconnect());
    return client;
  }

  async function reconnect(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        client = await connect();
        listener.onReconnect();
        // The listener may have been stopped meanwhile.
        if (stop.signal.aborted) await client.end();
        return;
      } catch {
        await setTimeout(RETRY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      }
    }
  }

  return async () => {
    stop.abort();
    await client.end();
  };
}
