import { reportOpen } from '@promenade/contract/library';
import { useEffect } from 'react';
import { call } from '../platform/api.ts';
import { isTemporary } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';

/** A release counts as opened when it was on the screen for so long. */
const OPENED_AFTER_MS = 1_000;
const AGAIN_AFTER_MS = 10_000;

/** Openings that go with the next report of a listen. */
const waiting = new Set<string>();

/** Sends the openings that wait along; after a failure they wait again. */
export async function sendWithOpenings<Answer>(send: (opened: string[]) => Promise<Answer>): Promise<Answer> {
  const opened = [...waiting];
  waiting.clear();
  try {
    return await send(opened);
  } catch (failure) {
    for (const releaseid of opened) waiting.add(releaseid);
    throw failure;
  }
}

/**
 * Reports that the release was opened; not before it is known, and once while the component is mounted. With `canWait`
 * the report goes with that of a listen, or by itself when none comes.
 */
export function useReportOpening(releaseid: string | undefined, { canWait = false } = {}): void {
  useEffect(() => {
    if (releaseid === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const stop = new AbortController();
    const report = () => {
      stop.abort();
      call(reportOpen, { params: { releaseid } }, { keepalive: canWait }).catch((error: unknown) => {
        if (!isTemporary(error)) return logError('Not reported as opened', error);
        if (!isGone) timer = setTimeout(report, AGAIN_AFTER_MS);
      });
    };
    const wait = () => {
      stop.abort();
      waiting.add(releaseid);
      const sendAlone = () => {
        window.removeEventListener('pagehide', sendAlone);
        if (waiting.delete(releaseid)) report();
      };
      window.addEventListener('pagehide', sendAlone);
      setTimeout(sendAlone, AGAIN_AFTER_MS);
    };
    const start = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(canWait ? wait : report, OPENED_AFTER_MS);
    };
    start();
    document.addEventListener('visibilitychange', start, { signal: stop.signal });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop.abort();
    };
  }, [releaseid, canWait]);
}
