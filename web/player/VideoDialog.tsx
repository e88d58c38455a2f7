import type { Track } from '@promenade/contract/catalogue';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatExplicitTitle } from '../catalogue/format.ts';
import { classNames } from '../design/classNames.ts';
import { Dialog } from '../design/Dialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { onServerEvent } from '../platform/events.ts';
import { logError } from '../platform/logError.ts';
import { useText } from '../platform/text.ts';
import { announceSound, onOtherSound } from './oneSound.ts';
import { setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import styles from './VideoDialog.module.css';
import { useVideoAddress } from './videoData.ts';

type VideoTrack = Pick<Track, 'trackid' | 'releaseid' | 'title' | 'artist' | 'explicit' | 'mediaURL'>;

interface Props {
  track: VideoTrack;
  onClose: () => void;
}

export function VideoDialog({ track, onClose }: Props) {
  const t = useText();
  return (
    <Dialog label={t('video.name', { title: formatExplicitTitle(track) })} onClose={onClose}>
      <Content track={track} onClose={onClose} />
    </Dialog>
  );
}

/** The video has the volume of the player. Player and video pause each other. */
function Content({ track, onClose }: Props) {
  const t = useText();
  const { address, error, renew } = useVideoAddress(track);
  const [hasFailed, setFailed] = useState(false);
  const hasRetried = useRef(false);
  const resumeSeconds = useRef(0);
  const title = formatExplicitTitle(track);
  const video = useRef<HTMLVideoElement>(null);
  const volume = usePlayer((player) => player.volume);
  const isMuted = usePlayer((player) => player.isMuted);
  useEffect(
    () => usePlayer.subscribe(({ isPlaying }, before) => isPlaying && !before.isPlaying && video.current?.pause()),
    [],
  );
  useEffect(() => {
    if (!video.current) return;
    video.current.volume = volume / 100;
    video.current.muted = isMuted;
  }, [volume, isMuted]);
  useEffect(() => onOtherSound(() => video.current?.pause()), []);
  useEffect(
    () => onServerEvent('release-withdrawn', ({ releaseid }) => releaseid === track.releaseid && setFailed(true)),
    [track.releaseid],
  );

  /** Retries once with a new token from the same second: the token may have expired while paused. */
  function handleError() {
    logError('A video could not be played', video.current?.error?.message);
    if (hasRetried.current) return setFailed(true);
    hasRetried.current = true;
    resumeSeconds.current = video.current?.currentTime ?? 0;
    renew();
  }

  return (
    <div className={styles.dialog}>
      <IconButton icon={X} label={t('common.close')} className={styles.close} onClick={onClose} />
      <h2 className={classNames('ellipsis', styles.title)}>
        <bdi>{title}</bdi>
      </h2>
      {hasFailed || error ? (
        <p role="alert" className={styles.failed}>
          {t('video.failed')}
        </p>
      ) : (
        <video
          ref={video}
          src={address}
          className={styles.video}
          controls
          autoPlay
          playsInline
          controlsList="nodownload"
          aria-label={title}
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.currentTime = resumeSeconds.current;
          }}
          onPlay={() => {
            usePlayer.setState((player) => setPlaying(player, false));
            announceSound();
          }}
          onPlaying={() => {
            hasRetried.current = false;
          }}
          onError={handleError}
        />
      )}
    </div>
  );
}
