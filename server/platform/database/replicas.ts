import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Log } from '../process/log.ts';
import { type Database, type Db, openDb, STATEMENT_TIMEOUT_MS } from './db.ts';

// Reads from streaming replicas. A replica serves a read when it has replayed everything that the read must see:
// the writes of the browser (`after`), and everything up to the last pin. It is left out while it lags or does not
// answer, and when it is not a replica of this database. See ADR 0023.

export interface Replicas {
  /** False when none are configured: every read goes to the primary. */
  isUsed: boolean;
  /** Runs on a replica, or on the primary when none is usable. What throws on a replica runs on the primary again. */
  read<Result>(query: (db: Db) => Promise<Result>, request: ReadRequest): Promise<Result>;
  /** The position of the last write, for reads that must see it. */
  getPosition(): Promise<number>;
  /** Reads of these accounts, or all, see what is committed by now. */
  pin(accountids?: number[]): void;
  close(): Promise<void>;
}

export interface ReadRequest {
  accountid: number;
  /** A position in the write-ahead log. */
  after: number;
}

interface Replica extends Database {
  name: string;
  /** What it had replayed when it was asked last. */
  position: number;
  /** It has replayed all that was written until then; -Infinity before the first answer and after a failed one. */
  freshAt: number;
  wasUsable: boolean;
}

interface Pin {
  /** Infinity until the primary has been asked. */
  position: number;
  at: number;
}

const POLL_MS = 500;
/** A replica that lags more is left out. */
const LAG_MAX_MS = 5_000;
/** How long the cookie of a write is kept: after that, every replica in use has replayed the write. */
export const READ_AFTER_SECONDS = (2 * LAG_MAX_MS) / 1000;
const POOL_SIZE = 1;

export function createReplicas(
  { db: primary }: Pick<Database, 'db'>,
  { urls, log, lagMaxMs = LAG_MAX_MS }: { urls: string[]; log: Log; lagMaxMs?: number | undefined },
): Replicas {
  const replicas = urls.map((url): Replica => {
    const database = openDb({ connectionString: url }, POOL_SIZE, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    const { host, searchParams } = new URL(url);
    const name = host || (searchParams.get('host') ?? '');
    return { ...database, name, position: 0, freshAt: -Infinity, wasUsable: true };
  });
  /** What the primary had written and when, the newest last. */
  let seen: { written: number; at: number }[] = [];
  const openPins = new Set<Pin>();
  // The first reads may need what a migration has just changed.
  let everyone = openPin();
  const accounts = new Map<number, Pin>();
  let next = 0;
  const stop = new AbortController();

  const isFresh = ({ freshAt }: Replica) => performance.now() - freshAt <= lagMaxMs;

  function openPin(): Pin {
    const pin = { position: Infinity, at: performance.now() };
    openPins.add(pin);
    return pin;
  }

  function choose({ accountid, after }: ReadRequest): Replica | undefined {
    const from = Math.max(after, everyone.position, accounts.get(accountid)?.position ?? 0);
    const usable = replicas.filter((replica) => replica.position >= from && isFresh(replica));
    next += 1;
    return usable[next % usable.length];
  }

  async function poll(): Promise<void> {
    const pins = [...openPins];
    const at = performance.now();
    const { position, written, mediastore } = await askState(primary);
    for (const pin of pins) {
      pin.position = position;
      openPins.delete(pin);
    }
    // Every usable replica has replayed what is older.
    const isRecent = (entry: { at: number }) => entry.at > at - 2 * lagMaxMs;
    seen = [...seen.filter(isRecent), { written, at }];
    for (const [accountid, pin] of accounts) if (!isRecent(pin)) accounts.delete(accountid);
    if (!isRecent(everyone)) everyone = { position: 0, at };
    await Promise.all(replicas.map((replica) => pollReplica(replica, mediastore)));
  }

  async function pollReplica(replica: Replica, mediastore: string | null): Promise<void> {
    try {
      const state = await askState(replica.db);
      if (!state.isreplica || state.mediastore !== mediastore) throw new Error('It is no replica of this database.');
      replica.position = state.position;
      // The last time at which the primary had written no more than what the replica has replayed.
      replica.freshAt = seen.findLast((entry) => entry.written <= state.position)?.at ?? -Infinity;
      noteUsable(replica, isFresh(replica));
    } catch (reason) {
      replica.freshAt = -Infinity;
      noteUsable(replica, false, reason);
    }
  }

  function noteUsable(replica: Replica, isUsable: boolean, reason?: unknown): void {
    if (isUsable === replica.wasUsable || stop.signal.aborted) return;
    replica.wasUsable = isUsable;
    const fields = { replica: replica.name, ...(reason !== undefined && { err: reason }) };
    if (isUsable) log.info(fields, 'Replica is used again');
    else log.warn(fields, reason === undefined ? 'Replica lags and is left out' : 'Replica is left out');
  }

  async function keepPolling(): Promise<void> {
    while (!stop.signal.aborted) {
      // While the primary does not answer, no request passes its access check.
      await poll().catch(() => {});
      await pause(POLL_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  }

  const polling = replicas.length > 0 ? keepPolling() : Promise.resolve();

  return {
    isUsed: replicas.length > 0,
    async read(query, request) {
      const replica = choose(request);
      if (!replica) return query(primary);
      try {
        return await query(replica.db);
      } catch {
        // It stopped, or cancelled the statement to replay, or lacks a row that the client saw on another replica.
        return query(primary);
      }
    },
    getPosition: async () => (await askState(primary)).position,
    pin(accountids) {
      if (replicas.length === 0) return;
      const pin = openPin();
      if (accountids) for (const accountid of accountids) accounts.set(accountid, pin);
      else everyone = pin;
    },
    async close() {
      stop.abort();
      await polling;
      await Promise.all(replicas.map(({ close }) => close()));
    },
  };
}

interface State {
  isreplica: boolean;
  /** The end of what is committed, or of what is replayed by a replica. */
  position: number;
  /** What replicas can have; of a primary that commits asynchronously less than `position`. */
  written: number;
  /** The same on every database of an installation. */
  mediastore: string | null;
}

async function askState(db: Db): Promise<State> {
  const toNumber = (position: RawBuilder<unknown>) => sql`pg_wal_lsn_diff(${position}, '0/0')::bigint`;
  const { rows } = await sql<State>`
    select isreplica, ${toNumber(sql`case when isreplica then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end`)} as position,
      ${toNumber(sql`case when isreplica then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`)} as written,
      (select value ->> 'id' from installation where name = 'media-store') as mediastore
    from pg_is_in_recovery() isreplica`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The database has no state.');
  return state;
}
