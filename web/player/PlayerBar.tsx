import { Info, Pause, Play, Repeat, SkipBack, SkipForward } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { ExplicitMark } from './ExplicitMark.tsx';
import { Marquee } from './Marquee.tsx';
import styles from './PlayerBar.module.css';
import { playPause, skipBack, skipForward } from './playback.ts';
import { toggleAutoPlay } from './player.ts';
import { usePlayer } from './playerStore.ts';
import type { Song } from './queue.ts';
import { SeekBar } from './SeekBar.tsx';
import { useSpaceBar } from './spaceBar.ts';
import { Volume } from './Volume.tsx';

/** The dock at the bottom: what is on, and the controls for it. It takes a tint from the cover. */
export function PlayerBar() {
  const t = useText();
  const song = usePlayer((player) => player.song);
  useSpaceBar();
  return (
    <section
      className={classNames(styles.dock, song !== null && styles.tinted)}
      style={song ? ({ '--tint': song.color } as CSSProperties) : undefined}
      aria-label={t('player.region')}
    >
      <NowPlaying song={song} />
      <Transport />
      <SeekBar />
      <div className={styles.extras}>
        <ReleaseLink song={song} />
        <AutoPlay />
        <Volume />
      </div>
    </section>
  );
}

function NowPlaying({ song }: { song: Song | null }) {
  const t = useText();
  if (!song) {
    return (
      <div className={styles.now}>
        <Sleeve src={null} className={styles.cover} />
        <p className={styles.empty}>{t('player.empty')}</p>
      </div>
    );
  }
  return (
    <div className={styles.now}>
      <Sleeve key={song.coverart} src={song.coverart} color={song.color} className={styles.cover} />
      <div className={styles.words}>
        <p className={styles.title}>
          <Marquee text={song.version ? `${song.title} (${song.version})` : song.title} />
          {song.explicit && <ExplicitMark />}
        </p>
        <p className={styles.artist}>
          <bdi>{song.artist}</bdi>
        </p>
      </div>
    </div>
  );
}

function Transport() {
  const t = useText();
  const hasSong = usePlayer((player) => player.song !== null);
  const isPlaying = usePlayer((player) => player.isPlaying);
  const isLoading = usePlayer((player) => player.isLoading);
  return (
    <div className={styles.transport}>
      <IconButton
        icon={SkipBack}
        filled
        label={t('player.previous')}
        disabled={!hasSong}
        onClick={skipBack}
        className={styles.previous}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        filled
        iconSize={22}
        size="large"
        look="solid"
        label={isPlaying ? t('player.pause') : t('player.play')}
        disabled={!hasSong}
        onClick={playPause}
        aria-busy={isLoading || undefined}
        className={classNames(isLoading && styles.loading)}
      />
      <IconButton icon={SkipForward} filled label={t('player.next')} disabled={!hasSong} onClick={skipForward} />
    </div>
  );
}

function ReleaseLink({ song }: { song: Song | null }) {
  const t = useText();
  if (!song) return <IconButton icon={Info} label={t('player.info')} disabled />;
  return (
    <Link
      to={releasePath(song.releaseid)}
      className={styles.info}
      aria-label={t('player.info')}
      title={t('player.info')}
    >
      <Icon of={Info} />
    </Link>
  );
}

function AutoPlay() {
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
      className={styles.autoPlay}
    />
  );
}
