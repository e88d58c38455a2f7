import { reportOpen } from '@promenade/contract/library';
import { useEffect } from 'react';
import { call } from '../platform/api.ts';
import { isTemporary } from '../platform/errorText.ts';
import { logError } from '../platform/logError.ts';

/** A release counts as opened when it was on the screen for so long. */
const OPENED_AFTER_MS = 1_000;
const AGAIN_AFTER_MS = 10_000;

/** Reports that the release was opened; not before it is known, and once while the component is mounted. */
export function useReportOpening(releaseid: string | undefined): void {
  useEffect(() => {
    if (releaseid === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const stop = new AbortController();
    const report = () => {
      stop.abort();
      call(reportOpen, { params: { releaseid } }).catch((error: unknown) => {
        if (!isTemporary(error)) return logError('Not reported as opened', error);
        if (!isGone) timer = setTimeout(report, AGAIN_AFTER_MS);
      });
    };
    const start = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = setTimeout(report, OPENED_AFTER_MS);
    };
    start();
    document.addEventListener('visibilitychange', start, { signal: stop.signal });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop.abort();
    };
  }, [releaseid]);
}
