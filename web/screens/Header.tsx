import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleHelp } from 'lucide-react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AccountMenu } from '../access/AccountMenu.tsx';
import { profileQuery } from '../access/data.ts';
import { useCount } from '../catalogue/countsData.ts';
import { classNames } from '../design/classNames.ts';
import { IconButton, IconLink } from '../design/IconButton.tsx';
import { Logo } from '../design/Logo.tsx';
import { DownloadsButton } from '../downloads/DownloadsButton.tsx';
import { getGalleryUrl } from '../gallery/scrollRestoration.ts';
import { ViewToggle } from '../gallery/ViewToggle.tsx';
import { InviteButton } from '../network/InviteButton.tsx';
import { usePageTitle } from '../platform/pageTitle.ts';
import { accountParts, isSearchPath, paths } from '../platform/paths.ts';
import { site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { SearchBox } from '../search/SearchBox.tsx';
import styles from './Header.module.css';

/** Page title, back button and the global controls. */
export function Header() {
  const t = useText();
  const navigate = useNavigate();
  const title = usePageTitle((page) => page.title);
  const { pathname } = useLocation();
  const { data: profile } = useQuery(profileQuery);
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const isInAccount = isMobile && isAccountPart(pathname);
  const heading = title && <h1 className={styles.title}>{title}</h1>;
  const isHome = pathname === paths.releases;
  const releaseCount = useCount('releases');
  const isSearching = isSearchPath(pathname);
  return (
    <>
      <header className={classNames(styles.header, title && styles.titled, isSearching && styles.searching)}>
        {isMobile && (
          <nav aria-label={t('shell.navigation')} className={styles.logo}>
            <Link to={paths.releases} state={{ top: true }} aria-label={t('shell.releases')}>
              <Logo size={34} />
            </Link>
          </nav>
        )}
        {!isHome && (
          <IconButton
            icon={ArrowLeft}
            label={t(isInAccount ? 'account.back' : 'common.back')}
            className={styles.back}
            onClick={() => void navigate(isInAccount ? paths.account : getGalleryUrl())}
          />
        )}
        {!isMobile && heading}
        <span className={styles.spacer} />
        {/* First, so that the others keep their places on pages without it. */}
        {isHome && releaseCount !== 0 && releaseCount !== 1 && <ViewToggle />}
        <SearchBox />
        <DownloadsButton className={styles.downloads} />
        <InviteButton className={styles.invite} />
        {site.supportUrl && (
          <IconLink
            icon={CircleHelp}
            label={t('shell.help')}
            href={site.supportUrl}
            target="_blank"
            rel="noopener"
            className={styles.help}
          />
        )}
        <AccountMenu profile={profile} />
      </header>
      {/* A phone has no room for a title between the controls. */}
      {isMobile && heading}
    </>
  );
}

/** On a phone these pages go back to the account menu (requirements A-SHELL-15, A-SHELL-16). */
const isAccountPart = (pathname: string): boolean =>
  pathname.startsWith(`${paths.account}/`) || accountParts.some(({ mobile }) => mobile === pathname);
