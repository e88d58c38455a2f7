import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { NavLink } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Logo } from '../design/Logo.tsx';
import { useSetting } from '../platform/settingStore.ts';
import { PRODUCT_NAME, site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { places } from './places.ts';
import styles from './Sidebar.module.css';

/**
 * The places of the player; icons only on a tablet and when folded, a bar at the bottom of a phone with the first of them
 * (C-SHELL-02). `state.top` asks the gallery to start over (C-ROUTE-05).
 */
export function Sidebar() {
  const t = useText();
  const shown = useBelow(MOBILE_BELOW_PX) ? places.slice(0, 1) : places;
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('shell.navigation')}>
        <div className={styles.brand}>
          <Logo name={PRODUCT_NAME} />
        </div>
        <ul className={styles.items}>
          {shown.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink to={to} state={{ top: true }} className={styles.item} title={t(label)}>
                <Icon icon={icon} size={22} />
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
      <Fold />
    </div>
  );
}

/** Desktop only: a tablet has no room for words (C-SHELL-17). */
function Fold() {
  const t = useText();
  const isOpen = useSetting((setting) => setting.isSidebarOpen);
  return (
    <IconButton
      icon={isOpen ? PanelLeftClose : PanelLeftOpen}
      label={t(isOpen ? 'shell.close-sidebar' : 'shell.open-sidebar')}
      className={styles.fold}
      onClick={() => useSetting.setState({ isSidebarOpen: !isOpen })}
    />
  );
}
