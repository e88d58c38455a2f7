import { RefreshCw } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './PullToRefresh.module.css';

/** Pixels of pull that trigger a refresh (requirement C-GALLERY-26). */
const THRESHOLD_PX = 100;
/** Pixels that the sign moves per pixel of the finger. */
const SIGN_SPEED = 0.5;

interface Props {
  scroller: HTMLElement | null;
  onRefresh: () => Promise<void>;
}

/** On touch devices, pulling at the top of the page refreshes (requirement C-GALLERY-25); the sign follows the finger. */
export function PullToRefresh({ scroller, onRefresh }: Props) {
  const t = useText();
  const { progress, isRefreshing } = usePull(scroller, onRefresh);
  if (progress === 0 && !isRefreshing) return null;
  const offset = (isRefreshing ? 1 : progress) * THRESHOLD_PX * SIGN_SPEED;
  const label = isRefreshing ? 'gallery.refreshing' : progress === 1 ? 'gallery.refresh-go' : 'gallery.refresh';
  return (
    <div
      className={styles.sign}
      role="status"
      style={{ '--offset': `${offset}px`, '--turn': `${progress}turn` } as CSSProperties}
    >
      <span className={classNames(styles.icon, isRefreshing && styles.turning)}>
        <Icon icon={RefreshCw} size={18} />
      </span>
      <span className="visuallyHidden">{t(label)}</span>
    </div>
  );
}

/** `progress` goes from 0 to 1, where letting go refreshes. */
function usePull(scroller: HTMLElement | null, onRefresh: () => Promise<void>) {
  const [distance, setDistance] = useState(0);
  const [isRefreshing, setRefreshing] = useState(false);
  const startY = useRef<number>(undefined);
  const latestDistance = useRef(0);
  useEffect(() => {
    if (!scroller) return;
    const setPull = (px: number) => {
      latestDistance.current = px;
      setDistance(px);
    };
    const onTouchStart = ({ touches }: TouchEvent) => {
      startY.current = scroller.scrollTop <= 0 && touches.length === 1 ? touches[0]?.clientY : undefined;
    };
    const onTouchMove = ({ touches }: TouchEvent) => {
      if (startY.current === undefined) return;
      setPull(scroller.scrollTop > 0 ? 0 : Math.max(0, (touches[0]?.clientY ?? 0) - startY.current));
    };
    const onTouchEnd = () => {
      const isEnough = startY.current !== undefined && latestDistance.current >= THRESHOLD_PX;
      startY.current = undefined;
      setPull(0);
      if (!isEnough) return;
      setRefreshing(true);
      void onRefresh().finally(() => setRefreshing(false));
    };
    const listeners = new AbortController();
    const options = { passive: true, signal: listeners.signal };
    scroller.addEventListener('touchstart', onTouchStart, options);
    scroller.addEventListener('touchmove', onTouchMove, options);
    scroller.addEventListener('touchend', onTouchEnd, options);
    scroller.addEventListener('touchcancel', onTouchEnd, options);
    return () => listeners.abort();
  }, [scroller, onRefresh]);
  return { progress: Math.min(1, distance / THRESHOLD_PX), isRefreshing };
}
