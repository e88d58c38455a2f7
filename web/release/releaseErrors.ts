import { reasonOf } from '../platform/errorText.ts';
import type { TextKey } from '../platform/text.ts';

/**
 * Refusals of a release's detail that lead to the no-access page: both readings of C-DETAIL-26 joined, and an address
 * that was cut on its way.
 */
const NO_ACCESS_PAGE_CODES: readonly string[] = [
  'RELEASE_NOT_FOUND',
  'FORBIDDEN',
  'RELEASE_NOT_AVAILABLE',
  'VALIDATION',
];
const UNAVAILABLE_STATUSES: readonly number[] = [0, 502, 503, 504];

interface Words {
  title: TextKey;
  message: TextKey;
}

/** Whether this person may not have this release, rather than not have it right now. */
export function isNoAccess(failure: unknown): boolean {
  return NO_ACCESS_PAGE_CODES.includes(reasonOf(failure)?.code ?? '');
}

/** Title and text for a release that did not come (C-ERR-04, C-ERR-10, C-ERR-11). */
export function refusedWords(failure: unknown): Words {
  const { code, status } = reasonOf(failure) ?? {};
  if (code === 'FORBIDDEN')
    return { title: 'release.refused-forbidden-title', message: 'release.refused-forbidden-message' };
  if (code === 'RELEASE_NOT_AVAILABLE')
    return { title: 'release.refused-gone-title', message: 'release.refused-gone-message' };
  if (status !== undefined && UNAVAILABLE_STATUSES.includes(status))
    return { title: 'error.unavailable-title', message: 'error.unavailable-message' };
  return other;
}

const other: Words = { title: 'release.refused-title', message: 'release.refused-message' };
