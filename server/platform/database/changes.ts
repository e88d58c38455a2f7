import { sql } from 'kysely';
import type { Log } from '../process/log.ts';
import type { Db } from './db.ts';

/** PostgreSQL channel that carries changes as JSON to every node, for the event streams. */
export const CHANGES = 'changes';

export type Change =
  /** Marks, playlists or the audience of these accounts. */
  | { type: 'counts'; accountids: number[] }
  /** A run of the desk of this account; `device` leads it from now on. */
  | { type: 'run'; runid: string; accountid: number; device?: string | undefined }
  /** What a label's report about a release shows. */
  | { type: 'report'; releaseid: string }
  /** A release was delivered again, perhaps to fewer accounts or for a later day. */
  | { type: 'redelivered'; releaseid: string }
  /** The label side of a release: its document, audience or state. */
  | { type: 'release'; releaseid: string }
  /** A delivery of a label. */
  | { type: 'delivery'; deliveryid: string }
  /** A release was taken away from one account. */
  | { type: 'taken'; releaseid: string; accountid: number };

/** Notifies every node; inside a transaction, when it commits. */
export async function notifyChange(db: Db, change: Change): Promise<void> {
  await sql`select pg_notify(${sql.lit(CHANGES)}, ${JSON.stringify(change)})`.execute(db);
}

/** Collects changes and notifies once for many requests: each NOTIFY takes a lock of the whole server. */
export interface ChangeCollector {
  addCounts(accountid: number): void;
  addReport(releaseid: string): void;
  addRun(accountid: number, runid: string, device?: string): void;
  /** Sends what was collected. */
  close(): Promise<void>;
}

const COLLECT_MS = 250;
/** A payload has at most 8,000 bytes. */
const ACCOUNTS_MAX = 500;

/** @param onCounts runs at once, so that this node shows the change in its next answer */
export function createChangeCollector(db: Db, log: Log, onCounts: (accountid: number) => void): ChangeCollector {
  const accounts = new Set<number>();
  const releases = new Set<string>();
  const runs = new Map<string, { accountid: number; device: string | undefined }>();
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const accountids = [...accounts];
    const changes: Change[] = [
      ...[...releases].map((releaseid) => ({ type: 'report' as const, releaseid })),
      ...[...runs].map(([runid, run]) => ({ type: 'run' as const, runid, ...run })),
    ];
    for (let start = 0; start < accountids.length; start += ACCOUNTS_MAX)
      changes.push({ type: 'counts', accountids: accountids.slice(start, start + ACCOUNTS_MAX) });
    accounts.clear();
    releases.clear();
    runs.clear();
    try {
      for (const change of changes) await notifyChange(db, change);
    } catch (reason) {
      log.warn({ err: reason }, 'Could not notify of changes');
    }
  }

  const start = () => {
    timer ??= setTimeout(() => void send(), COLLECT_MS);
  };
  return {
    addCounts(accountid) {
      onCounts(accountid);
      accounts.add(accountid);
      start();
    },
    addReport(releaseid) {
      releases.add(releaseid);
      start();
    },
    addRun(accountid, runid, device = runs.get(runid)?.device) {
      runs.set(runid, { accountid, device });
      start();
    },
    close: send,
  };
}
