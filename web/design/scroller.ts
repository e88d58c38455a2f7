import { createContext, useContext } from 'react';

/** The element that scrolls the page's content; null until it is there. */
export const ScrollerContext = createContext<HTMLElement | null>(null);

/** Where a long list listens for scrolling. */
export const useScroller = (): HTMLElement | null => useContext(ScrollerContext);
