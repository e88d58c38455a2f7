import type { Release, Track } from '@promenade/contract/catalogue';
import { Pause, Play, Video } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { useListen } from '../player/listen.ts';
import { playPause } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import { HeardMark } from '../releases/HeardMark.tsx';
import { TrackFlagButton } from '../releases/TrackFlagButton.tsx';
import { playingTime } from '../releases/time.ts';
import { trackName } from '../releases/trackName.ts';
import styles from './TrackRow.module.css';
import { TrackTools } from './TrackTools.tsx';

const VideoDialog = lazy(async () => ({ default: (await import('../player/VideoDialog.tsx')).VideoDialog }));

interface Props {
  release: Release;
  track: Track;
  /** From 1. */
  number: number;
  /** At the end of the row. */
  actions?: ReactNode;
  /** Below the row. */
  children?: ReactNode;
}

/** One track with what was heard of it and its flag: the whole row is its play button, which shows where the number stands. */
export function TrackRow({ release, track, number, actions, children }: Props) {
  const isOn = usePlayer(({ song }) => song?.trackid === track.trackid);
  return (
    <li>
      <div className={classNames(styles.row, isOn && styles.on)}>
        <span className={styles.number} aria-hidden>
          {track.assettype === 'audio' && number}
        </span>
        <PlayTrack release={release} track={track} isOn={isOn} />
        <div className={styles.words}>
          <p className={styles.title}>
            <span className={styles.name}>
              <bdi>{track.title}</bdi>
              {track.version && <span className={styles.version}>{` (${track.version})`}</span>}
            </span>
            {track.explicit && <ExplicitMark />}
          </p>
          {track.artist !== release.artist && (
            <p className={styles.artist}>
              <bdi>{track.artist}</bdi>
            </p>
          )}
        </div>
        {track.assettype === 'audio' && <HeardMark heard={track.heard} />}
        <span className={styles.time}>{playingTime(track.duration)}</span>
        <div className={styles.actions}>
          <TrackFlagButton release={release} track={track} />
          <TrackTools track={track} />
          {actions}
        </div>
      </div>
      {children}
    </li>
  );
}

function PlayTrack({ release, track, isOn }: Pick<Props, 'release' | 'track'> & { isOn: boolean }) {
  const t = useText();
  const { playTrack } = useListen();
  const isPlaying = usePlayer((player) => player.isPlaying) && isOn;
  if (track.assettype === 'video') return <PlayVideo track={track} />;
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={t(isPlaying ? 'track.pause' : 'track.play', { title: trackName(track) })}
      disabled={track.duration === 0}
      onClick={() => (isOn ? playPause() : playTrack(release, track))}
    >
      <Icon of={isPlaying ? Pause : Play} size={16} filled />
    </button>
  );
}

function PlayVideo({ track }: Pick<Props, 'track'>) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.video}
        aria-label={t('video.play', { title: trackName(track) })}
        title={t('release.video')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon of={Video} size={16} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <VideoDialog track={track} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
