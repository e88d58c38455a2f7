import { type CSSProperties, type ReactNode, useCallback, useState } from 'react';
import { classNames } from './classNames.ts';
import styles from './Sleeve.module.css';

interface Props {
  /** Address of the picture; null, or one that cannot be loaded, shows a blank sleeve. */
  src: string | null;
  /** What a reader hears; empty when a title stands beside it. */
  alt?: string;
  /** #rrggbb that stands in until the picture is here. */
  color?: string;
  /** Pixels of the picture file, for its place on the page. */
  pixels?: number;
  /** First on the screen: fetched at once. */
  eager?: boolean;
  /** Over the picture: its controls. */
  children?: ReactNode;
  className?: string;
}

/** A record sleeve: the cover, square. */
export function Sleeve({ src, alt = '', color, pixels = 500, eager, children, className }: Props) {
  const [missing, setMissing] = useState<string>();
  const picture = src === missing ? null : src;
  const givenUpWhenGone = useGivenUpWhenGone(picture);
  return (
    <div
      className={classNames(styles.sleeve, className)}
      style={color ? ({ '--cover': color } as CSSProperties) : undefined}
    >
      {picture === null ? (
        <span className={styles.blank} role={alt ? 'img' : undefined} aria-label={alt || undefined} />
      ) : (
        <img
          ref={givenUpWhenGone}
          className={styles.picture}
          src={picture}
          alt={alt}
          width={pixels}
          height={pixels}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          draggable={false}
          onError={() => setMissing(picture)}
        />
      )}
      {children}
    </div>
  );
}

/** Browsers go on fetching what has left the page, and what is in view waits behind it: thousands, after a jump. */
function useGivenUpWhenGone(src: string | null) {
  return useCallback(
    (picture: HTMLImageElement) => {
      // Its screen was hidden while it waited for something, and is here again.
      if (src !== null && !picture.hasAttribute('src')) picture.src = src;
      return () => {
        // While it is still on the page: Chromium keeps for ever what loses its address later, and the row around it.
        if (!picture.complete) picture.removeAttribute('src');
      };
    },
    [src],
  );
}
