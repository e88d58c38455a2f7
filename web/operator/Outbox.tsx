import { RefreshCw } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { useText } from '../platform/text.ts';
import { useOutbox } from './data.ts';
import { MailPane } from './MailPane.tsx';
import { MailRow } from './MailRow.tsx';
import styles from './Outbox.module.css';

const SKELETONS = 6;

/** Every mail of the service beside the one that is read; on a phone one after the other. */
export function Outbox() {
  const t = useText();
  const outbox = useOutbox();
  const [search] = useSearchParams();
  const read = outbox.items.find(({ mailid }) => mailid === search.get('mail'));
  return (
    <div className={classNames(styles.outbox, read && styles.reading)}>
      <section className={styles.list} aria-label={t('outbox.list')} aria-busy={outbox.isFetching}>
        <div className={styles.head}>
          <p className={styles.about}>{t('outbox.about')}</p>
          <IconButton icon={RefreshCw} label={t('outbox.refresh')} onClick={() => void outbox.refetch()} />
        </div>
        {outbox.isError && (
          <div className={styles.state} role="alert">
            <p>{t('outbox.not-loaded')}</p>
            <Button onClick={() => void outbox.refetch()}>{t('outbox.retry')}</Button>
          </div>
        )}
        {!outbox.hasCome && !outbox.isError && <Coming />}
        {outbox.hasCome && outbox.items.length === 0 && <p className={styles.state}>{t('outbox.empty')}</p>}
        <ul className={styles.rows}>
          {outbox.items.map((mail) => (
            <li key={mail.mailid}>
              <MailRow mail={mail} isRead={mail === read} />
            </li>
          ))}
        </ul>
        {outbox.hasNextPage && (
          <Button wide busy={outbox.isFetchingNextPage} onClick={() => void outbox.fetchNextPage()}>
            {t('outbox.more')}
          </Button>
        )}
      </section>
      <section className={styles.pane} aria-label={t('outbox.mail')}>
        {read ? <MailPane key={read.mailid} mail={read} /> : <p className={styles.state}>{t('outbox.choose')}</p>}
      </section>
    </div>
  );
}

function Coming() {
  return (
    <div className={styles.rows}>
      {Array.from({ length: SKELETONS }, (_, place) => (
        <Skeleton key={place} className={styles.skeleton} />
      ))}
    </div>
  );
}
