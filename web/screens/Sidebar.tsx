import { Disc3 } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { Logo } from '../design/Logo.tsx';
import { paths } from '../platform/paths.ts';
import { PRODUCT_NAME, site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import styles from './Sidebar.module.css';

const items = [{ to: paths.releases, label: 'shell.releases', icon: Disc3 }] as const;

/** The places of the player; icons only on a tablet. `state.top` asks the gallery to start over (C-ROUTE-05). */
export function Sidebar() {
  const t = useText();
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('shell.navigation')}>
        <div className={styles.brand}>
          <Logo name={PRODUCT_NAME} />
        </div>
        <ul className={styles.items}>
          {items.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink to={to} state={{ top: true }} className={styles.item} title={t(label)}>
                <Icon of={icon} size={22} />
                <span className={styles.label}>{t(label)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {site.moreMusicUrl && (
        <aside className={styles.more}>
          <h2 className={styles.moreTitle}>{t('shell.more-title')}</h2>
          <p className={styles.moreText}>{t('shell.more-message')}</p>
          <a href={site.moreMusicUrl} target="_blank" rel="noopener" className={styles.moreLink}>
            {t('shell.more-link')}
          </a>
        </aside>
      )}
    </div>
  );
}
