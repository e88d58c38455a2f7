import type { Profile } from '@promenade/contract/profile';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { MenuButton } from '../design/MenuButton.tsx';
import { Question } from '../design/Question.tsx';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import styles from './Avatar.module.css';
import { Avatar } from './Avatar.tsx';
import { initials, type Person } from './avatar.ts';
import { leave } from './enter.ts';

/** The avatar with the menu of the account; signing out asks first (A-SHELL-09). */
export function AccountMenu({ profile }: { profile: Profile | undefined }) {
  const t = useText();
  const person = usePerson(profile);
  const [isAsking, setAsking] = useState(false);
  const name = `${person.firstname} ${person.lastname}`.trim();
  return (
    <>
      <MenuButton
        className={styles.button}
        label={t('shell.account-menu', { initials: initials(person) })}
        heading={
          <>
            <p className={styles.name}>{name || person.email}</p>
            {name && <p className={styles.email}>{person.email}</p>}
          </>
        }
        items={[{ id: 'sign-out', label: t('signout.item'), icon: LogOut, onAction: () => setAsking(true) }]}
      >
        <Avatar person={person} />
      </MenuButton>
      {isAsking && (
        <Question
          title={t('signout.title')}
          message={t('signout.message')}
          yes={t('signout.confirm')}
          no={t('common.cancel')}
          onYes={leave}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** From the profile; until it is here, as far as the token tells. */
function usePerson(profile: Profile | undefined): Person {
  const account = useAccount();
  if (profile) return { firstname: profile.firstname, lastname: profile.lastname, email: profile.emails[0] ?? '' };
  const [firstname = '', ...rest] = account?.fullname.split(' ') ?? [];
  return { firstname, lastname: rest.at(-1) ?? '', email: account?.email ?? '' };
}
