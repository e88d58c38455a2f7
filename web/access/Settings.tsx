import { EMAIL_POPOVER_MAX_PX } from '@promenade/contract/limits';
import { type MailFrequency, mailFrequencies, type Profile } from '@promenade/contract/profile';
import type { ReactNode } from 'react';
import { Dropdown } from '../design/Dropdown.tsx';
import { notify } from '../platform/notices.ts';
import { notifyFailure } from '../platform/notifyFailure.ts';
import { isStaff, useTokenClaims } from '../platform/session.ts';
import { type Density, useSettings } from '../platform/settingsStore.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { ApiTokens } from './ApiTokens.tsx';
import { useSaveProfile } from './accountData.ts';
import { ConfirmEmailLink } from './ConfirmEmailLink.tsx';
import { EmailList } from './EmailList.tsx';
import { LabelMails } from './LabelMails.tsx';
import { PersonalData } from './PersonalData.tsx';
import { ProfileLoader } from './ProfileLoader.tsx';
import { PushSettings } from './PushSettings.tsx';
import { SoundSettings } from './SoundSettings.tsx';

const densities: readonly Density[] = ['comfortable', 'compact'];

/** Addresses of the account, where its mails go, how its lists look and how loud songs are; `children` stand before its data. */
export function Settings({ children }: { children?: ReactNode }) {
  const account = useTokenClaims();
  return (
    <div className={styles.part}>
      <ConfirmEmailLink />
      <Display />
      <SoundSettings />
      <ProfileLoader failure="settings.failed">
        {(profile) => (
          <>
            <EmailList emails={profile.emails} />
            <Notifications profile={profile} />
            <PushSettings />
            <LabelMails />
            {isStaff(account) && <ApiTokens />}
            {children}
            <PersonalData />
          </>
        )}
      </ProfileLoader>
    </div>
  );
}

function Display() {
  const t = useText();
  const density = useSettings((setting) => setting.density);
  return (
    <section className={styles.panel} aria-labelledby="display">
      <h2 id="display" className={styles.heading}>
        {t('settings.display-title')}
      </h2>
      <div className={styles.fields}>
        <Dropdown
          label={t('settings.density')}
          value={density}
          options={densities.map((value) => ({ value, text: t(`settings.density-${value}`) }))}
          onChange={(value) => useSettings.setState({ density: value as Density })}
        />
      </div>
      <p className={styles.hint}>{t('settings.density-hint')}</p>
    </section>
  );
}

function Notifications({ profile }: { profile: Profile }) {
  const t = useText();
  const { mutateAsync } = useSaveProfile();
  const save = (change: Partial<Profile>) =>
    void mutateAsync(change).then(
      () => notify({ category: 'settingSaved' }),
      (failure: unknown) => notifyFailure(failure),
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
