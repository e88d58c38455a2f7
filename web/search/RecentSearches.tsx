import { History } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { searchPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './RecentSearches.module.css';
import { forgetSearches, useRecentSearches } from './recentSearchesStore.ts';

/** What was searched for before, each term a way to search it again; nothing while there is none (C-SEARCH-16). */
export function RecentSearches() {
  const t = useText();
  const id = useId();
  const recent = useRecentSearches((searched) => searched.recent);
  if (recent.length === 0) return null;
  return (
    <section className={styles.recent} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t('search.recent')}
        </h2>
        <Button look="plain" size="small" onClick={forgetSearches}>
          {t('search.clear-recent')}
        </Button>
      </div>
      <ul className={styles.terms}>
        {recent.map((term) => (
          <li key={term}>
            <Link to={searchPath(term)} className={styles.term}>
              <Icon of={History} size={15} />
              <bdi className={styles.words}>{term}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
