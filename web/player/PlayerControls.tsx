import { InfinityIcon, Info, ListMusic, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router';
import { ExplicitMark } from '../catalogue/Marks.tsx';
import { Marquee } from '../catalogue/Marquee.tsx';
import { Button } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { IconButton, IconLink } from '../design/IconButton.tsx';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './PlayerControls.module.css';
import { setQueueOpen, usePanels } from './panelStore.ts';
import { playPause, skipBack, skipForward } from './playback.ts';
import { toggleAutoPlay } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue/queue.ts';
import { useQueue } from './queue/queueStore.ts';
import { UnplayableNote } from './UnplayableNote.tsx';

export function PlayPause() {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  const hasQueue = useQueue(({ items }) => items.length > 0);
  const isPlaying = usePlayer((player) => player.isPlaying);
  const isLoading = usePlayer((player) => player.isLoading);
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      filled
      iconSize={22}
      size="large"
      variant="solid"
      label={t('player.play')}
      pressed={isPlaying}
      title={t(isPlaying ? 'player.pause' : 'player.play')}
      disabled={!hasSong && !hasQueue}
      onClick={playPause}
      aria-busy={isLoading || undefined}
      className={classNames(isLoading && styles.loading)}
    />
  );
}

export function SkipButton({ to }: { to: 'previous' | 'next' }) {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  const [icon, skip] = to === 'next' ? [SkipForward, skipForward] : [SkipBack, skipBack];
  return <IconButton icon={icon} filled label={t(`player.${to}`)} disabled={!hasSong} onClick={skip} />;
}

export function ReleaseLink({ song, onFollow }: { song: Song | null; onFollow?: () => void }) {
  const t = useText();
  const path = song ? releasePath(song.releaseid) : '';
  const href = useHref(path);
  const navigate = useLinkClickHandler<HTMLAnchorElement>(path);
  if (!song) return <IconButton icon={Info} label={t('player.info')} disabled />;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onFollow?.();
    navigate(event);
  };
  return <IconLink icon={Info} label={t('player.info')} href={href} onClick={follow} />;
}

/** The word beside the icon shows where there is room. */
export function AutoPlay({ className }: { className?: string | undefined }) {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  const autoPlay = usePlayer((player) => player.autoPlay);
  return (
    <Button
      variant="plain"
      size="small"
      icon={InfinityIcon}
      title={t('player.auto-play-hint')}
      className={classNames(styles.autoPlay, className)}
      aria-label={t('player.auto-play')}
      aria-pressed={autoPlay}
      disabled={!hasSong}
      onClick={() => usePlayer.setState(toggleAutoPlay)}
    >
      <span>{t('player.auto-play')}</span>
    </Button>
  );
}

export function QueueToggle({ onPress }: { onPress?: () => void }) {
  const t = useText();
  const isOpen = usePanels((panels) => panels.isQueueOpen);
  const press = () => {
    onPress?.();
    setQueueOpen(!isOpen);
  };
  return <IconButton icon={ListMusic} label={t('player.queue')} pressed={isOpen} onClick={press} />;
}

interface TitleProps {
  song: Song;
  className?: string;
  /** The credit of the song. */
  children: ReactNode;
}

export function TrackTitle({ song, className, children }: TitleProps) {
  return (
    <span className={classNames(styles.words, className)}>
      <span className={styles.title}>
        <Marquee title={song.title} version={song.version} />
        {song.explicit && <ExplicitMark />}
      </span>
      <UnplayableNote trackid={song.trackid}>
        <span className={classNames('ellipsis', styles.artist)}>{children}</span>
      </UnplayableNote>
    </span>
  );
}
