import type { Release } from '@promenade/contract/catalogue';
import { LINE_MAX } from '@promenade/contract/limits';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ArchiveButton } from '../catalogue/ArchiveButton.tsx';
import { UnflagButton } from '../catalogue/FlagButton.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { SearchField } from '../design/SearchField.tsx';
import { useSetParams } from '../platform/searchParams.ts';
import { useText } from '../platform/text.ts';
import { FlaggedSongs } from './FlaggedSongs.tsx';
import { useClearFlags, useFlagged, useFlaggedSongs } from './listsData.ts';
import styles from './MarkedList.module.css';
import { MarkedList, useSortParam } from './MarkedList.tsx';

const ListenThrough = lazyPart(async () => (await import('../catalogue/ListenThrough.tsx')).ListenThrough);

/** Releases that are flagged or have a flagged track (requirement C-ROUTE-20), then the flagged songs. */
export function FlaggedList() {
  const t = useText();
  const sortState = useSortParam();
  const [searchParams] = useSearchParams();
  const set = useSetParams();
  const filter = searchParams.get('filter')?.slice(0, LINE_MAX) || undefined;
  const { sort } = sortState;
  const list = useFlagged(useMemo(() => ({ ...(sort && { sort }), ...(filter && { filter }) }), [sort, filter]));
  const songs = useFlaggedSongs(filter);
  const clear = useClearFlags();
  return (
    <MarkedList
      {...sortState}
      list={list}
      isFiltered={filter !== undefined || songs.length > 1}
      onClear={clear}
      rowActions={rowActions}
      songs={songs.length > 0 && <FlaggedSongs songs={songs} />}
      texts={{
        title: 'library.flagged',
        empty: filter ? 'library.not-found-title' : 'library.no-flags-title',
        emptyHint: filter ? 'library.not-found-hint' : 'library.no-flags-hint',
        clear: 'library.clear-all',
        question: 'library.clear-title',
        message: 'library.clear-message',
      }}
    >
      <SearchField
        label={t('library.find')}
        value={filter ?? ''}
        onSearch={(words) => set({ filter: words })}
        maxLength={LINE_MAX}
        className={styles.search}
      />
      <ListenThrough source={{ kind: 'flagged', sort: sort ?? '-date', filter: filter ?? '' }} total={list.total} />
    </MarkedList>
  );
}

const rowActions = (release: Release, tabIndex: number) => (
  <>
    <UnflagButton release={release} tabIndex={tabIndex} />
    <ArchiveButton release={release} tabIndex={tabIndex} />
  </>
);
