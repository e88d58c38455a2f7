import type { Release } from '@promenade/contract/catalogue';
import { useEffect, useRef } from 'react';

/**
 * Fetches the covers of the releases from `from` to before `to`, which are drawn next: a row that comes with its covers is
 * painted once, one that they come into is painted again for each. See docs/decisions/0021-covers-come-before-their-row.md.
 */
export function useCoversAhead(releases: Release[], from: number, to: number): void {
  // The next ones, and those before: these are drawn by now, and their cards have taken over what is still on its way.
  const held = useRef<HTMLImageElement[][]>([]);
  useEffect(() => {
    const [before = [], next = []] = held.current;
    giveUp(before);
    held.current = [next, releases.slice(from, to).flatMap(({ thumbnail }) => (thumbnail ? fetched(thumbnail) : []))];
  }, [releases, from, to]);
  useEffect(() => () => held.current.forEach(giveUp), []);
}

function fetched(address: string): HTMLImageElement {
  const picture = new Image();
  picture.decoding = 'async';
  picture.src = address;
  return picture;
}

/** An empty address, not none: Chromium keeps for ever what is on no page and loses its address. */
function giveUp(pictures: HTMLImageElement[]): void {
  for (const picture of pictures) if (!picture.complete) picture.src = '';
}
