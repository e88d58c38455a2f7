import type { Mail } from '@promenade/contract/operator';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, buttonClass } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { mailUrl, useMails } from './data.ts';
import styles from './Outbox.module.css';

const SKELETON_COUNT = 6;

/** All mails of the service beside the selected one; on a phone either the list or the mail. */
export function Outbox() {
  const t = useText();
  useTitle(t('outbox.title'));
  const outbox = useMails();
  const [search] = useSearchParams();
  const selected = outbox.items.find(({ mailid }) => mailid === search.get('mail'));
  return (
    <div className={classNames(styles.outbox, selected && styles.hasSelection)}>
      <section className={styles.list} aria-label={t('outbox.list')} aria-busy={outbox.isFetching}>
        <div className={styles.head}>
          <p className={styles.about}>{t('outbox.about')}</p>
          <IconButton icon={RefreshCw} label={t('outbox.refresh')} onClick={() => void outbox.refetch()} />
        </div>
        {outbox.isError && (
          <div className={classNames('centered', styles.state)} role="alert">
            <p>{t('outbox.not-loaded')}</p>
            <Button onClick={() => void outbox.refetch()}>{t('outbox.retry')}</Button>
          </div>
        )}
        {!outbox.isLoaded && !outbox.isError && <MailsSkeleton />}
        {outbox.isLoaded && outbox.items.length === 0 && (
          <p className={classNames('centered', styles.state)}>{t('outbox.empty')}</p>
        )}
        <ul className={styles.rows}>
          {outbox.items.map((mail) => (
            <li key={mail.mailid}>
              <MailRow mail={mail} isSelected={mail === selected} />
            </li>
          ))}
        </ul>
        {outbox.hasNextPage && (
          <Button fullWidth busy={outbox.isFetchingNextPage} onClick={() => void outbox.fetchNextPage()}>
            {t('outbox.more')}
          </Button>
        )}
      </section>
      <section className={styles.pane} aria-label={t('outbox.mail')}>
        {selected ? (
          <MailPane key={selected.mailid} mail={selected} />
        ) : (
          <p className={classNames('centered', styles.state)}>{t('outbox.choose')}</p>
        )}
      </section>
    </div>
  );
}

function MailsSkeleton() {
  return (
    <div className={styles.rows}>
      {Array.from({ length: SKELETON_COUNT }, (_, index) => (
        <Skeleton key={index} height={78} borderRadius="var(--radius-field)" />
      ))}
    </div>
  );
}

function MailRow({ mail, isSelected }: { mail: Mail; isSelected: boolean }) {
  return (
    <Link
      to={{ search: `?mail=${mail.mailid}` }}
      className={styles.row}
      data-tooltip={`${mail.to}\n${mail.subject}`}
      aria-current={isSelected || undefined}
    >
      <span className={classNames('ellipsis', styles.to)}>{mail.to}</span>
      <MailStatus mail={mail} />
      <span className={classNames('ellipsis', styles.subject)}>{mail.subject}</span>
      <time className={styles.time} dateTime={mail.createdat}>
        {formatTime(mail.createdat)}
      </time>
    </Link>
  );
}

/** A mail in a sandboxed frame; its links open new tabs. */
function MailPane({ mail }: { mail: Mail }) {
  const t = useText();
  const [part, setPart] = useState<'html' | 'text'>('html');
  const isText = part === 'text';
  return (
    <>
      <Link to={{ search: '' }} className={`${buttonClass({ variant: 'plain', size: 'small' })} ${styles.back}`}>
        <Icon icon={ArrowLeft} size={18} />
        {t('outbox.back')}
      </Link>
      <h2 className={styles.mailTitle}>{mail.subject}</h2>
      <p className={styles.facts}>
        <MailStatus mail={mail} />
        <span>{t('outbox.to', { to: mail.to })}</span>
        <time dateTime={mail.sentat ?? mail.createdat}>{formatTime(mail.sentat ?? mail.createdat)}</time>
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
          src={mailUrl(mail.mailid, part)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <p className={styles.unreadable}>{t('outbox.gone')}</p>
      )}
    </>
  );
}

function MailStatus({ mail: { sentat, problem } }: { mail: Mail }) {
  const t = useText();
  const status = sentat ? 'sent' : problem ? 'failed' : 'waiting';
  return (
    <span className={styles.status} data-status={status}>
      {t(`outbox.${status}`)}
    </span>
  );
}

/** In the browser's time zone. */
const formatTime = (time: string): string =>
  new Intl.DateTimeFormat(getLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
