import { type Release, ReleaseSort } from '@promenade/contract/catalogue';
import { RotateCw } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ListLinks } from '../catalogue/ListLinks.tsx';
import { Button } from '../design/Button.tsx';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { PageHeader } from '../design/PageHeader.tsx';
import { parseSort } from '../design/sortRows.ts';
import { ReleaseListView } from '../gallery/table/ReleaseListView.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { useSetParams } from '../platform/searchParams.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { SelectButton } from '../selection/SelectButton.tsx';
import { EmptyLibraryList } from './EmptyLibraryList.tsx';
import type { useFlagged } from './listsData.ts';
import styles from './MarkedList.module.css';

interface Props extends SortState {
  list: ReturnType<typeof useFlagged>;
  texts: Record<'title' | 'empty' | 'emptyHint' | 'clear' | 'question' | 'message', TextKey>;
  onClear: () => Promise<void>;
  rowActions: (release: Release, tabIndex: number) => ReactNode;
  /** Rendered below the releases. */
  songs?: ReactNode;
  /** Whether it has controls even with less than two releases. */
  isFiltered?: boolean;
  /** Rendered in the page header. */
  children?: ReactNode;
}

/** The list of flagged or archived releases, with a button that clears it. */
export function MarkedList({ list, texts, onClear, songs, isFiltered, children, ...table }: Props) {
  const t = useText();
  const [isConfirming, setConfirming] = useState(false);
  useTitle(t(texts.title), false);
  const pageRef = useRef<HTMLDivElement>(null);
  useFocusWhenEmptied(pageRef, list.items.length === 0);
  useFocusWhenEmptied(pageRef, !songs);
  function clear() {
    setConfirming(false);
    void onClear();
  }
  return (
    <div ref={pageRef} className={styles.page} role="group" aria-label={t(texts.title)} tabIndex={-1}>
      <PageHeader
        title={t(texts.title)}
        total={list.status === 'done' && t('library.total', { count: list.total })}
        links={<ListLinks />}
        isShort={list.status === 'done' && list.total < 2 && !isFiltered}
      >
        {children}
        <SelectButton />
        <IconButton icon={RotateCw} label={t('library.refresh')} onClick={list.refresh} />
        <Button size="small" disabled={list.items.length === 0} onClick={() => setConfirming(true)}>
          {t(texts.clear)}
        </Button>
      </PageHeader>
      <ReleaseListView
        {...table}
        list={list}
        label={t(texts.title)}
        empty={!songs && <EmptyLibraryList title={texts.empty} hint={texts.emptyHint} />}
      />
      {songs}
      {isConfirming && (
        <ConfirmDialog
          title={t(texts.question)}
          message={t(texts.message)}
          confirmLabel={t(texts.clear)}
          cancelLabel={t('common.cancel')}
          onConfirm={clear}
          onCancel={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

export interface SortState {
  /** Undefined: newest first. */
  sort: ReleaseSort | undefined;
  onSort: (newSort: ReleaseSort) => void;
}

/** The sort in the URL. Choosing a column sets it, choosing the same column again clears it (requirements C-FLAG-12, C-ARCHIVE-05). */
export function useSortParam(): SortState {
  const [searchParams] = useSearchParams();
  const set = useSetParams();
  const sort = ReleaseSort.safeParse(searchParams.get('sort')).data;
  const onSort = useCallback(
    (newSort: ReleaseSort) =>
      set({ sort: sort && parseSort(sort).column === parseSort(newSort).column ? '' : newSort }),
    [sort, set],
  );
  return { sort, onSort };
}

/** Moves focus to the container when the focused row or button disappears because a list in it became empty. */
function useFocusWhenEmptied(container: RefObject<HTMLElement | null>, isEmpty: boolean): void {
  useEffect(() => {
    const element = container.current;
    if (isEmpty) return undefined;
    return () => {
      if (document.activeElement?.matches('body, :disabled')) element?.focus();
    };
  }, [container, isEmpty]);
}
