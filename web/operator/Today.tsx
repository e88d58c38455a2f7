import type { OperatorToday } from '@promenade/contract/operatorService';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Failed } from '../catalogue/Failed.tsx';
import { RowsSkeleton } from '../catalogue/Pages.tsx';
import styles from '../console/sections.module.css';

import { Icon } from '../design/Icon.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { operatorPath } from './operatorPath.ts';
import { useToday } from './serviceData.ts';

/** What waits, each a link to where it is done. */
const WAITING = [
  ['applications', operatorPath('applications')],
  ['countries', `${operatorPath('people')}?waits=country`],
  ['deletions', `${operatorPath('audit')}?action=account.request-deletion`],
  ['suppressed', `${operatorPath('people')}?mails=suppressed`],
  ['answers', `${operatorPath('mails')}?state=bounced`],
  ['unmatchedmails', `${operatorPath('mails')}?state=bounced`],
  ['unreadablemails', `${operatorPath('mails')}?state=bounced`],
  ['refusedmails', `${operatorPath('mails')}?state=refused`],
  ['failedjobs', `${operatorPath('mails')}?part=jobs`],
  ['refuseddeliveries', operatorPath('releases')],
  ['locks', `${operatorPath('audit')}?action=account.locked`],
] as const satisfies [keyof OperatorToday, string][];

export function Today() {
  const t = useText();
  useTitle(t('operator.today'), false);
  const { data, isError, refetch } = useToday();
  const waiting = data ? WAITING.filter(([name]) => data[name] > 0) : [];
  return (
    <div className={styles.page}>
      <PageHeader title={t('operator.today')} />
      {isError && !data && <Failed title={t('operator.today-failed')} onRetry={refetch} />}
      {!data && !isError && <RowsSkeleton />}
      {data && waiting.length + data.problems.length === 0 && <p>{t('operator.nothing-waits')}</p>}
      {data && (
        <ul className={styles.list}>
          {data.problems.map(({ message }) => (
            <li key={message}>
              <Link to={operatorPath('status')} className={`${styles.entry} ${styles.failure}`}>
                {message}
                <Icon icon={ChevronRight} size={18} />
              </Link>
            </li>
          ))}
          {waiting.map(([name, to]) => (
            <li key={name}>
              <Link to={to} className={styles.entry}>
                {t(`operator.waits-${name}`, { count: data[name] })}
                <Icon icon={ChevronRight} size={18} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <p>
          <Link to={operatorPath('status')} className="link">
            {t('operator.running', { version: data.version, free: Math.round(data.freeBytes / 1e9) })}
          </Link>
        </p>
      )}
    </div>
  );
}
