import type { Playlist } from '@promenade/contract/playlists';
import { Pause, Play } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { playlistPath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { playingTime } from '../releases/time.ts';
import { useIsDeleting } from './changesData.ts';
import { PinButton } from './PinButton.tsx';
import styles from './PlaylistCard.module.css';
import { PlaylistCover } from './PlaylistCover.tsx';
import { PlaylistMenu } from './PlaylistMenu.tsx';
import { usePlayPlaylist } from './playing.ts';

interface Props {
  playlist: Playlist;
  isSelected: boolean;
  /** Where a first press only selects (C-ROUTE-19); without it a press opens. */
  onSelect: (() => void) | undefined;
}

/** A playlist with its covers, which take turns under the pointer (C-PLAYLIST-01, C-PLAYLIST-02). */
export function PlaylistCard({ playlist, isSelected, onSelect }: Props) {
  const t = useText();
  const [isNear, setNear] = useState(false);
  const { isPlaying, isStarting, press } = usePlayPlaylist(playlist);
  const isDeleting = useIsDeleting(playlist.playlistid);
  const { playlistid, name, desc, tracks, duration, thumbnails } = playlist;
  function open(event: MouseEvent) {
    // A press of a key opens at once: the focus has selected it already.
    if (!onSelect || isSelected || event.detail === 0) return;
    event.preventDefault();
    onSelect();
  }
  return (
    <article
      className={classNames(styles.card, isSelected && styles.selected)}
      aria-busy={isDeleting || undefined}
      inert={isDeleting}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
    >
      <PlaylistCover thumbnails={thumbnails} isTurning={isNear || isSelected}>
        <IconButton
          icon={isPlaying ? Pause : Play}
          filled
          look="accent"
          label={t(isPlaying ? 'playlist.pause' : 'playlist.play', { name })}
          disabled={tracks === 0}
          aria-busy={isStarting || undefined}
          className={styles.play}
          onClick={press}
        />
      </PlaylistCover>
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link to={playlistPath(playlistid)} className={styles.open} title={name} onClick={open}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className={styles.desc}>
          <bdi>{desc}</bdi>
        </p>
        <p className={styles.quiet}>
          {isSelected ? t('playlist.selected') : countOf(t('playlist.tracks', { count: tracks }), tracks, duration)}
        </p>
      </div>
      <div className={styles.tools}>
        <PinButton playlist={playlist} />
        <PlaylistMenu playlist={playlist} />
      </div>
      {isDeleting && (
        <span role="status" className="onlyHeard">
          {t('playlist.deleting', { name })}
        </span>
      )}
    </article>
  );
}

const countOf = (words: string, tracks: number, duration: number): string =>
  tracks === 0 ? words : `${words} · ${playingTime(duration)}`;
