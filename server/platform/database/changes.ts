import { sql } from 'kysely';
import type { Log } from '../process/log.ts';
import type { Db } from './db.ts';

/** PostgreSQL channel that carries changes as JSON to every node, for the event streams. */
export const CHANGES = 'changes';

export type Change =
  /** Marks, playlists or the audience of these accounts; at its index the page that alone changed them and shows it. */
  | { type: 'counts'; accountids: number[]; pages?: (string | null)[] }
  /** A run of the desk of this account; `device` leads it from now on, `page` alone changed it and shows it. */
  | { type: 'run'; runid: string; accountid: number; device?: string | undefined; page?: string | undefined }
  /** What a label's report about a release shows. */
  | { type: 'report'; releaseid: string }
  /** A release was delivered again, perhaps to fewer accounts or for a later day. */
  | { type: 'redelivered'; releaseid: string }
  /** The label side of a release: its document, audience or state. */
  | { type: 'release'; releaseid: string }
  /** A delivery of a label. */
  | { type: 'delivery'; deliveryid: string }
  /** The shelf of a company (folded): a release of it (internal id), or who shares it. Sent by triggers, too. */
  | { type: 'shelf'; company: string; release?: number }
  /** A release was taken away from one account. */
  | { type: 'taken'; releaseid: string; accountid: number };

/** Notifies every node; inside a transaction, when it commits. */
export async function notifyChange(db: Db, change: Change): Promise<void> {
  await sql`select pg_notify(${sql.lit(CHANGES)}, ${JSON.stringify(change)})`.execute(db);
}

/** Collects changes and notifies once for many requests: each NOTIFY takes a lock of the whole server. */
export interface ChangeCollector {
  addCounts(accountid: number, page?: string): void;
  addReport(releaseid: string): void;
  addRun(accountid: number, runid: string, by?: { device?: string | undefined; page?: string | undefined }): void;
  /** Sends what was collected. */
  close(): Promise<void>;
}

const COLLECT_MS = 250;
/** A payload has at most 8,000 bytes. */
const ACCOUNTS_MAX = 150;

/** @param onCounts runs at once, so that this node shows the change in its next answer */
export function createChangeCollector(db: Db, log: Log, onCounts: (accountid: number) => void): ChangeCollector {
  const accounts = new Map<number, string | null>();
  const releases = new Set<string>();
  const runs = new Map<string, { accountid: number; device: string | undefined; page: string | undefined }>();
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const counts = [...accounts];
    const changes: Change[] = [
      ...[...releases].map((releaseid) => ({ type: 'report' as const, releaseid })),
      ...[...runs].map(([runid, run]) => ({ type: 'run' as const, runid, ...run })),
    ];
    for (let start = 0; start < counts.length; start += ACCOUNTS_MAX) {
      const some = counts.slice(start, start + ACCOUNTS_MAX);
      changes.push({ type: 'counts', accountids: some.map(([id]) => id), pages: some.map(([, page]) => page) });
    }
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
    addCounts(accountid, page) {
      onCounts(accountid);
      const isAlone = !accounts.has(accountid) || accounts.get(accountid) === page;
      accounts.set(accountid, (isAlone && page) || null);
      start();
    },
    addReport(releaseid) {
      releases.add(releaseid);
      start();
    },
    addRun(accountid, runid, { device, page } = {}) {
      const before = runs.get(runid);
      const isAlone = before === undefined || before.page === page;
      runs.set(runid, { accountid, device: device ?? before?.device, page: isAlone ? page : undefined });
      start();
    },
    close: send,
  };
}
