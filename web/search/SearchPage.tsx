import type { Release } from '@promenade/contract/catalogue';
import { SEARCH_PAGE_SIZE_MAX } from '@promenade/contract/limits';
import { type SearchSection, type SearchTab, searchTabs } from '@promenade/contract/search';
import { useId, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { useReleases } from '../catalogue/data.ts';
import { ArtistLinks, LabelLinks } from '../catalogue/NameLinks.tsx';
import { Button, buttonClass } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { EmptyState } from '../design/EmptyState.tsx';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { NoResults } from '../gallery/ListStates.tsx';
import { ListSkeleton } from '../gallery/Skeletons.tsx';
import { ReleaseListView } from '../gallery/table/ReleaseListView.tsx';
import { paths, searchPath, searchRoot } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { ReleasePopup, useOpenedRelease } from '../release/ReleasePopup.tsx';
import { FilterSuggestions } from './FilterSuggestions.tsx';
import { RecentSearches } from './RecentSearches.tsx';
import { saveSearch } from './recentSearchesStore.ts';
import styles from './SearchPage.module.css';
import { SearchPreviews } from './SearchPreviews.tsx';
import { renderReleaseActions, SectionTable } from './SectionTable.tsx';
import { useSearch } from './searchData.ts';

const sections: readonly SearchSection[] = ['tracks', 'artists', 'labels', 'releases'];

/** Previews of all sections, or all results of one. */
export function SearchPage({ query, tab }: { query: string; tab: SearchTab }) {
  const t = useText();
  const navigate = useNavigate();
  const panelId = useId();
  if (query === '')
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{t('search.title')}</h1>
        <p className={styles.hint}>{t('search.hint')}</p>
        <RecentSearches />
      </div>
    );
  const title = t('search.results', { query });
  return (
    <div className={styles.page}>
      <h1 className={classNames('ellipsis', styles.title)}>{title}</h1>
      <FilterSuggestions query={query} />
      <Tabs
        label={t('search.sections')}
        tabs={searchTabs.map((id) => ({ id, text: t(`search.${id}`) }))}
        selected={tab}
        panelId={panelId}
        onSelect={(selected) => void navigate(searchPath(query, selected))}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)}>
        <Results key={tab} query={query} tab={tab} />
      </div>
    </div>
  );
}

function Results({ query, tab }: { query: string; tab: SearchTab }) {
  const t = useText();
  const { results, isError, isPlaceholderData, refetch } = useSearch(query, tab);
  const popup = useOpenedRelease();
  if (isError)
    return (
      <div className={classNames('centered', styles.failed)} role="alert">
        <p>{t('search.failed')}</p>
        <Button onClick={() => void refetch()}>{t('gallery.retry')}</Button>
      </div>
    );
  if (!results) return <ListSkeleton />;
  const count = sections.reduce((sum, section) => sum + results[section].length, 0);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Clicks bubble from the links and buttons of the results.
    <div
      className={classNames(isPlaceholderData && styles.stale)}
      aria-busy={isPlaceholderData}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a, button')) saveSearch(query);
      }}
    >
      <p role="status" className="visuallyHidden">
        {!isPlaceholderData && t('search.count', { count })}
      </p>
      {count === 0 && <NothingFound query={query} tab={tab} />}
      {count > 0 && tab === 'top' && <SearchPreviews results={results} query={query} onOpen={popup.onOpen} />}
      {count > 0 && tab !== 'top' && <SectionTable section={tab} results={results} onOpen={popup.onOpen} />}
      <ReleasePopup {...popup} />
    </div>
  );
}

/** Says what to try next (requirement C-TABLE-10). */
function NothingFound({ query, tab }: { query: string; tab: SearchTab }) {
  const t = useText();
  const navigate = useNavigate();
  function clear() {
    document.querySelector<HTMLInputElement>('search input')?.focus();
    void navigate(searchRoot);
  }
  return (
    <>
      <EmptyState title={t('release-list.noresults')} hint={t('search.none-hint')}>
        {tab !== 'top' && (
          <Link to={searchPath(query)} className={buttonClass({})}>
            {t('search.all')}
          </Link>
        )}
        <Button onClick={clear}>{t('search.clear')}</Button>
        <Link to={paths.releases} className={buttonClass({})}>
          {t('common.back')}
        </Link>
      </EmptyState>
      <RecentSearches />
    </>
  );
}

/** All releases of one artist or label, newest first (requirements C-SEARCH-12, C-SEARCH-13). */
export function ProfileReleases({ profile, name }: { profile: 'artist' | 'label'; name: string }) {
  const t = useText();
  const query = useMemo(
    () => ({ [profile]: name, sort: '-date', pagesize: SEARCH_PAGE_SIZE_MAX }) as const,
    [profile, name],
  );
  const list = useReleases(query, 'profile');
  return (
    <div className={styles.page}>
      <div>
        <p className={styles.hint}>{t(`search.kind-${profile}s`)}</p>
        <h1 className={classNames('ellipsis', styles.title)}>
          <ProfileName profile={profile} name={name} releases={list.items} />
        </h1>
        <p className={styles.hint} aria-live="polite">
          {list.status === 'done' && t('search.releases-count', { count: list.total })}
        </p>
      </div>
      <ReleaseListView list={list} label={name} empty={<NoResults />} rowActions={renderReleaseActions} />
    </div>
  );
}

/** The name leads to the page of the artist or label. Only the releases tell its id. */
function ProfileName({ profile, name, releases }: { profile: 'artist' | 'label'; name: string; releases: Release[] }) {
  if (profile === 'artist')
    return <ArtistLinks of={{ artist: name, artists: releases.flatMap(({ artists }) => artists) }} />;
  const label = releases.flatMap(({ labels }) => labels).find((it) => it.name.toLowerCase() === name.toLowerCase());
  return label ? <LabelLinks labels={[label]} /> : <bdi>{name}</bdi>;
}
