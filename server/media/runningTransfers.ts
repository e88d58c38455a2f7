import { SESSION_ENDED } from '../access/sessionQueries.ts';
import { RELEASE_WITHDRAWN } from '../catalogue/withdrawQueries.ts';
import type { AppContext } from '../platform/context.ts';
import { listen } from '../platform/database/listen.ts';
import { listEndedAccess, type SentRelease } from './ledgerQueries.ts';

/** Finds what no notification tells: a package taken away, an exclusion, an end date. Access ends within 5 s. */
const CHECK_MS = 2_000;

interface RunningTransfer {
  sessionid: string;
  releaseids: string[];
  controller: AbortController;
}

export interface RunningTransfers {
  /** Registers an answer; its signal is aborted when the session ends or a release is withdrawn. */
  add(transfer: Pick<RunningTransfer, 'sessionid' | 'releaseids'>): RunningTransfer;
  delete(transfer: RunningTransfer): void;
  close(): Promise<void>;
}

/** The answers that this node is sending. */
export async function createRunningTransfers({
  db,
  pool,
  log,
  now,
}: Pick<AppContext, 'db' | 'pool' | 'log' | 'now'>): Promise<RunningTransfers> {
  const running = new Set<RunningTransfer>();

  /** Cuts what a session is sent of a release. Without a session: of all sessions; without a release: of all releases. */
  function cut(ended: Partial<SentRelease>): void {
    for (const { sessionid, releaseids, controller } of running) {
      const isMeant = ended.sessionid === undefined || ended.sessionid === sessionid;
      if (isMeant && (ended.releaseid === undefined || releaseids.includes(ended.releaseid))) controller.abort();
    }
  }

  async function check(): Promise<void> {
    if (running.size === 0) return;
    const sent = [...running].flatMap(({ sessionid, releaseids }) =>
      releaseids.map((releaseid) => ({ sessionid, releaseid })),
    );
    try {
      for (const ended of await listEndedAccess(db, sent, now())) cut(ended);
    } catch (err) {
      log.warn({ err }, 'Running transfers could not be checked');
    }
  }

  const timer = setInterval(() => void check(), CHECK_MS).unref();
  const stopListening = await listen(pool, [SESSION_ENDED, RELEASE_WITHDRAWN], {
    onNotification: (id, channel) => cut(channel === SESSION_ENDED ? { sessionid: id } : { releaseid: id }),
    onReconnect: () => void check(),
  });

  return {
    add(transfer) {
      const added = { ...transfer, controller: new AbortController() };
      running.add(added);
      return added;
    },
    delete: (transfer) => void running.delete(transfer),
    async close() {
      clearInterval(timer);
      await stopListening();
    },
  };
}
