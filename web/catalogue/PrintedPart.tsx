import { PRINT_MAX } from '@promenade/contract/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { getPressedKey } from '../design/keyTargets.ts';
import { useText } from '../platform/text.ts';
import type { getListState } from './data.ts';

export type PagedList = Pick<
  ReturnType<typeof getListState>,
  'total' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'loadMore'
> & { items: unknown[] };

/** Loads up to `PRINT_MAX` items before Ctrl+P prints, because a page that prints loads nothing. */
export function usePrintShortcut({
  items,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  loadMore,
}: PagedList): void {
  const [isRequested, setRequested] = useState(false);
  const isPart = hasNextPage && !isFetchNextPageError && items.length < PRINT_MAX;
  const load = useEffectEvent(loadMore);
  useEffect(() => {
    if (!isPart) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (getPressedKey(event) !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setRequested(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isPart]);
  useEffect(() => {
    if (!isRequested || isFetchingNextPage) return;
    if (isPart) load();
    // Within an effect React would not render what printing needs.
    else
      queueMicrotask(() => {
        setRequested(false);
        window.print();
      });
  }, [isRequested, isPart, isFetchingNextPage, items.length]);
}

/** Says on paper that a list goes on, and how to print more of it. */
export function PrintedPart({ list: { items, total } }: { list: { items: unknown[]; total: number } }) {
  const t = useText();
  const count = items.length;
  if (count >= total) return null;
  return (
    <p className="on-paper">{t(count < PRINT_MAX ? 'print.part' : 'print.most', { count, total, max: PRINT_MAX })}</p>
  );
}
