import type { Track } from '@promenade/contract/catalogue';
import { Pause, Play } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { useText } from '../platform/text.ts';
import { smallCover } from '../releases/smallCover.ts';
import { trackName } from '../releases/trackName.ts';
import styles from './PlayCover.module.css';
import { playPause } from './playback.ts';
import { usePlayer } from './playerStore.ts';

interface CoverProps {
  src: string | null;
  color?: string | undefined;
  children?: ReactNode;
}

/** A cover in the size of a row. */
export function SmallCover({ src, ...rest }: CoverProps) {
  return <Sleeve src={src && smallCover(src)} pixels={160} className={styles.cover} {...rest} />;
}

interface Props extends Omit<CoverProps, 'children'>, Omit<ComponentProps<'button'>, 'color' | 'title'> {
  title: string;
  isPlaying: boolean;
}

/** The small cover of a row, which is its play button. */
export function PlayCover({ title, src, color, isPlaying, ...rest }: Props) {
  const t = useText();
  const label = t(isPlaying ? 'release.pause' : 'release.play', { title });
  return (
    <SmallCover src={src} color={color}>
      <button
        {...rest}
        type="button"
        className={classNames(styles.play, isPlaying && styles.on)}
        aria-label={label}
        title={label}
      >
        <Icon of={isPlaying ? Pause : Play} size={18} filled />
      </button>
    </SmallCover>
  );
}

interface TrackProps {
  track: Track & { color?: string };
  tabIndex: number;
  onPlay: () => void;
}

/** The same for a track: what is on is paused. */
export function TrackCover({ track, tabIndex, onPlay }: TrackProps) {
  const isOn = usePlayer(({ song }) => song?.trackid === track.trackid);
  const isPlaying = usePlayer((player) => player.isPlaying) && isOn;
  return (
    <PlayCover
      title={trackName(track)}
      src={track.coverart}
      color={track.color}
      isPlaying={isPlaying}
      disabled={track.duration === 0 || track.assettype === 'video'}
      tabIndex={tabIndex}
      onClick={isOn ? playPause : onPlay}
    />
  );
}
