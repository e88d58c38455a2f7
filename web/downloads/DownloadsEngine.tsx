import { DOWNLOAD_POLL_MS, ZIP_POLL_MS } from '@promenade/contract/limits';
import { useEffect } from 'react';
import { pollZips, startWaiting } from './downloadQueue.ts';
import { listWaitingForZip } from './downloads.ts';
import { useDownloads } from './downloadsStore.ts';

/** Runs the download queue while items wait; renders nothing. */
export function DownloadsEngine() {
  const isWaiting = useDownloads(({ items }) => items.some(({ status }) => status === 'waiting'));
  const isZipping = useDownloads(({ items }) => listWaitingForZip(items).length > 0);
  useEffect(() => (isWaiting ? runEvery(DOWNLOAD_POLL_MS, startWaiting) : undefined), [isWaiting]);
  useEffect(() => (isZipping ? runEvery(ZIP_POLL_MS, pollZips) : undefined), [isZipping]);
  return null;
}

function runEvery(ms: number, work: () => void): () => void {
  work();
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}
