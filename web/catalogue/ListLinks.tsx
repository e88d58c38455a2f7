import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { formatCount, useCounts } from './countsData.ts';
import styles from './ListLinks.module.css';

const links = [
  { name: 'releases', to: paths.releases, label: 'shell.releases' },
  { name: 'tohear', to: `${paths.releases}?tohear=true`, label: 'shell.to-hear' },
  { name: 'flagged', to: paths.flagged, label: 'shell.flagged' },
  { name: 'playlists', to: paths.playlists, label: 'shell.playlists' },
  { name: 'archived', to: paths.archived, label: 'shell.archived' },
  { name: 'history', to: paths.history, label: 'shell.history' },
] as const;
const shelfLink = { name: 'shelf', to: paths.shelf, label: 'shell.shelf' } as const;

/** On phones: links to all lists, below the title of each of them (requirements decision 28). */
export function ListLinks() {
  return useBelow(MOBILE_BELOW_PX) && <ListLinkRow />;
}

/**
 * Each list page renders a new row: it scrolls its current link into view, and focuses it when the
 * page was opened by a link of the former row.
 */
function ListLinkRow() {
  const t = useText();
  const counts = useCounts();
  const location = useLocation();
  const { pathname, search } = location;
  const isToHear = new URLSearchParams(search).get('tohear') === 'true';
  const shown = counts?.hasshelf ? [...links, shelfLink] : links;
  const current = shown.find(({ name, to }) => (isToHear ? name === 'tohear' : to === pathname))?.name;
  const isFollowed = (location.state as { listLink?: boolean } | null)?.listLink === true;
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    // Only the row scrolls, not the page.
    if (link && row.current) row.current.scrollLeft += getCenter(link) - getCenter(row.current);
    if (isFollowed && document.activeElement === document.body) link?.focus({ preventScroll: true });
  }, [current, isFollowed]);
  return (
    <nav aria-label={t('shell.lists')} className={styles.links}>
      <ul ref={row} className={styles.row}>
        {shown.map(({ name, to, label }) => {
          const count = name === 'shelf' ? undefined : counts?.[name];
          return (
            <li key={name}>
              <Link
                to={to}
                state={{ top: true, listLink: true }}
                className={styles.link}
                aria-current={name === current ? 'page' : undefined}
                title={count === undefined ? undefined : t('shell.counted', { name: t(label), count })}
              >
                {t(label)}
                {count !== undefined && (
                  <span className={styles.count} aria-hidden>
                    {formatCount(count)}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function getCenter(element: Element): number {
  const { left, right } = element.getBoundingClientRect();
  return (left + right) / 2;
}
