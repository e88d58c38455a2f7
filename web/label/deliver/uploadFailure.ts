import { getRefusalCode, isTemporary } from '../../platform/errorText.ts';
import { logError } from '../../platform/logError.ts';
import { ApiError } from '../../platform/request.ts';
import { getTranslate } from '../../platform/text.ts';
import type { Upload } from './uploads.ts';

const RETRY_MAX_MS = 30_000;
/** Statuses that pass, besides those of other calls: of the session, a slow line, a lock, a limit. */
const PASSING = [401, 408, 423, 429];
const FINAL = ['DELIVERY_FULL', 'DELIVERY_CLOSED', 'DELIVERY_NOT_FOUND', 'EDITORS_ONLY', 'STORAGE_FULL'];

/** Whether the reason holds for every other file of the delivery. */
export const isFinal = (failure: unknown): boolean => FINAL.includes(getRefusalCode(failure) ?? '');

/** Why a file is not taken, as a sentence. */
export function describeFailure(failure: unknown): string {
  const t = getTranslate();
  if (!(failure instanceof ApiError)) logError('Could not upload a file', failure);
  else if (failure.status === 404 || failure.status === 410) return t('deliver.gone');
  else if (failure.status < 500 || failure.code === 'STORAGE_FULL')
    return failure.fields['path'] ?? (failure.message || t('deliver.failed'));
  return t('deliver.failed');
}

/** Whether another attempt may succeed: a conflict that is none of the delivery is one of the position in the file. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.code !== 'STORAGE_FULL' &&
  (isTemporary(failure) ||
    PASSING.includes(failure.status) ||
    (failure.status === 409 && ![...FINAL, 'PATH_TAKEN'].includes(failure.code)));

/** A file that changed fails like a lost line in Chromium; Firefox sends the new bytes under the old size. */
export const isChanged = async ({
  file,
  bytes,
  modified,
}: Pick<Upload, 'file' | 'bytes' | 'modified'>): Promise<boolean> =>
  file.size !== bytes ||
  file.lastModified !== modified ||
  !(await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    ));

/** Waits longer after each failure, at most until the network is back. */
export function waitForRetry(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(RETRY_MAX_MS, 1_000 * 2 ** failures));
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', end, { once: true, signal });
    signal.addEventListener('abort', end);
  });
}
