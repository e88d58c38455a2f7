import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { ChartNoAxesColumn, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { formatCount, useCounts } from '../catalogue/countsData.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Logo } from '../design/Logo.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { isSearchPath, paths } from '../platform/paths.ts';
import { isStaff, useTokenClaims } from '../platform/session.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { PRODUCT_NAME, site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { listNavigationItems } from './navigationItems.ts';
import styles from './Sidebar.module.css';

const RecentSearches = lazyPart(async () => (await import('../search/RecentSearches.tsx')).RecentSearches);

/** Main navigation: icons only on a tablet or when collapsed. On a phone it is in the header (requirement C-SHELL-02). */
export function Sidebar() {
  const t = useText();
  const isSearching = isSearchPath(useLocation().pathname);
  const counts = useCounts();
  const hasConsole = isStaff(useTokenClaims());
  if (useBelow(MOBILE_BELOW_PX)) return null;
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('shell.navigation')}>
        <div className={styles.brand}>
          <Logo name={PRODUCT_NAME} />
        </div>
        <ul className={styles.items}>
          {listNavigationItems(counts).map(({ to, name, label, icon }) => {
            const count = name && counts?.[name];
            return (
              <li key={to}>
                {/* `top` scrolls the gallery to its top (requirement C-ROUTE-05). */}
                <NavLink
                  to={to}
                  state={{ top: true }}
                  className={styles.item}
                  title={count ? t('shell.counted', { name: t(label), count }) : t(label)}
                >
                  <Icon icon={icon} size={22} />
                  {/* Without a count the title says the same, and is the name. */}
                  <span className={styles.label} aria-hidden={!count}>
                    {t(label)}
                  </span>
                  {count ? (
                    <span className={styles.count} aria-hidden>
                      {formatCount(count)}
                    </span>
                  ) : null}
                </NavLink>
              </li>
            );
          })}
          {hasConsole && (
            <li>
              <NavLink to={paths.console} className={styles.item} title={t('label.item')}>
                <Icon icon={ChartNoAxesColumn} size={22} />
                <span className={styles.label} aria-hidden>
                  {t('label.item')}
                </span>
              </NavLink>
            </li>
          )}
        </ul>
      </nav>
      {isSearching && (
        <div className={styles.recent}>
          <RecentSearches />
        </div>
      )}
      {/* Staff of labels bring music instead of asking for more. */}
      {site.moreMusicUrl && !hasConsole && (
        <aside className={styles.more} aria-labelledby="more-music">
          {/* No heading: the h1 of the page follows. */}
          <p id="more-music" className={styles.moreTitle}>
            {t('shell.more-title')}
          </p>
          <p className={styles.moreText}>{t('shell.more-message')}</p>
          <a href={site.moreMusicUrl} target="_blank" rel="noopener" className={styles.moreLink}>
            {t('shell.more-link')}
          </a>
        </aside>
      )}
      <CollapseButton />
    </div>
  );
}

/** Desktop only (requirement C-SHELL-17). */
export function CollapseButton() {
  const t = useText();
  const isOpen = useSettings((settings) => settings.isSidebarOpen);
  return (
    <IconButton
      icon={isOpen ? PanelLeftClose : PanelLeftOpen}
      label={t(isOpen ? 'shell.close-sidebar' : 'shell.open-sidebar')}
      className={styles.collapse}
      onClick={() => useSettings.setState({ isSidebarOpen: !isOpen })}
    />
  );
}
