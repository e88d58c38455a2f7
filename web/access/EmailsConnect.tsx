import { Email } from '@promenade/contract/access';
import { type SubmitEvent, useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { TextField } from '../design/TextField.tsx';
import { refusalText } from '../platform/errorText.ts';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { AccountLinkSent } from './AccountLinkDialog.tsx';
import { startLink } from './accountData.ts';

interface Props {
  /** Those that the account has already. */
  emails: string[];
  onClose: () => void;
}

/** Asks for another address of the account and has a link mailed to it. */
export function EmailsConnect({ emails, onClose }: Props) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<TextKey>();
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | { failure: unknown }>('idle');
  const failure = typeof state === 'object' ? state.failure : undefined;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'busy') return;
    const found = errorOf(email, emails);
    setError(found);
    if (found) return event.currentTarget.querySelector('input')?.focus();
    setState('busy');
    try {
      await startLink('merge', email);
      setState('sent');
    } catch (refused) {
      setState({ failure: refused });
    }
  };

  if (state === 'sent')
    return (
      <AccountLinkSent
        title={t('emails.sent-title')}
        message={t('emails.sent-message', { email: email.trim() })}
        onClose={onClose}
      />
    );
  return (
    <LazyDialog kind="form" title={t('emails.connect-title')} onClose={onClose}>
      <form noValidate className={styles.dialog} onSubmit={submit}>
        {failure !== undefined && (
          <Banner kind="error" title={t('emails.add-error')}>
            {refusalText(failure) ?? t('error.generic-message')}
          </Banner>
        )}
        <p className={styles.soft}>{t('emails.connect-message')}</p>
        <TextField
          label={t('common.email')}
          name="email"
          type="email"
          autoComplete="off"
          inputMode="email"
          autoCapitalize="off"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={error && t(error)}
          autoFocus
        />
        <div className={styles.answers}>
          <Button look="plain" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={state === 'busy'}>
            {t(failure === undefined ? 'emails.connect' : 'account.retry')}
          </Button>
        </div>
      </form>
    </LazyDialog>
  );
}

/** What is wrong with an address before it is sent; two spellings of one address are one (A-EMAILS-14). */
function errorOf(typed: string, emails: string[]): TextKey | undefined {
  if (typed.trim() === '') return 'signin.email-required';
  const { data: email } = Email.safeParse(typed);
  if (email === undefined) return 'signin.email-invalid';
  return emails.some((own) => own.toLowerCase() === email) ? 'emails.associated' : undefined;
}
