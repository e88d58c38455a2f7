import { ChartNoAxesColumn, ChevronRight, LogOut, type LucideIcon, Wrench } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountIcons } from '../access/AccountMenu.tsx';
import { SignOutDialog } from '../access/SignOutDialogs.tsx';
import { Icon } from '../design/Icon.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { accountParts, paths } from '../platform/paths.ts';
import { isStaff, useTokenClaims } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { FooterLinks } from './FooterLinks.tsx';
import { navigationItems } from './navigationItems.ts';

/** Menu page of a phone: the parts of the account, the pages missing from the header, sign-out and the footer links. */
export function AccountMobile() {
  const t = useText();
  const account = useTokenClaims();
  const [isSigningOut, setSigningOut] = useState(false);
  useTitle(t('account.title'));
  return (
    <div className={styles.page}>
      <nav className={styles.menu} aria-label={t('account.title')}>
        {accountParts.map(({ subroute, mobile }) => (
          <Entry key={subroute} to={mobile} icon={accountIcons[subroute]} name={t(`account.${subroute}`)} />
        ))}
        {isStaff(account) && <Entry to={paths.console} icon={ChartNoAxesColumn} name={t('label.item')} />}
        {account?.operator && <Entry to={paths.operator} icon={Wrench} name={t('operator.title')} />}
      </nav>
      <nav className={styles.menu} aria-label={t('account.music')}>
        {navigationItems.slice(1).map(({ to, icon, label }) => (
          <Entry key={to} to={to} icon={icon} name={t(label)} />
        ))}
      </nav>
      <div className={styles.menu}>
        <button type="button" className={styles.entry} onClick={() => setSigningOut(true)}>
          <Icon icon={LogOut} size={22} />
          <span className={styles.name}>{t('signout.item')}</span>
        </button>
      </div>
      <footer className={styles.footer}>
        <FooterLinks />
      </footer>
      {isSigningOut && <SignOutDialog onCancel={() => setSigningOut(false)} />}
    </div>
  );
}

function Entry({ to, icon, name }: { to: string; icon: LucideIcon; name: string }) {
  return (
    <Link to={to} className={styles.entry}>
      <Icon icon={icon} size={22} />
      <span className={styles.name}>{name}</span>
      <Icon icon={ChevronRight} size={18} />
    </Link>
  );
}
