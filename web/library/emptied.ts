import { type RefObject, useEffect, useRef } from 'react';

/** For what holds a list: it takes the focus when that stood on the last row, or on the button that emptied the list. */
export function useEmptied(isEmpty: boolean): RefObject<HTMLDivElement | null> {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (isEmpty) return undefined;
    return () => {
      if (document.activeElement?.matches('body, :disabled')) element?.focus();
    };
  }, [isEmpty]);
  return holder;
}
