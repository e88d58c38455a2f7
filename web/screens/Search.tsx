import { searchTabs } from '@promenade/contract/search';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ProfileReleases } from '../catalogue/ProfileReleases.tsx';
import { RefusedDialog } from '../catalogue/RefusedDialog.tsx';
import { SearchPage } from '../catalogue/SearchPage.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useText } from '../platform/text.ts';
import { NotFound } from './NotFound.tsx';

/** `/search/:category?/:profile?`: without a category the top results; what is none of the known is not found (C-ROUTE-16). */
export function Search() {
  const { category = 'top', profile } = useParams();
  const query = (useSearchParams()[0].get('q') ?? '').trim();
  const tab = searchTabs.find((known) => known === category);
  if (tab && profile === undefined) return <Framed query={query} page={<SearchPage query={query} tab={tab} />} />;
  const isProfile = category === 'releases' && (profile === 'artist' || profile === 'label');
  if (isProfile && query !== '')
    return <Framed query={query} page={<ProfileReleases key={query} profile={profile} name={query} />} />;
  return <NotFound />;
}

function Framed({ query, page }: { query: string; page: ReactNode }) {
  const t = useText();
  useTitle(query === '' ? t('search.title') : t('search.results', { query }), false);
  return (
    <>
      {page}
      <RefusedDialog />
    </>
  );
}
