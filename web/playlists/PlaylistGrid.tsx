import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { usePlace } from '../design/place.ts';
import { useScroller } from '../design/scroller.ts';
import { useIsMobile } from '../platform/mobile.ts';
import { useGlobal } from '../platform/online.ts';
import { playlistColumns } from './columns.ts';
import type { usePlaylists } from './data.ts';
import { FailedPlaylists } from './FailedPlaylists.tsx';
import { PlaylistCard } from './PlaylistCard.tsx';
import styles from './PlaylistGrid.module.css';
import { CardSkeleton } from './PlaylistSkeletons.tsx';

/** The next page is asked for before its place is in sight, so many pixels below. */
const AHEAD = '800px';

/** The playlists as cards, and more as one scrolls. */
export function PlaylistGrid({ list }: { list: ReturnType<typeof usePlaylists> }) {
  const grid = useRef<HTMLUListElement>(null);
  const scroller = useScroller();
  const place = usePlace(grid, scroller);
  const isMobile = useIsMobile();
  const isTablet = useGlobal((browser) => browser.isIpadView) && !isMobile;
  const [selected, setSelected] = useState<string>();
  const { items, isFetchingNextPage, isFetchNextPageError, hasNextPage } = list;
  const end = useSight(scroller, list.loadMore);
  return (
    <>
      <ul
        ref={grid}
        className={styles.grid}
        style={{ '--columns': playlistColumns(place?.width ?? 0) } as CSSProperties}
        aria-busy={list.isHeld || isFetchingNextPage}
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
            <CardSkeleton />
          </li>
        )}
      </ul>
      {isFetchNextPageError && <FailedPlaylists onRetry={() => void list.fetchNextPage()} />}
      {/* Each page that came puts it further down, and it is looked at anew. */}
      {hasNextPage && <div key={items.length} ref={end} />}
    </>
  );
}

/** Calls `onSight` when the element comes near the window. */
function useSight(scroller: HTMLElement | null, onSight: () => void) {
  const latest = useRef(onSight);
  useEffect(() => {
    latest.current = onSight;
  });
  const [watch] = useState(() => (element: HTMLElement | null) => {
    if (!element) return;
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: scroller,
      rootMargin: AHEAD,
    });
    seen.observe(element);
    return () => seen.disconnect();
  });
  return watch;
}
