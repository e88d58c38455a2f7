import { CAROUSEL_MS } from '@promenade/contract/limits';
import type { Playlist } from '@promenade/contract/playlists';
import { Pause, Play } from 'lucide-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatDuration } from '../catalogue/format.ts';
import { CoverArt } from '../design/CoverArt.tsx';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { playlistPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useIsDeleting } from './data.ts';
import { PinButton, PlaylistMenu } from './PlaylistButtons.tsx';
import styles from './PlaylistCard.module.css';
import { usePlayPlaylist } from './playback.ts';

interface Props {
  playlist: Playlist;
  isSelected: boolean;
  /** Makes the first click select the card and the second open it (requirement C-ROUTE-19). */
  onSelect: (() => void) | undefined;
}

/** A playlist whose covers rotate on hover (requirements C-PLAYLIST-01, C-PLAYLIST-02). */
export function PlaylistCard({ playlist, isSelected, onSelect }: Props) {
  const t = useText();
  const [isHovered, setHovered] = useState(false);
  const { isPlaying, isStarting, press } = usePlayPlaylist(playlist);
  const isDeleting = useIsDeleting(playlist.playlistid);
  const { playlistid, name, desc, tracks, duration, thumbnails } = playlist;
  const cover = useRotation(thumbnails.length, isHovered || isSelected);
  const count = t('playlist.tracks', { count: tracks });
  function handleClick(event: MouseEvent) {
    // `detail` is 0 when a key caused the click, which always opens.
    if (!onSelect || isSelected || event.detail === 0) return;
    event.preventDefault();
    onSelect();
  }
  return (
    <article
      className={classNames(styles.card, styles.interactive, isSelected && styles.selected)}
      aria-busy={isDeleting || undefined}
      inert={isDeleting}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <CoverArt src={thumbnails[0] ?? null}>
        {(isHovered || isSelected) &&
          thumbnails
            .slice(1)
            .map((src, index) => (
              <img
                key={src}
                src={src}
                alt=""
                className={classNames(styles.cover, index + 1 === cover && styles.visible)}
              />
            ))}
        <IconButton
          icon={isPlaying ? Pause : Play}
          filled
          variant="accent"
          label={t('playlist.play', { name })}
          pressed={isPlaying}
          title={t(isPlaying ? 'playlist.pause' : 'playlist.play', { name })}
          disabled={tracks === 0}
          aria-busy={isStarting || undefined}
          className={styles.play}
          onClick={press}
        />
      </CoverArt>
      <div className={styles.text}>
        <h2 className={classNames('ellipsis', styles.name)}>
          <Link to={playlistPath(playlistid)} className={styles.link} data-tooltip={name} onClick={handleClick}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className={styles.desc} data-tooltip={desc}>
          <bdi>{desc}</bdi>
        </p>
        <p className={styles.count}>
          {isSelected ? t('playlist.selected') : [count, ...(tracks > 0 ? [formatDuration(duration)] : [])].join(' · ')}
        </p>
      </div>
      <div className={styles.tools}>
        <PinButton playlist={playlist} />
        <PlaylistMenu playlist={playlist} />
      </div>
      {isDeleting && (
        <span role="status" className="visuallyHidden">
          {t('playlist.deleting', { name })}
        </span>
      )}
    </article>
  );
}

/** Index of the visible cover; 0 while it does not rotate and for people who prefer reduced motion. */
function useRotation(count: number, isRotating: boolean): number {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (!isRotating || count < 2 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setIndex((now) => (now + 1) % count), CAROUSEL_MS);
    return () => {
      clearInterval(timer);
      setIndex(0);
    };
  }, [count, isRotating]);
  return index;
}

export function PlaylistCardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton aspectRatio={1} />
      <div className={styles.textSkeleton}>
        <Skeleton width="62%" height={18} />
        <Skeleton width="84%" height={12} />
      </div>
    </div>
  );
}
