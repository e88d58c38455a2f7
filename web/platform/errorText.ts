import type { ErrorCode } from '@promenade/contract/errors';
import { ApiError } from './request.ts';
import type { TextKey } from './text.ts';

/** Texts and look of an error banner. */
export interface ErrorText {
  title: TextKey;
  message: TextKey;
  kind: 'error' | 'info';
  /** Fill `message`. */
  values?: { count: number };
}

const textsByCode: { [code in ApiError['code']]?: ErrorText } = {
  INVALID_CREDENTIALS: { title: 'error.credentials-title', message: 'error.credentials-message', kind: 'error' },
  VERIFICATION_PENDING: { title: 'error.pending-title', message: 'error.pending-message', kind: 'info' },
  TOO_MANY_REQUESTS: { title: 'error.too-many-title', message: 'error.too-many-message', kind: 'error' },
  BUSY: { title: 'error.unavailable-title', message: 'error.busy-message', kind: 'error' },
};
const genericText: ErrorText = { title: 'error.generic-title', message: 'error.generic-message', kind: 'error' };

/** Falls back to "Something went wrong" (requirement A-ERR-20). */
export function getErrorText(failure: unknown): ErrorText {
  if (!(failure instanceof ApiError)) return genericText;
  const text = textsByCode[failure.code] ?? genericText;
  const minutes = Math.ceil((failure.retryAfterSeconds ?? 0) / 60);
  if (failure.code !== 'TOO_MANY_REQUESTS' || minutes === 0) return text;
  return minutes > 60
    ? { ...text, message: 'error.too-many-hours', values: { count: Math.ceil(minutes / 60) } }
    : { ...text, message: 'error.too-many-minutes', values: { count: minutes } };
}

/** The error code of the server; undefined when it did not answer. */
export function getRefusalCode(failure: unknown): ErrorCode | undefined {
  return failure instanceof ApiError && failure.code !== 'NO_ANSWER' ? failure.code : undefined;
}

/** Code, status and text of a failed call; undefined for every other failure. */
export function getApiError(failure: unknown): Pick<ApiError, 'code' | 'status' | 'message'> | undefined {
  return failure instanceof ApiError ? failure : undefined;
}

/** Whether the service is down or did not answer in time (requirement C-ERR-11). */
export function isUnavailable(failure: unknown): boolean {
  return failure instanceof ApiError && [0, 502, 503, 504].includes(failure.status);
}

/** The message of the server for a 4xx status; undefined for every other failure. */
export function getRefusalText(failure: unknown): string | undefined {
  return failure instanceof ApiError && failure.status >= 400 && failure.status < 500 ? failure.message : undefined;
}

/** Names of the fields that the server refused. */
export function listRefusedFields(failure: unknown): string[] {
  return failure instanceof ApiError ? Object.keys(failure.fields) : [];
}

/** Whether a failed call may succeed later: it got no response (status 0) or a server error. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
