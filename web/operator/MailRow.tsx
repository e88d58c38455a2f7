import type { Mail } from '@promenade/contract/operator';
import { Link } from 'react-router';
import { language, useText } from '../platform/text.ts';
import styles from './MailRow.module.css';

/** One mail of the list: who, what, when, and what became of it. */
export function MailRow({ mail, isRead }: { mail: Mail; isRead: boolean }) {
  return (
    <Link to={{ search: `?mail=${mail.mailid}` }} className={styles.row} aria-current={isRead || undefined}>
      <span className={styles.to}>{mail.to}</span>
      <MailState mail={mail} />
      <span className={styles.subject}>{mail.subject}</span>
      <time className={styles.when} dateTime={mail.createdat}>
        {mailTime(mail.createdat)}
      </time>
    </Link>
  );
}

/** In a word: waiting, sent or failed. */
export function MailState({ mail: { sentat, problem } }: { mail: Mail }) {
  const t = useText();
  const state = sentat ? 'sent' : problem ? 'failed' : 'waiting';
  return (
    <span className={styles.mark} data-state={state}>
      {t(`outbox.${state}`)}
    </span>
  );
}

/** In the reader's own time. */
export const mailTime = (instant: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
