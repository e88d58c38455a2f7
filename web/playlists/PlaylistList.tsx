import { LINE_MAX } from '@promenade/contract/limits';
import { PlaylistSort } from '@promenade/contract/playlists';
import { ChevronDown, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { ListLinks } from '../catalogue/ListLinks.tsx';
import { Button } from '../design/Button.tsx';
import { DropdownButton } from '../design/DropdownButton.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Icon } from '../design/Icon.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { SearchField } from '../design/SearchField.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { usePlaylists } from './data.ts';
import { openDialog } from './dialogStore.ts';
import { PlaylistError } from './PlaylistError.tsx';
import { PlaylistGrid, PlaylistGridSkeleton } from './PlaylistGrid.tsx';
import styles from './PlaylistList.module.css';

/** The list is wider than its button: each name has an explanation. */
const SORT_MENU_WIDTH_PX = 240;

/** The default first (requirement C-PLAYLIST-22). */
export const sortOrders: readonly { sort: PlaylistSort; name: TextKey; tip: TextKey }[] = [
  { sort: '-date', name: 'playlist.sort-newest', tip: 'playlist.sort-newest-tip' },
  { sort: 'name', name: 'playlist.sort-name', tip: 'playlist.sort-name-tip' },
  { sort: '-pinned', name: 'playlist.sort-starred', tip: 'playlist.sort-starred-tip' },
];

/** Unknown values become the default. */
export function parsePlaylistSort(value: string | null): PlaylistSort {
  return PlaylistSort.safeParse(value).data ?? '-date';
}

/** All playlists of the account; sort order and search text are in the URL (requirements C-ENTITY-15, C-ROUTE-17). */
export function PlaylistList() {
  const t = useText();
  useTitle(t('playlist.title'), false);
  const [params] = useSearchParams();
  const sort = parsePlaylistSort(params.get('sort'));
  const searchToken = params.get('searchToken')?.slice(0, LINE_MAX) ?? '';
  const list = usePlaylists(useMemo(() => ({ sort, ...(searchToken && { searchToken }) }), [sort, searchToken]));
  const { items, total, status } = list;
  const setParams = useSetParams();
  const search = useCallback((searchToken: string) => setParams({ searchToken }), [setParams]);
  const create = () => openDialog({ kind: 'form' });
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('playlist.title')}
        total={status === 'done' && t('playlist.total', { count: total })}
        links={<ListLinks />}
        isShort={status === 'done' && total < 2 && !searchToken}
        actions={
          <Button size="small" variant="primary" icon={Plus} onClick={create}>
            {t('playlist.new')}
          </Button>
        }
      >
        <SearchField
          label={t('playlist.find')}
          value={searchToken}
          onSearch={search}
          maxLength={LINE_MAX}
          className={styles.search}
        />
        <SortMenu sort={sort} onChange={(sort) => setParams({ sort })} />
      </PageHeader>
      {status === 'loading' && <PlaylistGridSkeleton />}
      {status === 'error' && <PlaylistError onRetry={() => void list.refetch()} />}
      {status === 'done' && items.length === 0 && !searchToken && (
        <EmptyState title={t('playlist.empty-title')} hint={t('playlist.empty-hint')}>
          <Button onClick={create}>{t('playlist.new')}</Button>
        </EmptyState>
      )}
      {status === 'done' && items.length === 0 && searchToken && (
        <EmptyState title={t('playlist.unknown-title')} hint={t('playlist.unknown-hint')}>
          <Button onClick={() => search('')}>{t('playlist.find-clear')}</Button>
          <Button onClick={create}>{t('playlist.new')}</Button>
        </EmptyState>
      )}
      {items.length > 0 && <PlaylistGrid list={list} />}
    </div>
  );
}

function SortMenu({ sort, onChange }: { sort: PlaylistSort; onChange: (sort: string) => void }) {
  const t = useText();
  const options = sortOrders.map((order) => ({ value: order.sort, text: t(order.name), description: t(order.tip) }));
  const { text: name = '', description } = options.find(({ value }) => value === sort) ?? {};
  return (
    <DropdownButton
      className={styles.sort}
      aria-label={t('playlist.sort-named', { name })}
      title={description}
      label={t('playlist.sort')}
      value={sort}
      options={options}
      width={SORT_MENU_WIDTH_PX}
      onChange={onChange}
    >
      {name}
      <Icon icon={ChevronDown} size={16} />
    </DropdownButton>
  );
}
