import { useState } from 'react';
import { Skeleton } from '../design/Skeleton.tsx';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { AccountFailed } from './AccountFailed.tsx';
import { useProfile } from './accountData.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileView } from './ProfileView.tsx';
import { profileFields } from './profileFields.ts';

/** Who one is, to read or to change (A-PROFILE-05). */
export function Profile() {
  const { data: profile, isError, refetch } = useProfile();
  const [mode, setMode] = useState<'view' | 'edit' | 'back'>('view');
  if (profile && mode === 'edit') return <ProfileForm profile={profile} onDone={() => setMode('back')} />;
  if (profile) return <ProfileView profile={profile} isBack={mode === 'back'} onEdit={() => setMode('edit')} />;
  return isError ? <AccountFailed onRetry={() => void refetch()} /> : <ProfileSkeleton />;
}

function ProfileSkeleton() {
  const t = useText();
  return (
    <div className={styles.panel} role="status" aria-label={t('common.loading')}>
      <div className={styles.person}>
        <Skeleton className={styles.faceSkeleton} />
        <Skeleton className={styles.headingSkeleton} />
      </div>
      <div className={styles.facts}>
        {profileFields.map((field) => (
          <Skeleton key={field} className={styles.factSkeleton} />
        ))}
      </div>
    </div>
  );
}
