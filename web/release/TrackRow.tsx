import type { Release, Track } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { Pause, Play, Video } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { TrackFlagButton } from '../catalogue/FlagButton.tsx';
import { formatDuration, formatTrackTitle } from '../catalogue/format.ts';
import { ExplicitMark, HeardMark, NewRecordingMark } from '../catalogue/Marks.tsx';
import { ArtistLinks } from '../catalogue/NameLinks.tsx';
import { MusicalKey, Tempo } from '../catalogue/TrackFacts.tsx';
import { VersionedTitle } from '../catalogue/VersionedTitle.tsx';
import { classNames } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { DownloadTrack } from '../downloads/DownloadButtons.tsx';
import { useDensity } from '../platform/density.ts';
import { useText } from '../platform/text.ts';
import { useBelow } from '../platform/windowWidth.ts';
import { usePlayActions } from '../player/playActions.ts';
import { playPause } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { playFrom } from '../player/queue/queueActions.ts';
import { SmallWave } from '../player/SmallWave.tsx';
import { UnplayableNote } from '../player/UnplayableNote.tsx';
import { AddToPlaylist } from '../playlists/AddToPlaylist.tsx';
import { TrackMenu } from './TrackMenu.tsx';
import styles from './TrackRow.module.css';

const VideoDialog = lazyPart(async () => (await import('../player/VideoDialog.tsx')).VideoDialog);

interface Props {
  release: Release;
  track: Track;
  /** From 1. */
  number: number;
  /** The track and those after it in the release. */
  following: Track[];
  /** Buttons at the end of the row. */
  actions?: ReactNode;
  /** Content below the row. */
  children?: ReactNode;
}

/** A list of `TrackRow` or `TrackSkeletons`. */
export function TrackList({ className, ...attributes }: ComponentProps<'ol'>) {
  return <ol {...attributes} className={classNames(styles.tracks, className)} />;
}

/** A track whose whole row is the play button; on hover the play icon replaces the number. */
export function TrackRow({ release, track, number, following, actions, children }: Props) {
  const isCurrent = usePlayer(({ song }) => song?.trackid === track.trackid);
  const hasFacts = useDensity() === 'compact' && track.assettype === 'audio';
  return (
    <li>
      <div className={classNames(styles.row, isCurrent && styles.current)}>
        <span className={styles.number} aria-hidden>
          {track.assettype === 'audio' && number}
        </span>
        <PlayTrack release={release} track={track} isCurrent={isCurrent} />
        <div className={styles.words}>
          <p className={styles.title}>
            <span dir="auto" className={classNames('ellipsis', styles.name)}>
              <VersionedTitle title={track.title} version={track.version} />
            </span>
            {track.explicit && <ExplicitMark />}
            {track.newrecording && <NewRecordingMark />}
          </p>
          {track.artist !== release.artist && (
            <p className={classNames('ellipsis', styles.artist)}>
              <ArtistLinks of={track} />
            </p>
          )}
          <UnplayableNote trackid={track.trackid} />
          {hasFacts && <Facts track={track} />}
        </div>
        {track.assettype === 'audio' && <HeardMark heard={track.heard} />}
        <span className={styles.time}>{formatDuration(track.duration)}</span>
        <div className={styles.actions}>
          <TrackFlagButton release={release} track={track} />
          <TrackButtons release={release} track={track} following={following} />
          {actions}
        </div>
      </div>
      {children}
    </li>
  );
}

/** What a compact row has room for beside the title. */
function Facts({ track }: { track: Track }) {
  return (
    <div className={styles.facts}>
      <SmallWave address={track.waveform} />
      <span className={styles.bpm}>
        <Tempo track={track} hasUnit />
      </span>
      <span className={styles.key}>
        <MusicalKey track={track} />
      </span>
    </div>
  );
}

function PlayTrack({ release, track, isCurrent }: Pick<Props, 'release' | 'track'> & { isCurrent: boolean }) {
  const t = useText();
  const { playTrack } = usePlayActions();
  const isPlaying = usePlayer((player) => player.isPlaying) && isCurrent;
  if (track.assettype === 'video') return <PlayVideo track={track} />;
  return (
    <button
      type="button"
      className={classNames('rowButton', styles.play)}
      title={formatTrackTitle(track)}
      aria-label={t('track.play', { title: formatTrackTitle(track) })}
      aria-pressed={isPlaying}
      disabled={track.duration === 0}
      onClick={() => (isCurrent ? playPause() : void playTrack(track, release))}
    >
      <Icon icon={isPlaying ? Pause : Play} size={16} filled />
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
        className={classNames('rowButton', styles.video)}
        aria-label={t('video.play', { title: formatTrackTitle(track) })}
        title={t('video.name', { title: formatTrackTitle(track) })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon icon={Video} size={16} />
      </button>
      {isOpen && <VideoDialog track={track} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Add to playlist, download and the menu with everything; the menu alone on phones. */
function TrackButtons({ release, track, following }: Pick<Props, 'release' | 'track' | 'following'>) {
  const isPhone = useBelow(MOBILE_BELOW_PX);
  return (
    <>
      {!isPhone && track.assettype === 'audio' && <AddToPlaylist title={formatTrackTitle(track)} tracks={[track]} />}
      {!isPhone && <DownloadTrack track={track} />}
      <TrackMenu track={track} playFrom={() => playFrom(release, following)} />
    </>
  );
}

export function TrackSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={styles.skeleton}>
      <Skeleton width={10} height={10} />
      <Skeleton width="46%" height={12} />
      <Skeleton width={28} height={10} />
    </li>
  ));
}
