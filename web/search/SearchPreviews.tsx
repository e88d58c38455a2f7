import type { Release } from '@promenade/contract/catalogue';
import { SEARCH_PREVIEW, SEARCH_TOP_RESULTS } from '@promenade/contract/limits';
import { type Found, type SearchSection, searchTabs } from '@promenade/contract/search';
import { Link } from 'react-router';
import { searchPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './SearchPreviews.module.css';
import { SectionTable } from './SectionTable.tsx';
import { TopResult } from './TopResult.tsx';

interface Props {
  found: Found;
  query: string;
  onOpen: ((release: Release) => void) | undefined;
}

/** The best of all sections, then the first of each with the way to all of it (C-SEARCH-04 to C-SEARCH-08). */
export function SearchPreviews({ found, query, onOpen }: Props) {
  const t = useText();
  const filled = searchTabs.filter((tab) => tab !== 'top').filter((section) => found[section].length > 0);
  return (
    <div className={styles.previews}>
      <section className={styles.preview}>
        <h2 className={styles.title}>{t('search.top')}</h2>
        <ul className={styles.top}>
          {found.top.slice(0, SEARCH_TOP_RESULTS).map(({ section, id }) => (
            <li key={`${section} ${id}`}>
              <TopResult found={found} section={section} id={id} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </section>
      {filled.map((section) => (
        <section key={section} className={styles.preview}>
          <div className={styles.head}>
            <h2 className={styles.title}>{t(`search.${section}`)}</h2>
            {found[section].length > SEARCH_PREVIEW && (
              <Link to={searchPath(query, section)} className={styles.all}>
                {t('search.see-all')} <span className="onlyHeard">{t(`search.${section}`)}</span>
              </Link>
            )}
          </div>
          <SectionTable section={section} found={firstOf(found, section)} onOpen={onOpen} />
        </section>
      ))}
    </div>
  );
}

const firstOf = (found: Found, section: SearchSection) => ({
  ...found,
  [section]: found[section].slice(0, SEARCH_PREVIEW),
});
