import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, CircleHelp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { AccountMenu } from '../access/AccountMenu.tsx';
import { profileQuery } from '../access/data.ts';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconLink } from '../design/IconButton.tsx';
import { Logo } from '../design/Logo.tsx';
import { centerSelected } from '../design/Tabs.tsx';
import { DownloadsButton } from '../downloads/DownloadsButton.tsx';
import { getGalleryUrl } from '../gallery/scrollRestoration.ts';
import { type ConsolePage, useLabelPages } from '../label/labelPages.ts';
import { operatorLinks } from '../operator/operatorPages.ts';
import { findConsole, paths } from '../platform/paths.ts';
import { PRODUCT_NAME, site } from '../platform/site.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import styles from './ConsoleNavigation.module.css';
import header from './Header.module.css';
import sidebar from './Sidebar.module.css';
import { CollapseButton } from './Sidebar.tsx';

// The navigation of a console, in place of that of listeners: a sidebar, or on phones a header with a row of links.

/** Pages of the console, a link back to the player, and the controls that listeners have in the header. */
export function ConsoleSidebar() {
  const t = useText();
  const { title, pages, current } = useConsole();
  const { data: profile } = useQuery(profileQuery);
  if (useBelow(MOBILE_BELOW_PX)) return null;
  return (
    <header className={classNames(sidebar.sidebar, styles.sidebar)}>
      <div className={sidebar.brand}>
        <Logo name={PRODUCT_NAME} />
      </div>
      <BackToPlayer />
      <nav aria-label={title} className={styles.pages}>
        <p className={styles.title} aria-hidden>
          {title}
        </p>
        <ul className={sidebar.items}>
          {pages.map((page) => (
            <li key={page.to}>
              <Link
                to={page.to}
                className={sidebar.item}
                aria-current={page === current ? 'page' : undefined}
                aria-label={t(page.text)}
                data-tooltip={t(page.text)}
              >
                <Icon icon={page.icon} size={20} />
                <span className={styles.label}>{t(page.text)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <AccountMenu profile={profile} />
        <DownloadsButton />
        <HelpLink />
        <CollapseButton />
      </div>
    </header>
  );
}

/** Phones: the controls, and below them the pages of the console. */
export function ConsoleHeader() {
  return useBelow(MOBILE_BELOW_PX) && <PhoneHeader />;
}

function PhoneHeader() {
  const t = useText();
  const { title, pages, current } = useConsole();
  const { data: profile } = useQuery(profileQuery);
  const row = useRef<HTMLElement>(null);
  const path = current?.to;
  useEffect(() => {
    if (path !== undefined && row.current) centerSelected(row.current, '[aria-current]');
  }, [path]);
  return (
    <>
      <header className={header.header}>
        <BackToPlayer />
        <span className={header.spacer} />
        <DownloadsButton />
        <HelpLink />
        <AccountMenu profile={profile} />
      </header>
      <nav ref={row} className={styles.row} aria-label={title}>
        {pages.map((page) => (
          <Link key={page.to} to={page.to} className={styles.page} aria-current={page === current ? 'page' : undefined}>
            {t(page.text)}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** Leads to the gallery as it was left. */
function BackToPlayer() {
  const t = useText();
  return (
    <Link
      to={getGalleryUrl()}
      className={classNames(sidebar.item, styles.back)}
      aria-label={t('shell.to-player')}
      data-tooltip={t('shell.to-player')}
    >
      <Icon icon={ArrowLeft} size={20} />
      <span className={styles.label}>{t('shell.to-player')}</span>
    </Link>
  );
}

function HelpLink() {
  const t = useText();
  if (!site.supportUrl) return null;
  return <IconLink icon={CircleHelp} label={t('shell.help')} href={site.supportUrl} target="_blank" rel="noopener" />;
}

/** The pages of the open console, and the one that the address belongs to. */
function useConsole() {
  const t = useText();
  const pathname = useLocation().pathname.replace(/\/$/, '');
  const isOperator = findConsole(pathname) === paths.operator;
  const labelPages = useLabelPages(!isOperator);
  const pages: readonly ConsolePage[] = isOperator ? operatorLinks : labelPages;
  const isBelow = (root: string) => pathname === root || pathname.startsWith(`${root}/`);
  // Today, and the releases of a label, are at the root of all others.
  const current = pages.find(({ roots }) => roots.some(isBelow)) ?? pages.find(({ to }) => to === pathname);
  return { title: t(isOperator ? 'operator.title' : 'label.item'), pages, current };
}
