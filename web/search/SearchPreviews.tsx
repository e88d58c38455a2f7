import type { Release } from '@promenade/contract/catalogue';
import { SEARCH_PREVIEW_RESULTS, SEARCH_TOP_RESULTS } from '@promenade/contract/limits';
import { type SearchResults, searchTabs } from '@promenade/contract/search';
import { Link } from 'react-router';
import { searchPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './SearchPreviews.module.css';
import { SectionTable } from './SectionTable.tsx';
import { TopResult } from './TopResult.tsx';

interface Props {
  results: SearchResults;
  query: string;
  onOpen: ((release: Release) => void) | undefined;
}

/** The best results of all sections, then the first of each section (requirements C-SEARCH-04 to C-SEARCH-08). */
export function SearchPreviews({ results, query, onOpen }: Props) {
  const t = useText();
  const sections = searchTabs.filter((tab) => tab !== 'top').filter((section) => results[section].length > 0);
  return (
    <div className={styles.previews}>
      <section className={styles.preview}>
        <h2 className={styles.title}>{t('search.top')}</h2>
        <ul className={styles.top}>
          {results.top.slice(0, SEARCH_TOP_RESULTS).map(({ section, id }) => (
            <li key={`${section} ${id}`}>
              <TopResult results={results} section={section} id={id} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </section>
      {sections.map((section) => (
        <section key={section} className={styles.preview}>
          <div className={styles.head}>
            <h2 className={styles.title}>{t(`search.${section}`)}</h2>
            {results[section].length > SEARCH_PREVIEW_RESULTS && (
              <Link to={searchPath(query, section)} className={styles.all}>
                {t('search.see-all')} <span className="visuallyHidden">{t(`search.${section}`)}</span>
              </Link>
            )}
          </div>
          <SectionTable
            section={section}
            results={{ ...results, [section]: results[section].slice(0, SEARCH_PREVIEW_RESULTS) }}
            onOpen={onOpen}
          />
        </section>
      ))}
    </div>
  );
}
