import type { ErrorCode } from '@promenade/contract/errors';
import { ApiError } from './api.ts';
import type { TextKey } from './text.ts';

/** What a banner says about a failure. */
export interface ErrorText {
  title: TextKey;
  message: TextKey;
  kind: 'error' | 'info';
}

const known: { [code in ApiError['code']]?: ErrorText } = {
  INVALID_CREDENTIALS: { title: 'error.credentials-title', message: 'error.credentials-message', kind: 'error' },
  VERIFICATION_PENDING: { title: 'error.pending-title', message: 'error.pending-message', kind: 'info' },
  BUSY: { title: 'error.unavailable-title', message: 'error.unavailable-message', kind: 'error' },
};
const generic: ErrorText = { title: 'error.generic-title', message: 'error.generic-message', kind: 'error' };

/** The player's own words for a failure; what it has no words for is "Something went wrong" (A-ERR-20). */
export function errorText(failure: unknown): ErrorText {
  return (failure instanceof ApiError && known[failure.code]) || generic;
}

/** The contract's code of a refusal, for screens that do more than say it; undefined when nothing answered. */
export function refusalCode(failure: unknown): ErrorCode | undefined {
  return failure instanceof ApiError && failure.code !== 'NO_ANSWER' ? failure.code : undefined;
}

/** The code and status of a failed call; undefined for what was no call. */
export function reasonOf(failure: unknown): Pick<ApiError, 'code' | 'status'> | undefined {
  return failure instanceof ApiError ? failure : undefined;
}

/** The server's own sentence of a refusal; undefined when it is no refusal, or the server did not answer. */
export function refusalText(failure: unknown): string | undefined {
  return failure instanceof ApiError && failure.status >= 400 && failure.status < 500 ? failure.message : undefined;
}

/** Which fields of a form the server refused. */
export function refusedFields(failure: unknown): string[] {
  return failure instanceof ApiError ? Object.keys(failure.fields) : [];
}

/** Whether a failed call may succeed later: it got no response (status 0) or a server error. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
