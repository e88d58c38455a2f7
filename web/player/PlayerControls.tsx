import { Info, ListMusic, Pause, Play, Repeat, SkipBack, SkipForward } from 'lucide-react';
import { Link } from 'react-router';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import styles from './PlayerControls.module.css';
import { playPause, skipBack, skipForward } from './playback.ts';
import { toggleAutoPlay } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';
import { setQueueOpen, usePanels } from './panelStore.ts';

export function PlayPause() {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  const isPlaying = usePlayer((player) => player.isPlaying);
  const isLoading = usePlayer((player) => player.isLoading);
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      filled
      iconSize={22}
      size="large"
      variant="solid"
      label={isPlaying ? t('player.pause') : t('player.play')}
      disabled={!hasSong}
      onClick={playPause}
      aria-busy={isLoading || undefined}
      className={classNames(isLoading && styles.loading)}
    />
  );
}

export function SkipBackButton() {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  return <IconButton icon={SkipBack} filled label={t('player.previous')} disabled={!hasSong} onClick={skipBack} />;
}

export function SkipForwardButton() {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  return <IconButton icon={SkipForward} filled label={t('player.next')} disabled={!hasSong} onClick={skipForward} />;
}

/** Links to the current release. With `onLeave` the link replaces the browser history entry of the full-screen player. */
export function ReleaseLink({ song, onLeave }: { song: Song | null; onLeave?: () => void }) {
  const t = useText();
  if (!song) return <IconButton icon={Info} label={t('player.info')} disabled />;
  return (
    <Link
      to={releasePath(song.releaseid)}
      replace={onLeave !== undefined}
      onClick={onLeave}
      className={styles.info}
      aria-label={t('player.info')}
      title={t('player.info')}
    >
      <Icon icon={Info} />
    </Link>
  );
}

export function AutoPlay() {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  const autoPlay = usePlayer((player) => player.autoPlay);
  return (
    <IconButton
      icon={Repeat}
      label={t('player.auto-play')}
      pressed={autoPlay}
      disabled={!hasSong}
      onClick={() => usePlayer.setState(toggleAutoPlay)}
    />
  );
}

/** Opens and closes the queue; `onPress` runs first. */
export function QueueToggle({ onPress }: { onPress?: () => void }) {
  const t = useText();
  const isOpen = usePanels((panels) => panels.isQueueOpen);
  const press = () => {
    onPress?.();
    setQueueOpen(!isOpen);
  };
  return <IconButton icon={ListMusic} label={t('player.queue')} pressed={isOpen} onClick={press} />;
}
