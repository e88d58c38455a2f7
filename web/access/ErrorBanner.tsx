import type { ErrorCode } from '@promenade/contract/errors';
import { Banner } from '../design/Banner.tsx';
import { type ErrorText, getErrorText, getRefusalCode, getRefusalText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';

export const termsErrorText: ErrorText = { title: 'error.terms-title', message: 'error.terms-message', kind: 'error' };

const texts: { [code in ErrorCode]?: ErrorText } = {
  EMAIL_UNKNOWN: { title: 'error.email-unknown-title', message: 'error.email-unknown-message', kind: 'error' },
  ACCOUNT_INACTIVE: { title: 'error.inactive-title', message: 'error.inactive-message', kind: 'error' },
  INVALID_EMAIL: { title: 'error.email-invalid-title', message: 'error.email-invalid-message', kind: 'error' },
  SIGNUP_FAILED: { title: 'error.signup-failed-title', message: 'error.signup-failed-message', kind: 'error' },
  CODE_EXPIRED: { title: 'error.code-expired-title', message: 'error.code-expired-message', kind: 'error' },
  TERMS_NOT_ACCEPTED: termsErrorText,
};

/** Text for a failure of the screens before the session. */
export function accessErrorText(failure: unknown): ErrorText {
  const code = getRefusalCode(failure);
  return (code && texts[code]) ?? getErrorText(failure);
}

export function ErrorBanner({ text }: { text: ErrorText }) {
  const t = useText();
  return (
    <Banner kind={text.kind} title={t(text.title)}>
      {t(text.message, text.values)}
    </Banner>
  );
}

/** Banner with the sentence of the server's refusal, or a general one when the server gave none. */
export function RefusalBanner({ title, failure }: { title: string; failure: unknown }) {
  const t = useText();
  return (
    <Banner kind="error" title={title}>
      {getRefusalText(failure) ?? t(getErrorText(failure).message)}
    </Banner>
  );
}
