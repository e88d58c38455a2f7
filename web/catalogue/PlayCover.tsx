import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { smallCover } from '../platform/smallCover.ts';
import { useText } from '../platform/text.ts';
import type { Dwell } from './dwell.ts';
import styles from './PlayCover.module.css';

interface Props {
  title: string;
  src: string | null;
  color?: string;
  isPlaying: boolean;
  isStarting?: boolean;
  /** There is nothing to hear. */
  isSilent: boolean;
  tabIndex: number;
  onPress: () => void;
  /** Pointer or focus is there: what a press needs may be fetched. */
  near?: Dwell;
}

/** The small cover of a row, which is its play button. */
export function PlayCover(props: Props) {
  const t = useText();
  const { title, src, color, isPlaying, isStarting, isSilent, tabIndex, onPress, near } = props;
  return (
    <SmallCover src={src} {...(color === undefined ? {} : { color })}>
      <button
        type="button"
        className={classNames(styles.play, isPlaying && styles.on)}
        aria-label={t(isPlaying ? 'release.pause' : 'release.play', { title })}
        title={t(isPlaying ? 'release.pause' : 'release.play', { title })}
        aria-busy={isStarting || undefined}
        disabled={isSilent}
        tabIndex={tabIndex}
        onClick={onPress}
        {...near}
      >
        <Icon of={isPlaying ? Pause : Play} size={18} filled />
      </button>
    </SmallCover>
  );
}

/** A cover in the size of a row. */
export function SmallCover({ src, color, children }: { src: string | null; color?: string; children?: ReactNode }) {
  return (
    <Sleeve
      src={src && smallCover(src)}
      pixels={160}
      className={styles.cover}
      {...(color === undefined ? {} : { color })}
    >
      {children}
    </Sleeve>
  );
}
