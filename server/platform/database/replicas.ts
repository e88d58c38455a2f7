import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Log } from '../process/log.ts';
import { type Database, type Db, openDb, STATEMENT_TIMEOUT_MS } from './db.ts';

// Reads from streaming replicas. A replica serves a read when it has replayed everything that the read must see:
// the writes of the browser (`after`), and everything up to the last pin. It is left out while it lags or does not
// answer, and when it is not a replica of this database. A former primary that went its own way after a fail-over looks like
// one: it is in recovery and has the same tables. So the first node that meets a primary on another timeline stores a new
// lineage there, which only those that follow this primary get. See ADR 0023.

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
  /** When the server started that went its own way: the primary may pass its position later, and it is still no replica. */
  strayed?: string;
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
  let lineage: string | null = null;
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
    const state = await askPrimary();
    if (state.lineage !== lineage) startLineage(state);
    for (const pin of pins) {
      pin.position = state.position;
      openPins.delete(pin);
    }
    // Every usable replica has replayed what is older.
    const isRecent = (entry: { at: number }) => entry.at > at - 2 * lagMaxMs;
    seen = [...seen.filter(isRecent), { written: state.written, at }];
    for (const [accountid, pin] of accounts) if (!isRecent(pin)) accounts.delete(accountid);
    if (!isRecent(everyone)) everyone = { position: 0, at };
    await Promise.all(replicas.map((replica) => pollReplica(replica, state)));
  }

  async function askPrimary(): Promise<State> {
    const state = await askState(primary);
    if (state.isreplica) throw new Error('DATABASE_URL is no primary.');
    if (state.lineagetimeline === state.timeline) return state;
    await insertLineage(primary, state.timeline);
    return askState(primary);
  }

  /** Positions of another primary mean nothing here. */
  function startLineage(state: State): void {
    const isFirst = lineage === null;
    ({ lineage } = state);
    if (isFirst) return;
    seen = [];
    accounts.clear();
    everyone = openPin();
  }

  async function pollReplica(replica: Replica, { mediastore, lineage, written }: State): Promise<void> {
    try {
      const state = await askState(replica.db);
      const isOurs = state.isreplica && state.mediastore === mediastore && state.lineage === lineage;
      if (!isOurs) throw new Error('It is no replica of this database.');
      // The primary may have written more since it was asked.
      if (state.position > written && state.position > (await askState(primary)).position)
        replica.strayed = state.startedat;
      if (replica.strayed === state.startedat) throw new Error('It has changes that this database does not have.');
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
  startedat: string;
  /** The end of what is committed, or of what is replayed by a replica. */
  position: number;
  /** What replicas can have; of a primary that commits asynchronously less than `position`. */
  written: number;
  /** The same on every database of an installation. */
  mediastore: string | null;
  /** Of the primary; null on a replica. */
  timeline: string | null;
  /** The same on a primary and on those that have followed it since it became one. */
  lineage: string | null;
  /** The timeline of the primary for which the lineage was stored. */
  lineagetimeline: string | null;
}

async function askState(db: Db): Promise<State> {
  const toNumber = (position: RawBuilder<unknown>) => sql`pg_wal_lsn_diff(${position}, '0/0')::bigint`;
  const { rows } = await sql<State>`
    select isreplica, pg_postmaster_start_time()::text as startedat,
      ${toNumber(sql`case when isreplica then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end`)} as position,
      ${toNumber(sql`case when isreplica then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`)} as written,
      case when not isreplica then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
      media.value ->> 'id' as mediastore, lineage.value ->> 'id' as lineage, lineage.value ->> 'timeline' as lineagetimeline
    from pg_is_in_recovery() isreplica
      left join installation media on media.name = 'media-store'
      left join installation lineage on lineage.name = 'lineage'`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The database has no state.');
  return state;
}

/** Stores a new lineage, unless another node has done it. */
async function insertLineage(db: Db, timeline: string | null): Promise<void> {
  const value = JSON.stringify({ id: randomUUID(), timeline });
  await sql`
    insert into installation (name, value) values ('lineage', ${value}::jsonb)
    on conflict (name) do update set value = excluded.value
      where installation.value ->> 'timeline' <> excluded.value ->> 'timeline'`.execute(db);
}
