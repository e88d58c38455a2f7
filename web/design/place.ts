import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where something stands in what scrolls, in pixels. */
export interface Place {
  /** From the top of what scrolls. */
  margin: number;
  width: number;
}

/** The place of the element behind `ref`, measured again when it or what surrounds it changes its size. */
export function usePlace(ref: RefObject<HTMLElement | null>, scroller: HTMLElement | null): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !scroller) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      const next = { margin: Math.round(top + scroller.scrollTop), width: element.clientWidth };
      setPlace((now) => (now?.margin === next.margin && now.width === next.width ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // What stands above it may grow or go: then the page around both changes its height.
    for (let around: HTMLElement | null = element; around && around !== scroller; around = around.parentElement)
      observer.observe(around);
    return () => observer.disconnect();
  }, [ref, scroller]);
  return place;
}
