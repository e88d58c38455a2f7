import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { destroyConnection } from './availability.ts';
import { connectClient } from './session.ts';

const RETRY_MS = 1_000;
/** The sum of both is how soon a connection that died silently, such as in a firewall, is noticed: under 10 s. */
const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 4_000;

/**
 * Runs LISTEN on a connection outside the pool and reconnects when it breaks or does not answer; notifications may be
 * missing then. Resolves once it listens, to a function that stops it.
 */
export async function listen(
  pool: pg.Pool,
  channels: string | string[],
  listener: { onNotification(payload: string, channel: string): void; onReconnect(): void },
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let client = await connect();
  const heartbeat = setInterval(() => void check(client), HEARTBEAT_MS).unref();

  async function check(checked: pg.Client): Promise<void> {
    const timer = setTimeout(() => destroyConnection(checked), ANSWER_MS);
    // A connection that broke is replaced already.
    await checked.query('select 1').catch(() => {});
    clearTimeout(timer);
  }

  async function connect(): Promise<pg.Client> {
    const client = await connectClient(pool.options);
    client.on('notification', ({ payload = '', channel }) => listener.onNotification(payload, channel));
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
        await pause(RETRY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
      }
    }
  }

  return async () => {
    stop.abort();
    clearInterval(heartbeat);
    await client.end();
  };
}
