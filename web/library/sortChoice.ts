import { ReleaseSort } from '@promenade/contract/catalogue';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** How a list is sorted, and what a header does about it. */
export interface SortChoice {
  /** Undefined while nothing was chosen: the newest come first. */
  sort: ReleaseSort | undefined;
  onSort: (chosen: ReleaseSort) => void;
}

/** The sort in the address: choosing a column sets it, choosing the one that sorts already clears it (C-FLAG-12, C-ARCHIVE-05). */
export function useSortChoice(): SortChoice {
  const [address, setAddress] = useSearchParams();
  const kept = ReleaseSort.safeParse(address.get('sort'));
  const sort = kept.success ? kept.data : undefined;
  const onSort = useCallback(
    (chosen: ReleaseSort) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          if (sort && columnOf(sort) === columnOf(chosen)) next.delete('sort');
          else next.set('sort', chosen);
          return next;
        },
        { replace: true },
      ),
    [sort, setAddress],
  );
  return { sort, onSort };
}

const columnOf = (sort: ReleaseSort): string => sort.replace('-', '');
