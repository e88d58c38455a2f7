import { type RefObject, useEffect, useRef } from 'react';

/** In a group whose fields come and go, the focus goes to the field that came, or to the last button when one went. */
export function useFocusFollows(count: number): RefObject<HTMLDivElement | null> {
  const group = useRef<HTMLDivElement>(null);
  const shown = useRef(count);
  useEffect(() => {
    const before = shown.current;
    shown.current = count;
    if (count === before) return;
    const found = group.current?.querySelectorAll<HTMLElement>(count > before ? 'input, select' : 'button');
    found?.item(found.length - 1).focus();
  }, [count]);
  return group;
}
