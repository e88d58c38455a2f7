import type { Track } from '@promenade/contract/catalogue';
import { Pause, Play } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { formatTrackTitle, getSmallCover } from '../catalogue/format.ts';
import { CoverArt } from '../design/CoverArt.tsx';
import { classNames, nameWithTooltip } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './PlayCover.module.css';
import { playPause } from './playback.ts';
import { usePlayer } from './playerStore.ts';

interface CoverProps {
  src: string | null;
  color?: string | undefined;
  children?: ReactNode;
}

export function SmallCover({ src, ...rest }: CoverProps) {
  return <CoverArt src={src && getSmallCover(src)} pixels={160} className={styles.cover} {...rest} />;
}

interface Props extends Omit<CoverProps, 'children'>, Omit<ComponentProps<'button'>, 'color' | 'title'> {
  title: string;
  isPlaying: boolean;
}

export function PlayCover({ title, src, color, isPlaying, ...rest }: Props) {
  const t = useText();
  return (
    <SmallCover src={src} color={color}>
      <button
        {...rest}
        type="button"
        className={classNames(styles.play, isPlaying && styles.on)}
        {...nameWithTooltip(t('release.play', { title }), t(isPlaying ? 'release.pause' : 'release.play', { title }))}
        aria-pressed={isPlaying}
      >
        <Icon icon={isPlaying ? Pause : Play} size={18} filled />
      </button>
    </SmallCover>
  );
}

interface TrackProps {
  track: Track & { color?: string };
  tabIndex: number;
  onPlay: () => void;
}

export function TrackCover({ track, tabIndex, onPlay }: TrackProps) {
  const isCurrent = usePlayer(({ song }) => song?.trackid === track.trackid);
  const isPlaying = usePlayer((player) => player.isPlaying) && isCurrent;
  return (
    <PlayCover
      title={formatTrackTitle(track)}
      src={track.coverart}
      color={track.color}
      isPlaying={isPlaying}
      disabled={track.duration === 0 || track.assettype === 'video'}
      tabIndex={tabIndex}
      onClick={isCurrent ? playPause : onPlay}
    />
  );
}
