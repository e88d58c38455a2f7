import type { Track } from '@promenade/contract/catalogue';
import { Pause, Play } from 'lucide-react';
import type { CSSProperties, MouseEvent } from 'react';
import { formatDuration } from '../catalogue/format.ts';
import { getKeyCode } from '../catalogue/musicalKey.ts';
import { VersionedTitle } from '../catalogue/VersionedTitle.tsx';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { playPause } from '../player/playback.ts';
import { useIsUnplayable, usePlayer } from '../player/playerStore.ts';
import { SeekBar, Wave } from '../player/SeekBar.tsx';
import styles from './TrackWave.module.css';

interface Props {
  track: Track;
  isCurrent: boolean;
  /** Without a second at the hook. */
  onPlay: (startAt?: number) => void;
}

/** A track with its facts and its waveform, on which the hook is marked. The one that plays has the seek bar. */
export function TrackWave({ track, isCurrent, onPlay }: Props) {
  const t = useText();
  const isLoaded = usePlayer(({ song }) => song?.trackid === track.trackid);
  const isPlaying = usePlayer((player) => player.isPlaying) && isLoaded;
  const isUnplayable = useIsUnplayable(track.trackid);
  const { title, version, duration, bpm, key, hook, assettype, advisory } = track;
  const isAudio = assettype === 'audio';
  const facts = [
    formatDuration(duration),
    bpm !== null && mark(t('track.bpm-value', { bpm }), track.bpmfound),
    key !== null && mark(`${key} · ${getKeyCode(key)}`, track.keyfound),
    advisory !== 'unknown' && t(`desk.advisory-${advisory}`),
    !isAudio && t('desk.video'),
    isUnplayable && t('player.unplayable'),
  ].filter(Boolean);
  function playFrom({ clientX, currentTarget }: MouseEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    onPlay(width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) * duration : undefined);
  }
  return (
    <li className={styles.track} aria-current={isCurrent || undefined}>
      <button
        type="button"
        className={styles.name}
        disabled={!isAudio || duration === 0}
        aria-pressed={isPlaying}
        onClick={() => (isPlaying ? playPause() : onPlay())}
      >
        <Icon icon={isPlaying ? Pause : Play} size={14} filled />
        <span className={styles.title}>
          <bdi>
            <VersionedTitle title={title} version={version} />
          </bdi>
        </span>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </button>
      {isAudio && duration > 0 && (
        <div className={styles.wave}>
          {isLoaded ? (
            <SeekBar isLarge />
          ) : (
            // The button above does the same for keys and readers.
            <div className={styles.still} style={{ '--played': 0 } as CSSProperties} onClick={playFrom} aria-hidden>
              <Wave address={track.waveform} />
            </div>
          )}
          {hook !== null && hook > 0 && (
            <span className={styles.hook} style={{ '--at': hook / duration } as CSSProperties}>
              <span className={styles.hookWord}>
                {mark(t('desk.hook-at', { time: formatDuration(hook) }), track.hookfound)}
              </span>
            </span>
          )}
        </div>
      )}
    </li>
  );
}

/** As `Tempo` marks what was measured. */
const mark = (text: string, isFound: boolean): string => (isFound ? `~${text}` : text);
