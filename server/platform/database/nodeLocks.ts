import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { connectClient } from './session.ts';

// Locks of all nodes that are held for minutes. Each node takes them as advisory locks on one connection of its own, which it
// opens for the first one. A node that finds a lock taken asks its holder by NOTIFY to let go, and tries again.

export interface NodeLocks {
  /**
   * Resolves to a function that releases the lock; undefined when its holder does not let go in time.
   * @param letGo runs when somebody else waits for the lock, perhaps repeatedly, and when the connection broke
   */
  take(name: string, letGo: () => void): Promise<(() => Promise<void>) | undefined>;
  close(): Promise<void>;
}

const CHANNEL = 'let_go';
const RETRY_MS = 100;
/** Longer than holders need to end. */
const PATIENCE_MS = 10_000;

export function createNodeLocks(pool: pg.Pool): NodeLocks {
  /** The connection does not lock out this node itself. */
  const held = new Map<string, () => void>();
  let client: Promise<pg.Client> | undefined;

  async function connect(): Promise<pg.Client> {
    const opened = await connectClient(pool.options);
    opened.on('notification', ({ payload = '' }) => held.get(payload)?.());
    opened.once('end', () => {
      client = undefined;
      for (const letGo of held.values()) letGo();
    });
    await opened.query(`listen ${CHANNEL}`);
    return opened;
  }

  async function query(text: string, values: string[]): Promise<unknown> {
    const used = (client ??= connect());
    try {
      const { rows } = await (await used).query<{ result: unknown }>(text, values);
      return rows[0]?.result;
    } catch (reason) {
      // The next one connects anew; what this connection holds ends with it.
      if (client === used) client = undefined;
      await used.then((failed) => failed.end()).catch(() => {});
      throw reason;
    }
  }

  async function tryTake(name: string, letGo: () => void): Promise<boolean> {
    const holder = held.get(name);
    if (holder) holder();
    if (holder) return false;
    held.set(name, letGo);
    const isTaken = await query('select pg_try_advisory_lock(hashtextextended($1, 2)) as result', [name]).catch(
      (reason: unknown) => {
        held.delete(name);
        throw reason;
      },
    );
    if (isTaken === true) return true;
    held.delete(name);
    await query('select pg_notify($1, $2)', [CHANNEL, name]);
    return false;
  }

  return {
    async take(name, letGo) {
      const givenUpMs = performance.now() + PATIENCE_MS;
      while (!(await tryTake(name, letGo))) {
        if (performance.now() > givenUpMs) return undefined;
        await pause(RETRY_MS);
      }
      return async () => {
        // A connection that broke has released it.
        await query('select pg_advisory_unlock(hashtextextended($1, 2)) as result', [name]).catch(() => {});
        held.delete(name);
      };
    },
    close: async () => (await client)?.end(),
  };
}
