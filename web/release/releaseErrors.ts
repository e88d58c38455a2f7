import { getApiError, isUnavailable } from '../platform/errorText.ts';
import type { TextKey } from '../platform/text.ts';

/** Codes that lead to the no-access page (requirement C-DETAIL-26); `VALIDATION` is a truncated address. */
const NO_ACCESS_PAGE_CODES: readonly string[] = [
  'RELEASE_NOT_FOUND',
  'FORBIDDEN',
  'RELEASE_NOT_AVAILABLE',
  'VALIDATION',
];

/** Whether the release stays closed to this account, rather than being temporarily unavailable. */
export function isNoAccess(error: unknown): boolean {
  return NO_ACCESS_PAGE_CODES.includes(getApiError(error)?.code ?? '');
}

/** Title and message for a release that could not be loaded (requirements C-ERR-04, C-ERR-10, C-ERR-11). */
export function getReleaseErrorText(error: unknown): { title: TextKey; message: TextKey } {
  const code = getApiError(error)?.code;
  if (code === 'FORBIDDEN')
    return { title: 'release.refused-forbidden-title', message: 'release.refused-forbidden-message' };
  if (code === 'RELEASE_NOT_AVAILABLE')
    return { title: 'release.refused-gone-title', message: 'release.refused-gone-message' };
  if (isUnavailable(error)) return { title: 'error.unavailable-title', message: 'error.unavailable-message' };
  return {
    title: 'release.refused-title',
    message: isNoAccess(error) ? 'release.refused-message' : 'release.failed-message',
  };
}
