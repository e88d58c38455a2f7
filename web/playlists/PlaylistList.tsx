import { LINE_MAX } from '@promenade/contract/limits';
import { Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../design/Button.tsx';
import { FindField } from '../design/FindField.tsx';
import { Nothing } from '../design/Nothing.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { useText } from '../platform/text.ts';
import { usePlaylists } from './data.ts';
import { FailedPlaylists } from './FailedPlaylists.tsx';
import { OrderMenu } from './OrderMenu.tsx';
import { orderOf } from './order.ts';
import { PlaylistGrid } from './PlaylistGrid.tsx';
import styles from './PlaylistList.module.css';
import { GridSkeleton } from './PlaylistSkeletons.tsx';
import { openDialog } from './pickerStore.ts';

/** All playlists of the account; order and words stand in the address (C-ENTITY-15). */
export function PlaylistList() {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const sort = orderOf(address.get('sort'));
  const searchToken = address.get('searchToken')?.slice(0, LINE_MAX) ?? '';
  const list = usePlaylists(useMemo(() => ({ sort, ...(searchToken && { searchToken }) }), [sort, searchToken]));
  const { items, total, status } = list;
  const change = useCallback(
    (name: 'sort' | 'searchToken', value: string) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const find = useCallback((words: string) => change('searchToken', words), [change]);
  const create = () => openDialog({ kind: 'form' });
  return (
    <div className={styles.page}>
      <PageHead title={t('playlist.title')} total={status === 'done' && t('playlist.total', { count: total })}>
        <FindField
          label={t('playlist.find')}
          words={searchToken}
          onFind={find}
          maxLength={LINE_MAX}
          className={styles.search}
        />
        <OrderMenu sort={sort} onChange={(chosen) => change('sort', chosen)} />
        <Button size="small" look="primary" icon={Plus} onClick={create}>
          {t('playlist.new')}
        </Button>
      </PageHead>
      {status === 'loading' && <GridSkeleton />}
      {status === 'error' && <FailedPlaylists onRetry={() => void list.refetch()} />}
      {status === 'done' && items.length === 0 && !searchToken && (
        <Nothing title={t('playlist.empty-title')} hint={t('playlist.empty-hint')}>
          <Button onClick={create}>{t('playlist.new')}</Button>
        </Nothing>
      )}
      {status === 'done' && items.length === 0 && searchToken && (
        <Nothing title={t('playlist.unknown-title')} hint={t('playlist.unknown-hint')} />
      )}
      {items.length > 0 && <PlaylistGrid list={list} />}
    </div>
  );
}
