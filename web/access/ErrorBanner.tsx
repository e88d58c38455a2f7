import type { ErrorCode } from '@promenade/contract/errors';
import { type ErrorText, errorText, refusalCode } from '../platform/errorText.ts';

/** Without the terms no form is whole (A-SIGNUP-13). */
export const termsText: ErrorText = { title: 'error.terms-title', message: 'error.terms-message', kind: 'error' };

const known: { [code in ErrorCode]?: ErrorText } = {
  EMAIL_UNKNOWN: { title: 'error.email-unknown-title', message: 'error.email-unknown-message', kind: 'error' },
  ACCOUNT_INACTIVE: { title: 'error.inactive-title', message: 'error.inactive-message', kind: 'error' },
  INVALID_EMAIL: { title: 'error.email-invalid-title', message: 'error.email-invalid-message', kind: 'error' },
  TOO_MANY_REQUESTS: { title: 'error.too-many-title', message: 'error.too-many-message', kind: 'error' },
  SIGNUP_FAILED: { title: 'error.signup-failed-title', message: 'error.signup-failed-message', kind: 'error' },
  CODE_EXPIRED: { title: 'error.code-expired-title', message: 'error.code-expired-message', kind: 'error' },
  TERMS_NOT_ACCEPTED: termsText,
};

/** What a banner says about a failure on the way to a session; not part of the first load, as sign-in is. */
export function accessErrorText(failure: unknown): ErrorText {
  const code = refusalCode(failure);
  return (code && known[code]) ?? errorText(failure);
}
