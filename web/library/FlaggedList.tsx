import type { Release } from '@promenade/contract/catalogue';
import { LINE_MAX } from '@promenade/contract/limits';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { FindField } from '../design/FindField.tsx';
import { useText } from '../platform/text.ts';
import { ArchiveButton } from '../releases/ArchiveButton.tsx';
import { UnflagButton } from '../releases/UnflagButton.tsx';
import { useClearFlags, useFlagged } from './listsData.ts';
import styles from './MarkedList.module.css';
import { MarkedList } from './MarkedList.tsx';
import { useSortChoice } from './sortChoice.ts';

/** The releases with a flag, their own or one of their tracks'. */
export function FlaggedList() {
  const t = useText();
  const choice = useSortChoice();
  const [address, setAddress] = useSearchParams();
  const filter = address.get('filter')?.slice(0, LINE_MAX) || undefined;
  const { sort } = choice;
  const list = useFlagged(useMemo(() => ({ ...(sort && { sort }), ...(filter && { filter }) }), [sort, filter]));
  const clear = useClearFlags();
  function find(words: string) {
    const next = new URLSearchParams(address);
    if (words) next.set('filter', words);
    else next.delete('filter');
    setAddress(next, { replace: true });
  }
  return (
    <MarkedList
      {...choice}
      list={list}
      onClear={clear}
      rowActions={rowActions}
      words={{
        title: 'library.flagged',
        empty: filter ? 'library.not-found-title' : 'library.no-flags-title',
        emptyHint: filter ? 'library.not-found-hint' : 'library.no-flags-hint',
        clear: 'library.clear-all',
        question: 'library.clear-title',
        message: 'library.clear-message',
      }}
    >
      <FindField
        label={t('library.find')}
        words={filter ?? ''}
        onFind={find}
        maxLength={LINE_MAX}
        className={styles.search}
      />
    </MarkedList>
  );
}

const rowActions = (release: Release, tabIndex: number) => (
  <>
    <UnflagButton release={release} tabIndex={tabIndex} />
    <ArchiveButton release={release} tabIndex={tabIndex} />
  </>
);
