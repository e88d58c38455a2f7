import { ChevronRight, LogOut, Mails } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AccountSignOut } from '../access/AccountSignOut.tsx';
import { accountIcons } from '../access/accountIcons.ts';
import { Icon } from '../design/Icon.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { accountParts, paths } from '../platform/paths.ts';
import { useAccount } from '../platform/session.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';
import { FooterLinks } from './FooterLinks.tsx';

/** The account area on a phone: its parts, the way out, and the links that stand below every page elsewhere. */
export function AccountMobile() {
  const t = useText();
  const isOperator = useAccount()?.operator === true;
  const [isAsking, setAsking] = useState(false);
  useTitle(t('account.title'));
  return (
    <div className={styles.page}>
      <nav className={styles.menu} aria-label={t('account.title')}>
        {accountParts.map(({ subroute, mobile }) => (
          <Link key={subroute} to={mobile} className={styles.entry}>
            <Icon of={accountIcons[subroute]} size={22} />
            <span className={styles.name}>{t(`account.${subroute}`)}</span>
            <Icon of={ChevronRight} size={18} />
          </Link>
        ))}
        {isOperator && (
          <Link to={paths.outbox} className={styles.entry}>
            <Icon of={Mails} size={22} />
            <span className={styles.name}>{t('outbox.item')}</span>
            <Icon of={ChevronRight} size={18} />
          </Link>
        )}
      </nav>
      <div className={styles.menu}>
        <button type="button" className={styles.entry} onClick={() => setAsking(true)}>
          <Icon of={LogOut} size={22} />
          <span className={styles.name}>{t('signout.item')}</span>
        </button>
      </div>
      <footer className={styles.footer}>
        <FooterLinks />
      </footer>
      {isAsking && <AccountSignOut onNo={() => setAsking(false)} />}
    </div>
  );
}
