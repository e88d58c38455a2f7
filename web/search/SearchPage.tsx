import type { Found, SearchSection, SearchTab } from '@promenade/contract/search';
import { searchTabs } from '@promenade/contract/search';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { ListSkeleton } from '../gallery/ListSkeleton.tsx';
import { NoResults } from '../gallery/NoResults.tsx';
import { searchPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useOpenedRelease } from '../release/openedRelease.ts';
import { ReleasePopup } from '../release/ReleasePopup.tsx';
import { RecentSearches } from './RecentSearches.tsx';
import styles from './SearchPage.module.css';
import { SearchPreviews } from './SearchPreviews.tsx';
import { SectionTable } from './SectionTable.tsx';
import { useSearch } from './searchData.ts';

/** What was found for some words: the best of all, or everything of one section. */
export function SearchPage({ query, tab }: { query: string; tab: SearchTab }) {
  const t = useText();
  const navigate = useNavigate();
  const panelId = useId();
  if (query === '') return <BeforeSearch />;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('search.results', { query })}</h1>
      <Tabs
        label={t('search.sections')}
        tabs={searchTabs.map((id) => ({ id, text: t(`search.${id}`) }))}
        selected={tab}
        panelId={panelId}
        onSelect={(chosen) => void navigate(searchPath(query, chosen))}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)} className={styles.panel}>
        <Results key={tab} query={query} tab={tab} />
      </div>
    </div>
  );
}

function BeforeSearch() {
  const t = useText();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('search.title')}</h1>
      <p className={styles.hint}>{t('search.hint')}</p>
      <div className={styles.recent}>
        <RecentSearches />
      </div>
    </div>
  );
}

function Results({ query, tab }: { query: string; tab: SearchTab }) {
  const { found, isError, isBefore, refetch } = useSearch(query, tab);
  const popup = useOpenedRelease();
  if (isError) return <FailedSearch onRetry={() => void refetch()} />;
  if (!found) return <ListSkeleton />;
  if (sections.every((section) => found[section].length === 0)) return <NoResults />;
  return (
    <div className={classNames(isBefore && styles.before)} aria-busy={isBefore}>
      {tab === 'top' ? (
        <SearchPreviews found={found} query={query} onOpen={popup.onOpen} />
      ) : (
        <SectionTable section={tab} found={found} onOpen={popup.onOpen} />
      )}
      <ReleasePopup {...popup} />
    </div>
  );
}

const sections: readonly SearchSection[] = ['tracks', 'artists', 'labels', 'releases'] satisfies (keyof Found)[];

function FailedSearch({ onRetry }: { onRetry: () => void }) {
  const t = useText();
  return (
    <div className={styles.failed} role="alert">
      <p>{t('search.failed')}</p>
      <Button onClick={onRetry}>{t('gallery.retry')}</Button>
    </div>
  );
}
