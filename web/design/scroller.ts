import { createContext, type RefObject, useContext, useLayoutEffect, useState } from 'react';

/** The element that scrolls the content of the page; null before it is mounted. */
export const ScrollerContext = createContext<HTMLElement | null>(null);

export const useScroller = (): HTMLElement | null => useContext(ScrollerContext);

/** Pixels. `offsetTop` is measured from the top of the scrolled content. */
export interface ElementLayout {
  offsetTop: number;
  width: number;
}

/** Measures an element inside the scroller, again whenever it or an ancestor changes its size. */
export function useElementLayout(
  ref: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
): ElementLayout | undefined {
  const [layout, setLayout] = useState<ElementLayout>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !scroller) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      const next = { offsetTop: Math.round(top + scroller.scrollTop), width: element.clientWidth };
      setLayout((now) => (now?.offsetTop === next.offsetTop && now.width === next.width ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // Content above the element moves it and changes the height of an ancestor.
    for (let node: HTMLElement | null = element; node && node !== scroller; node = node.parentElement)
      observer.observe(node);
    return () => observer.disconnect();
  }, [ref, scroller]);
  return layout;
}
