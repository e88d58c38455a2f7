import { type CSSProperties, type ReactNode, useCallback, useEffect, useState } from 'react';
import styles from './CoverArt.module.css';
import { classNames } from './classNames.ts';

interface Props {
  /** Null, or an address that fails to load, shows the placeholder. */
  src: string | null;
  /** Empty when a title stands beside the picture. */
  alt?: string;
  /** #rrggbb shown until the picture is loaded. */
  color?: string;
  /** Pixels of the picture file, which is square. */
  pixels?: number;
  /** Loads at once: the picture is in the first viewport. */
  eager?: boolean;
  /** Controls over the picture. */
  children?: ReactNode;
  className?: string;
}

/** The cover of a release, square. */
export function CoverArt({ src, alt = '', color, pixels = 500, eager, children, className }: Props) {
  const { picture, onError } = useRetries(src);
  const ref = useCancelOnUnmount(picture);
  return (
    <div
      className={classNames(styles.cover, className)}
      style={color ? ({ '--cover': color } as CSSProperties) : undefined}
    >
      {picture === null ? (
        <span className={styles.placeholder} role={alt ? 'img' : undefined} aria-label={alt || undefined} />
      ) : (
        <img
          ref={ref}
          className={styles.picture}
          src={picture}
          alt={alt}
          width={pixels}
          height={pixels}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          draggable={false}
          onError={onError}
        />
      )}
      {children}
    </div>
  );
}

/** Pauses before a picture is asked for again: the server was busy or out of reach. */
const RETRY_PAUSES_MS = [2_000, 10_000];

/** The address of a picture, null while it failed; `onError` is called when it has failed. */
function useRetries(src: string | null) {
  const [failure, setFailure] = useState({ src, times: 0, isShown: false });
  const { times, isShown } = failure.src === src ? failure : { times: 0, isShown: false };
  useEffect(() => {
    const pause = RETRY_PAUSES_MS[times - 1];
    if (!isShown || pause === undefined) return;
    const timer = setTimeout(() => setFailure({ src, times, isShown: false }), pause);
    return () => clearTimeout(timer);
  }, [src, times, isShown]);
  return { picture: isShown ? null : src, onError: () => setFailure({ src, times: times + 1, isShown: true }) };
}

/** Cancels the request of a removed picture. Browsers would go on loading it and delay the visible ones. */
function useCancelOnUnmount(src: string | null) {
  return useCallback(
    (picture: HTMLImageElement) => {
      // A suspended screen is shown again: the picture has lost its address.
      if (src !== null && !picture.hasAttribute('src')) picture.src = src;
      return () => {
        // Only before it leaves the document: removing it later makes Chromium leak the row.
        if (!picture.complete) picture.removeAttribute('src');
      };
    },
    [src],
  );
}
