import { History } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { searchPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './RecentSearches.module.css';
import { clearRecentSearches, useRecentSearches } from './recentSearchesStore.ts';

/** Links to former searches; on the search page and in the sidebar (requirements C-SEARCH-16, C-SHELL-18). */
export function RecentSearches() {
  const t = useText();
  const id = useId();
  const recent = useRecentSearches((state) => state.recent);
  if (recent.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby={id}>
      <div className={styles.recentHead}>
        <h2 id={id} className={styles.recentTitle}>
          {t('search.recent')}
        </h2>
        <Button variant="plain" size="small" onClick={clearRecentSearches}>
          {t('search.clear-recent')}
        </Button>
      </div>
      <ul>
        {recent.map((term) => (
          <li key={term}>
            <Link to={searchPath(term)} className={styles.term}>
              <Icon icon={History} size={15} />
              <bdi className="ellipsis">{term}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
