import { DOWNLOAD_LOOP_MS, ZIP_POLL_MS } from '@promenade/contract/limits';
import { useEffect } from 'react';
import { waitingForZip } from './downloads.ts';
import { useDownloads } from './downloadsStore.ts';
import { askZips, startNext } from './loop.ts';

/** Keeps downloads going on every page; shows nothing. */
export function DownloadsEngine() {
  const isWaiting = useDownloads(({ items }) => items.some(({ status }) => status === 'waiting'));
  const isZipping = useDownloads(({ items }) => waitingForZip(items).length > 0);
  useEffect(() => (isWaiting ? often(startNext, DOWNLOAD_LOOP_MS) : undefined), [isWaiting]);
  useEffect(() => (isZipping ? often(askZips, ZIP_POLL_MS) : undefined), [isZipping]);
  return null;
}

/** Now, and again after each interval. Answers how to stop. */
function often(work: () => void, ms: number): () => void {
  work();
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}
