import type { Release } from '@promenade/contract/catalogue';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { PageHead } from '../design/PageHead.tsx';
import { Question } from '../design/Question.tsx';
import { ReleasePages } from '../gallery/ReleasePages.tsx';
import { type TextKey, useText } from '../platform/text.ts';
import { useEmptied } from './emptied.ts';
import type { useFlagged } from './listsData.ts';
import styles from './MarkedList.module.css';
import { NothingYet } from './NothingYet.tsx';
import type { SortChoice } from './sortChoice.ts';

interface Props extends SortChoice {
  list: ReturnType<typeof useFlagged>;
  words: Record<'title' | 'empty' | 'emptyHint' | 'clear' | 'question' | 'message', TextKey>;
  onClear: () => Promise<void>;
  rowActions: (release: Release, tabIndex: number) => ReactNode;
  /** Above the table. */
  children?: ReactNode;
}

/** The flagged or the archived releases, and the way to empty the list. */
export function MarkedList({ list, words, onClear, children, ...table }: Props) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const page = useEmptied(list.items.length === 0);
  function clear() {
    setAsking(false);
    void onClear();
  }
  return (
    <div ref={page} className={styles.page} role="group" aria-label={t(words.title)} tabIndex={-1}>
      <PageHead title={t(words.title)} total={list.status === 'done' && t('library.total', { count: list.total })}>
        {children}
        <IconButton icon={RotateCw} label={t('library.refresh')} onClick={list.refresh} />
        <Button size="small" disabled={list.items.length === 0} onClick={() => setAsking(true)}>
          {t(words.clear)}
        </Button>
      </PageHead>
      <ReleasePages
        {...table}
        list={list}
        label={t(words.title)}
        empty={<NothingYet title={words.empty} hint={words.emptyHint} />}
      />
      {isAsking && (
        <Question
          title={t(words.question)}
          message={t(words.message)}
          yes={t(words.clear)}
          no={t('common.cancel')}
          onYes={clear}
          onNo={() => setAsking(false)}
        />
      )}
    </div>
  );
}
