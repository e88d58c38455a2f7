import type { Track } from '@promenade/contract/catalogue';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../design/Dialog.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { logged } from '../platform/logged.ts';
import { useText } from '../platform/text.ts';
import { explicitTitle } from '../releases/explicitTitle.ts';
import { setPlaying } from './player.ts';
import { usePlayer } from './playerStore.ts';
import styles from './VideoDialog.module.css';
import { useVideoAddress } from './videoData.ts';

interface Props {
  track: Pick<Track, 'trackid' | 'title' | 'artist' | 'explicit' | 'mediaURL'>;
  onClose: () => void;
}

/** A video over the page; what was heard before it pauses. */
export function VideoDialog({ track, onClose }: Props) {
  const t = useText();
  const { address, error, renew } = useVideoAddress(track);
  const [hasFailed, setFailed] = useState(false);
  const hasRenewed = useRef(false);
  /** Seconds, where it broke off. */
  const brokeAt = useRef(0);
  const title = explicitTitle(track);
  // One sound at a time: whatever starts the player again pauses the video.
  const video = useRef<HTMLVideoElement>(null);
  useEffect(
    () => usePlayer.subscribe(({ isPlaying }, before) => isPlaying && !before.isPlaying && video.current?.pause()),
    [],
  );

  /** The token aged while the video was paused, or the line broke: once with a new one from the same second. */
  function failed() {
    logged('A video could not be played', video.current?.error?.message);
    if (hasRenewed.current) return setFailed(true);
    hasRenewed.current = true;
    brokeAt.current = video.current?.currentTime ?? 0;
    renew();
  }

  return (
    <Dialog label={t('video.name', { title })} onClose={onClose}>
      <div className={styles.place}>
        <IconButton icon={X} label={t('common.close')} className={styles.close} onClick={onClose} />
        <h2 className={styles.title}>
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
              currentTarget.currentTime = brokeAt.current;
            }}
            onPlay={() => usePlayer.setState((player) => setPlaying(player, false))}
            onPlaying={() => {
              hasRenewed.current = false;
            }}
            onError={failed}
          />
        )}
      </div>
    </Dialog>
  );
}
