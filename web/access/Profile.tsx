import type { Profile as ProfileData } from '@promenade/contract/profile';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../design/Avatar.tsx';
import { Button } from '../design/Button.tsx';
import { getCountryName } from '../platform/countryName.ts';
import { getLanguage, useText } from '../platform/text.ts';
import styles from './Account.module.css';

import { useLanguages } from './accountData.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileLoader } from './ProfileLoader.tsx';
import { useCountries } from './signUpData.ts';

/** The profile to read or to edit (requirement A-PROFILE-05). */
export function Profile() {
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>('view');
  return (
    <ProfileLoader failure="profile.failed">
      {(profile) =>
        mode === 'edit' ? (
          <ProfileForm profile={profile} onDone={() => setMode('edited')} />
        ) : (
          <ProfileView profile={profile} isEditFocused={mode === 'edited'} onEdit={() => setMode('edit')} />
        )
      }
    </ProfileLoader>
  );
}

interface ViewProps {
  profile: ProfileData;
  isEditFocused: boolean;
  onEdit: () => void;
}

function ProfileView({ profile, isEditFocused, onEdit }: ViewProps) {
  const t = useText();
  const states = useCountries()?.states;
  const languages = useLanguages();
  const { firstname, lastname, title, company, phone, website, country, state, city, format, emails } = profile;
  const facts = {
    [t('profile.firstname')]: firstname,
    [t('profile.lastname')]: lastname,
    [t('profile.title')]: title,
    [t('profile.company')]: company,
    [t('profile.phone')]: phone,
    [t('profile.website')]: website,
    [t('place.country')]: getCountryName(country, getLanguage()),
    [t(country === 'CA' ? 'place.province' : 'place.state')]:
      states?.[country]?.find(({ code }) => code === state)?.name ?? state,
    [t('place.city')]: city,
    [t('profile.language')]: languages.find(({ code }) => code === profile.language)?.name ?? profile.language,
    [t('profile.format')]: t(`profile.format-${format}`),
  };
  return (
    <section className={styles.panel} aria-label={t('account.profile')}>
      <div className={styles.person}>
        <Avatar person={{ firstname, lastname, email: emails[0] ?? '' }} />
        <div className={styles.words}>
          <h2 className={styles.heading}>{`${firstname} ${lastname}`.trim() || emails[0]}</h2>
          <p className={styles.hint}>{[title, company].filter(Boolean).join(' · ') || emails[0]}</p>
        </div>
        <Button icon={Pencil} onClick={onEdit} autoFocus={isEditFocused}>
          {t('profile.edit')}
        </Button>
      </div>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.hint}>{name}</dt>
            <dd className={value ? undefined : styles.empty}>{value || t('profile.empty')}</dd>
          </div>
        ))}
      </dl>
      {profile.countrycheck && <p className={styles.hint}>{t(`profile.country-${profile.countrycheck}`)}</p>}
    </section>
  );
}
