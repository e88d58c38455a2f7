import type { Profile } from '@promenade/contract/profile';
import type { ReactNode } from 'react';
import { Button } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { Skeleton } from '../design/Loading.tsx';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useProfile } from './accountData.ts';

/** Renders its children with the loaded profile; a skeleton meanwhile, a retry button after a failure. */
export function ProfileLoader({ children }: { children: (profile: Profile) => ReactNode }) {
  const t = useText();
  const { data: profile, isError, refetch } = useProfile();
  if (profile) return children(profile);
  if (!isError) {
    return (
      <div className={styles.panel} role="status" aria-label={t('common.loading')}>
        <Skeleton width={180} height={21} />
        <Skeleton height={340} borderRadius="var(--radius-field)" />
      </div>
    );
  }
  return (
    <div className={classNames('centered', styles.failed)} role="alert">
      <h2 className={styles.heading}>{t('account.failed-title')}</h2>
      <p className={styles.soft}>{t('account.failed-hint')}</p>
      <Button variant="primary" onClick={() => void refetch()}>
        {t('account.retry')}
      </Button>
    </div>
  );
}
