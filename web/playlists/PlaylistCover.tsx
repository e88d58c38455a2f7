import { CAROUSEL_MS } from '@promenade/contract/limits';
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { Sleeve } from '../design/Sleeve.tsx';
import styles from './PlaylistCover.module.css';

interface Props {
  thumbnails: readonly string[];
  /** One after the other, from the first (C-PLAYLIST-01). */
  isTurning: boolean;
  children?: ReactNode;
}

/** The covers of a playlist at one place: the first, or all in turn. */
export function PlaylistCover({ thumbnails, isTurning, children }: Props) {
  const shown = useTurn(thumbnails.length, isTurning);
  return (
    <Sleeve src={thumbnails[0] ?? null}>
      {isTurning &&
        thumbnails
          .slice(1)
          .map((src, at) => (
            <img key={src} src={src} alt="" className={classNames(styles.layer, at + 1 === shown && styles.shown)} />
          ))}
      {children}
    </Sleeve>
  );
}

/** Which of so many is shown; the first while nothing turns, and always for those who want no motion. */
function useTurn(count: number, isTurning: boolean): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (!isTurning || count < 2 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setShown((now) => (now + 1) % count), CAROUSEL_MS);
    return () => {
      clearInterval(timer);
      setShown(0);
    };
  }, [count, isTurning]);
  return shown;
}
