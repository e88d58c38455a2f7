import { Email } from '@promenade/contract/email';
import { Plus, Unlink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { DialogButtons } from '../design/DialogButtons.tsx';
import { FormDialog } from '../design/FormDialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { TextField } from '../design/TextField.tsx';
import { listRefusedFields } from '../platform/errorText.ts';
import { useTokenClaims } from '../platform/session.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { useUnsavedDialog } from '../platform/unsavedQuestion.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './Account.module.css';
import { requestMerge, requestSplit } from './accountData.ts';
import { ConfirmPassword, isPasswordNeeded } from './ConfirmPassword.tsx';
import { RefusalBanner } from './ErrorBanner.tsx';
import { LinkSentDialog, SendLinkDialog } from './SendLinkDialog.tsx';

/** Addresses of the account. The one signed in with and the last one cannot be unlinked (requirement A-EMAILS-08). */
export function EmailList({ emails }: { emails: string[] }) {
  const t = useText();
  const signedInEmail = useTokenClaims()?.username.toLowerCase() ?? '';
  const [isAdding, setAdding] = useState(false);
  const [emailToUnlink, setEmailToUnlink] = useState<string>();
  const isSignedInWith = (email: string) => email.toLowerCase() === signedInEmail;
  return (
    <section className={styles.panel} aria-labelledby="emails">
      <div className={styles.words}>
        <h2 id="emails" className={styles.heading}>
          {t('settings.emails-title')}
        </h2>
        <p className={styles.hint}>{t('settings.emails-hint')}</p>
      </div>
      <ul className={styles.pills} aria-labelledby="emails">
        {emails.map((email) => (
          <li key={email} className={styles.pill}>
            <span className="ellipsis">{email}</span>
            {emails.length > 1 && isSignedInWith(email) && (
              <span className={styles.pillNote}>{t('settings.in-use')}</span>
            )}
            {emails.length > 1 && !isSignedInWith(email) && (
              <IconButton
                icon={Unlink}
                label={t('settings.unlink', { email })}
                size="small"
                iconSize={16}
                onClick={() => setEmailToUnlink(email)}
              />
            )}
          </li>
        ))}
      </ul>
      <Button icon={Plus} className={styles.add} onClick={() => setAdding(true)}>
        {t('settings.add')}
      </Button>
      {isAdding && <AddEmailDialog emails={emails} onClose={() => setAdding(false)} />}
      {emailToUnlink !== undefined && (
        <UnlinkDialog email={emailToUnlink} onClose={() => setEmailToUnlink(undefined)} />
      )}
    </section>
  );
}

/** Asks before the link that splits this address is mailed to the address in use. */
export function UnlinkDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useText();
  const signedInEmail = useTokenClaims()?.username ?? '';
  return (
    <SendLinkDialog
      title={t('emails.unlink-title')}
      message={t('emails.unlink-message', { email })}
      confirmLabel={t('emails.unlink')}
      cancelLabel={t('emails.keep')}
      errorTitle={t('emails.remove-error')}
      success={{
        title: t('emails.unlink-sent-title'),
        message: t('emails.unlink-sent-message', { email: signedInEmail }),
      }}
      send={() => requestSplit(email)}
      onClose={onClose}
    />
  );
}

interface AddEmailProps {
  /** Those of the account. */
  emails: string[];
  initialEmail?: string;
  onClose: () => void;
}

/** Requests a mail that links another address to the account. Asks for the password when the server does. */
export function AddEmailDialog({ emails, initialEmail = '', onClose }: AddEmailProps) {
  const t = useText();
  const [email, setEmail] = useState(initialEmail);
  const [password, setPassword] = useState('');
  const [needsPassword, setNeedsPassword] = useState(false);
  const { submit, isBusy, isSent, failure, errors } = useSubmit<{ email?: TextKey; password?: TextKey }>({
    validate: () => ({
      ...validateEmail(email, emails),
      ...(needsPassword && password === '' && { password: 'signin.password-invalid' as const }),
    }),
    send: () =>
      requestMerge(email, password).catch((reason: unknown) => {
        if (isPasswordNeeded(reason)) setNeedsPassword(true);
        throw reason;
      }),
    errorsOf: (reason) => (listRefusedFields(reason).includes('password') ? { password: 'emails.password-wrong' } : {}),
  });
  const { question, close } = useUnsavedDialog(!isSent && (email !== initialEmail || password !== ''), onClose);
  const problem = isPasswordNeeded(failure) || errors.password ? undefined : failure;
  if (isSent)
    return (
      <LinkSentDialog
        title={t('emails.sent-title')}
        message={t('emails.sent-message', { email: email.trim() })}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={t('emails.connect-title')} question={question} onClose={close}>
      <form noValidate onSubmit={submit}>
        {problem !== undefined && <RefusalBanner title={t('emails.add-error')} failure={problem} />}
        <p className={styles.soft}>{t('emails.connect-message')}</p>
        <TextField
          label={t('common.email')}
          name="email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errors.email && t(errors.email)}
          autoFocus
        />
        {needsPassword && (
          <ConfirmPassword value={password} onChange={setPassword} error={errors.password && t(errors.password)} />
        )}
        <DialogButtons
          confirm={t(problem === undefined ? 'emails.connect' : 'account.retry')}
          cancel={t('common.cancel')}
          busy={isBusy}
          className={styles.answers}
          onCancel={close}
        />
      </form>
    </FormDialog>
  );
}

/** Two spellings of one address are the same address (requirement A-EMAILS-14). */
function validateEmail(text: string, emails: string[]): { email?: TextKey } {
  const { data: email } = Email.safeParse(text);
  if (email === undefined) return { email: text.trim() === '' ? 'signin.email-required' : 'signin.email-invalid' };
  return emails.some((own) => own.toLowerCase() === email) ? { email: 'emails.associated' } : {};
}
