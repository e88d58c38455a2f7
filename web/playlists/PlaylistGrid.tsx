import { MOBILE_BELOW_PX, PLAYLIST_CARD_PX, PLAYLIST_COLUMNS_MAX } from '@promenade/contract/limits';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { PrintedPart, usePrintShortcut } from '../catalogue/PrintedPart.tsx';
import { useElementLayout, useScroller } from '../design/scroller.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import type { usePlaylists } from './data.ts';
import { PlaylistCard, PlaylistCardSkeleton } from './PlaylistCard.tsx';
import { PlaylistError } from './PlaylistError.tsx';
import styles from './PlaylistGrid.module.css';

/** The next page loads when the end of the grid is this near to the viewport. */
const LOAD_AHEAD = '800px';

/** The playlists as cards with infinite scrolling. */
export function PlaylistGrid({ list }: { list: ReturnType<typeof usePlaylists> }) {
  const grid = useRef<HTMLUListElement>(null);
  const scroller = useScroller();
  const layout = useElementLayout(grid, scroller);
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const isTablet = useBrowserState((browser) => browser.isIpadView) && !isMobile;
  const [selected, setSelected] = useState<string>();
  const { items, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const end = useIntersection(scroller, list.loadMore);
  usePrintShortcut(list);
  return (
    <>
      <PrintedPart list={list} />
      <ul
        ref={grid}
        className={styles.grid}
        style={{ '--columns': countColumns(layout?.width ?? 0) } as CSSProperties}
        aria-busy={list.isPlaceholderData || isFetchingNextPage}
      >
        {items.map((playlist) => (
          <li key={playlist.playlistid}>
            <PlaylistCard
              playlist={playlist}
              isSelected={isTablet && selected === playlist.playlistid}
              onSelect={isTablet ? () => setSelected(playlist.playlistid) : undefined}
            />
          </li>
        ))}
        {isFetchingNextPage && (
          <li>
            <PlaylistCardSkeleton />
          </li>
        )}
      </ul>
      {isFetchNextPageError && <PlaylistError onRetry={() => void list.fetchNextPage()} />}
      {/* The key makes the observer start again after each page. */}
      {hasNextPage && <div key={items.length} ref={end} />}
    </>
  );
}

export function PlaylistGridSkeleton() {
  const t = useText();
  return (
    <div
      className={styles.skeletons}
      role="status"
      aria-label={t('common.loading')}
      style={{ '--card': `${PLAYLIST_CARD_PX}px` } as CSSProperties}
    >
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <PlaylistCardSkeleton key={card} />
      ))}
    </div>
  );
}

/** Columns for a width in pixels, at least one (requirements C-PLAYLIST-04, C-PLAYLIST-05). */
export const countColumns = (width: number): number =>
  Math.max(1, Math.min(Math.floor(width / PLAYLIST_CARD_PX), PLAYLIST_COLUMNS_MAX));

/** A ref callback; calls `onIntersect` when its element comes near the viewport. */
function useIntersection(scroller: HTMLElement | null, onIntersect: () => void) {
  const latest = useRef(onIntersect);
  useEffect(() => {
    latest.current = onIntersect;
  });
  const [ref] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: scroller,
      rootMargin: LOAD_AHEAD,
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return ref;
}
