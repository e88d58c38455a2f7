import type { PlaylistTrack } from '@promenade/contract/playlists';
import { Pause, Play } from 'lucide-react';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { smallCover } from '../platform/smallCover.ts';
import { useText } from '../platform/text.ts';
import { playPause } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import styles from './TrackCells.module.css';
import { trackName } from './trackName.ts';

interface Props {
  track: PlaylistTrack;
  tabIndex: number;
  onPlay: (track: PlaylistTrack) => void;
}

/** The small cover of a track, which is its play button. */
export function TrackCover({ track, tabIndex, onPlay }: Props) {
  const t = useText();
  const isOn = usePlayer(({ song }) => song?.trackid === track.trackid);
  const isPlaying = usePlayer((player) => player.isPlaying) && isOn;
  const label = t(isPlaying ? 'playlist.pause-track' : 'playlist.play-track', { title: trackName(track) });
  return (
    <Sleeve
      src={track.coverart && smallCover(track.coverart)}
      color={track.color}
      pixels={160}
      className={styles.cover}
    >
      <button
        type="button"
        className={classNames(styles.play, isPlaying && styles.on)}
        aria-label={label}
        title={label}
        disabled={track.duration === 0}
        tabIndex={tabIndex}
        onClick={() => (isOn ? playPause() : onPlay(track))}
      >
        <Icon of={isPlaying ? Pause : Play} size={18} filled />
      </button>
    </Sleeve>
  );
}
