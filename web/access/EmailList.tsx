import { Plus, Unlink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Pill } from '../design/Pill.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { AccountLinkDialog } from './AccountLinkDialog.tsx';
import { startLink } from './accountData.ts';
import { EmailsConnect } from './EmailsConnect.tsx';

/** The addresses of the account; the one signed in with, and a last one, cannot be unlinked (A-EMAILS-08). */
export function Emails({ emails }: { emails: string[] }) {
  const t = useText();
  const inUse = useAccount()?.username.toLowerCase() ?? '';
  const [isConnecting, setConnecting] = useState(false);
  const [unlinked, setUnlinked] = useState<string>();
  const isInUse = (email: string) => email.toLowerCase() === inUse;
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
            <Pill
              note={isInUse(email) && emails.length > 1 ? t('settings.in-use') : undefined}
              button={
                emails.length > 1 &&
                !isInUse(email) && (
                  <IconButton
                    icon={Unlink}
                    label={t('settings.unlink', { email })}
                    size="small"
                    iconSize={16}
                    onClick={() => setUnlinked(email)}
                  />
                )
              }
            >
              {email}
            </Pill>
          </li>
        ))}
      </ul>
      <Button icon={Plus} className={styles.add} onClick={() => setConnecting(true)}>
        {t('settings.add')}
      </Button>
      {isConnecting && <EmailsConnect emails={emails} onClose={() => setConnecting(false)} />}
      {unlinked !== undefined && (
        <AccountLinkDialog
          title={t('emails.unlink-title')}
          message={t('emails.unlink-message', { email: unlinked })}
          yes={t('emails.unlink')}
          no={t('emails.keep')}
          failed={t('emails.remove-error')}
          sent={{ title: t('emails.unlink-sent-title'), message: t('emails.unlink-sent-message', { email: inUse }) }}
          send={() => startLink('split', unlinked)}
          onClose={() => setUnlinked(undefined)}
        />
      )}
    </section>
  );
}
