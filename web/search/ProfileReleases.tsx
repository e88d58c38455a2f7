import { SEARCH_ALL } from '@promenade/contract/limits';
import { useMemo } from 'react';
import { NoResults } from '../gallery/NoResults.tsx';
import { ReleasePages } from '../gallery/ReleasePages.tsx';
import { useText } from '../platform/text.ts';
import { useReleases } from '../releases/data.ts';
import styles from './SearchPage.module.css';
import { releaseActions } from './SectionTable.tsx';

/** All releases of one artist or label, newest first (C-SEARCH-12, C-SEARCH-13). */
export function ProfileReleases({ profile, name }: { profile: 'artist' | 'label'; name: string }) {
  const t = useText();
  const list = useReleases(
    useMemo(() => ({ [profile]: name, sort: '-date', pagesize: SEARCH_ALL }) as const, [profile, name]),
    'profile',
  );
  return (
    <div className={styles.page}>
      <div>
        <p className={styles.hint}>{t(`search.kind-${profile}s`)}</p>
        <h1 className={styles.title}>
          <bdi>{name}</bdi>
        </h1>
        <p className={styles.hint} aria-live="polite">
          {list.status === 'done' && t('search.releases-count', { count: list.total })}
        </p>
      </div>
      <ReleasePages list={list} label={name} empty={<NoResults />} rowActions={releaseActions} />
    </div>
  );
}
