import type { Mail } from '@promenade/contract/operator';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button, looks } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { mailAddress } from './data.ts';
import styles from './MailPane.module.css';
import { MailState, mailTime } from './MailRow.tsx';

/** A mail as its reader sees it, shut off in a frame: its links open tabs of their own. */
export function MailPane({ mail }: { mail: Mail }) {
  const t = useText();
  const [part, setPart] = useState<'html' | 'text'>('html');
  const isText = part === 'text';
  return (
    <>
      <Link to={{ search: '' }} className={`${looks({ look: 'plain', size: 'small' })} ${styles.back}`}>
        <Icon of={ArrowLeft} size={18} />
        {t('outbox.back')}
      </Link>
      <h2 className={styles.subject}>{mail.subject}</h2>
      <p className={styles.facts}>
        <MailState mail={mail} />
        <span>{t('outbox.to', { to: mail.to })}</span>
        <time dateTime={mail.sentat ?? mail.createdat}>{mailTime(mail.sentat ?? mail.createdat)}</time>
        {mail.readable && (
          <Button
            size="small"
            aria-pressed={isText}
            className={styles.part}
            onClick={() => setPart(isText ? 'html' : 'text')}
          >
            {t('outbox.as-text')}
          </Button>
        )}
      </p>
      {mail.problem && <p className={styles.problem}>{t('outbox.problem', { problem: mail.problem })}</p>}
      {mail.readable ? (
        <iframe
          className={styles.frame}
          data-part={part}
          title={mail.subject}
          src={mailAddress(mail.mailid, part)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <p className={styles.gone}>{t('outbox.gone')}</p>
      )}
    </>
  );
}
