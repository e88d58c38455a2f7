import { searchTabs } from '@promenade/contract/search';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { ProfileReleases, SearchPage } from '../search/SearchPage.tsx';
import { NotFound } from './NotFound.tsx';

/** `/search/:category?/:profile?`: the top results without a category; unknown ones are not found (requirement C-ROUTE-16). */
export function Search() {
  const { category = 'top', profile } = useParams();
  const query = (useSearchParams()[0].get('q') ?? '').trim();
  const tab = searchTabs.find((knownTab) => knownTab === category);
  const isProfile = category === 'releases' && (profile === 'artist' || profile === 'label') && query !== '';
  const page = isProfile ? (
    <ProfileReleases key={query} profile={profile} name={query} />
  ) : (
    tab && profile === undefined && <SearchPage query={query} tab={tab} />
  );
  return page ? <TitledPage query={query}>{page}</TitledPage> : <NotFound />;
}

function TitledPage({ query, children }: { query: string; children: ReactNode }) {
  const t = useText();
  useTitle(query === '' ? t('search.title') : t('search.results', { query }), false);
  return children;
}
