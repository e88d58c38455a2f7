import type { Profile } from '@promenade/contract/profile';
import { Pencil } from 'lucide-react';
import { Avatar } from '../design/Avatar.tsx';
import { Button } from '../design/Button.tsx';
import { language, useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { useLanguages } from './accountData.ts';
import { countryName } from './placeNames.ts';
import { usePlaces } from './signUpData.ts';

interface Props {
  profile: Profile;
  /** From the form: the focus goes to where it came from. */
  isBack: boolean;
  onEdit: () => void;
}

/** The profile to read. */
export function ProfileView({ profile, isBack, onEdit }: Props) {
  const t = useText();
  const places = usePlaces();
  const languages = useLanguages();
  const { firstname, lastname, title, company, phone, website, country, state, city, format, emails } = profile;
  const facts = {
    [t('profile.firstname')]: firstname,
    [t('profile.lastname')]: lastname,
    [t('profile.title')]: title,
    [t('profile.company')]: company,
    [t('profile.phone')]: phone,
    [t('profile.website')]: website,
    [t('place.country')]: countryName(country, language()),
    [t(country === 'CA' ? 'place.province' : 'place.state')]:
      places?.states[country]?.find(({ code }) => code === state)?.name ?? state,
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
        <Button icon={Pencil} onClick={onEdit} autoFocus={isBack}>
          {t('profile.edit')}
        </Button>
      </div>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.hint}>{name}</dt>
            <dd className={fact ? undefined : styles.empty}>{fact || t('profile.empty')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
