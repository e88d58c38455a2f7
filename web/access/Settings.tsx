import { EMAIL_POPOVER_MAX_PX } from '@promenade/contract/limits';
import { type MailFrequency, mailFrequencies, type Profile } from '@promenade/contract/profile';
import { Dropdown } from '../design/Dropdown.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { AccountFailed } from './AccountFailed.tsx';
import { useProfile, useSaveProfile } from './accountData.ts';
import { Emails } from './Emails.tsx';
import { EmailsLink } from './EmailsLink.tsx';

/** The addresses of the account, and which mails go where. */
export function Settings() {
  const { data: profile, isError, refetch } = useProfile();
  return (
    <div className={styles.part}>
      <EmailsLink />
      {profile ? (
        <>
          <Emails emails={profile.emails} />
          <Notifications profile={profile} />
        </>
      ) : isError ? (
        <AccountFailed onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton />
      )}
    </div>
  );
}

function Notifications({ profile }: { profile: Profile }) {
  const t = useText();
  const { mutateAsync } = useSaveProfile();
  const save = (change: Partial<Profile>) =>
    void mutateAsync(change).then(
      () => notify({ category: 'settingSaved' }),
      () => notify({ category: 'somethingWrong' }),
    );
  return (
    <section className={styles.panel} aria-labelledby="notifications">
      <h2 id="notifications" className={styles.heading}>
        {t('settings.notifications-title')}
      </h2>
      <div className={styles.fields}>
        <Dropdown
          label={t('settings.mailto')}
          value={profile.mailto}
          options={profile.emails.map((email) => ({ value: email, text: email }))}
          maxHeight={EMAIL_POPOVER_MAX_PX}
          onChange={(mailto) => save({ mailto })}
        />
        <Dropdown
          label={t('settings.mailpref')}
          value={profile.mailpref}
          options={mailFrequencies.map((value) => ({ value, text: t(`settings.frequency-${value}`) }))}
          onChange={(mailpref) => save({ mailpref: mailpref as MailFrequency })}
        />
      </div>
    </section>
  );
}

function SettingsSkeleton() {
  const t = useText();
  return (
    <div className={styles.part} role="status" aria-label={t('common.loading')}>
      <div className={styles.panel}>
        <Skeleton className={styles.headingSkeleton} />
        <Skeleton className={styles.pillSkeleton} />
        <Skeleton className={styles.buttonSkeleton} />
      </div>
      <div className={styles.panel}>
        <Skeleton className={styles.headingSkeleton} />
        <div className={styles.fields}>
          <Skeleton className={styles.fieldSkeleton} />
          <Skeleton className={styles.fieldSkeleton} />
        </div>
      </div>
    </div>
  );
}
