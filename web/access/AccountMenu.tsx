import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import type { Profile } from '@promenade/contract/profile';
import {
  ChartNoAxesColumn,
  Eye,
  LogOut,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  UsersRound,
  Wrench,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Avatar, initials, type Person } from '../design/Avatar.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { MenuButton } from '../design/MenuButton.tsx';
import { type AccountPart, accountParts, accountPath, paths } from '../platform/paths.ts';
import { isStaff, useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import styles from './AccountMenu.module.css';

const SignOutDialog = lazyPart(async () => (await import('./SignOutDialogs.tsx')).SignOutDialog);

export const accountIcons: { [part in AccountPart]: LucideIcon } = {
  profile: UserRound,
  'my-network': UsersRound,
  management: ShieldCheck,
  'settings-preferences': SlidersHorizontal,
  'what-labels-see': Eye,
};

/** Avatar with the account menu; on a phone a link to the menu page (requirements A-SHELL-10, A-SHELL-11). */
export function AccountMenu({ profile }: { profile: Profile | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const account = useTokenClaims();
  const person = usePerson(profile);
  const [isSigningOut, setSigningOut] = useState(false);
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
          ...(isStaff(account)
            ? [
                {
                  id: 'label',
                  label: t('label.item'),
                  icon: ChartNoAxesColumn,
                  onAction: () => void navigate(paths.console),
                },
              ]
            : []),
          ...(account?.operator
            ? [
                {
                  id: 'operator',
                  label: t('operator.title'),
                  icon: Wrench,
                  onAction: () => void navigate(paths.operator),
                },
              ]
            : []),
          { id: 'sign-out', label: t('signout.item'), icon: LogOut, onAction: () => setSigningOut(true) },
        ]}
      >
        <Avatar person={person} />
      </MenuButton>
      {isSigningOut && <SignOutDialog onCancel={() => setSigningOut(false)} />}
    </>
  );
}

/** The person of the profile; of the token's claims until the profile is loaded. */
function usePerson(profile: Profile | undefined): Person {
  const account = useTokenClaims();
  if (profile) return { firstname: profile.firstname, lastname: profile.lastname, email: profile.emails[0] ?? '' };
  const [firstname = '', ...lastNames] = account?.fullname.split(' ') ?? [];
  return { firstname, lastname: lastNames.at(-1) ?? '', email: account?.email ?? '' };
}
