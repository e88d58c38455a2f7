import type { Profile } from '@promenade/contract/profile';
import { LogOut, Mails } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Avatar } from '../design/Avatar.tsx';
import { initials, type Person } from '../design/avatar.ts';
import { MenuButton } from '../design/MenuButton.tsx';
import { useIsMobile } from '../platform/mobile.ts';
import { accountParts, accountPath, paths } from '../platform/paths.ts';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import styles from './AccountMenu.module.css';
import { accountIcons } from './accountIcons.ts';

const AccountSignOut = lazy(async () => ({ default: (await import('./AccountSignOut.tsx')).AccountSignOut }));

/** The avatar with the menu of the account; on a phone it opens the page that is that menu (A-SHELL-10, A-SHELL-11). */
export function AccountMenu({ profile }: { profile: Profile | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const isOperator = useAccount()?.operator === true;
  const person = usePerson(profile);
  const [isAsking, setAsking] = useState(false);
  const name = `${person.firstname} ${person.lastname}`.trim();
  const label = t('shell.account-menu', { initials: initials(person) });
  if (isMobile) {
    return (
      <Link to={paths.account} className={styles.button} aria-label={label}>
        <Avatar person={person} />
      </Link>
    );
  }
  return (
    <>
      <MenuButton
        className={styles.button}
        label={label}
        heading={
          <>
            <p className={styles.name}>{name || person.email}</p>
            {name && <p className={styles.email}>{person.email}</p>}
          </>
        }
        items={[
          ...accountParts.map(({ subroute }) => ({
            id: subroute,
            label: t(`account.${subroute}`),
            icon: accountIcons[subroute],
            onAction: () => void navigate(accountPath(subroute)),
          })),
          ...(isOperator
            ? [{ id: 'outbox', label: t('outbox.item'), icon: Mails, onAction: () => void navigate(paths.outbox) }]
            : []),
          { id: 'sign-out', label: t('signout.item'), icon: LogOut, onAction: () => setAsking(true) },
        ]}
      >
        <Avatar person={person} />
      </MenuButton>
      {isAsking && (
        <Suspense fallback={null}>
          <AccountSignOut onNo={() => setAsking(false)} />
        </Suspense>
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
