import type { Profile } from '@promenade/contract/profile';
import type { ReactNode } from 'react';
import { Button } from '../design/Button.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useProfile } from './accountData.ts';

interface Props {
  /** Says what could not be loaded. */
  failure: TextKey;
  children: (profile: Profile) => ReactNode;
}

/** Renders its children with the loaded profile; a skeleton meanwhile, a retry button after a failure. */
export function ProfileLoader({ failure, children }: Props) {
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
    <EmptyState isFailure title={t(failure)} hint={t('common.failed-hint')}>
      <Button variant="primary" onClick={() => void refetch()}>
        {t('account.retry')}
      </Button>
    </EmptyState>
  );
}
