import { getApiError } from '../platform/errorText.ts';
import type { DownloadFailure } from './downloadItem.ts';

type ApiErrorCode = NonNullable<ReturnType<typeof getApiError>>['code'];

const failuresByCode: { [code in ApiErrorCode]?: DownloadFailure } = {
  DOWNLOAD_LIMIT: 'limit',
  TOO_MANY_TRANSFERS: 'limit',
  TOO_MANY_REQUESTS: 'limit',
  RELEASE_NOT_AVAILABLE: 'withdrawn',
  STREAM_ONLY: 'stream-only',
  DOWNLOADS_OFF: 'stream-only',
  FORMAT_NOT_AVAILABLE: 'format',
  FILE_DAMAGED: 'damaged',
  NO_ANSWER: 'network',
};

/** Why a download failed. Of what is thrown, the errors of the browser's disk are DOMExceptions. */
export function getFailure(error: unknown): DownloadFailure {
  const { code, status = 0 } = getApiError(error) ?? {};
  if (code !== undefined) return failuresByCode[code] ?? (status < 500 ? 'access' : 'other');
  return error instanceof DOMException ? 'disk' : 'other';
}
