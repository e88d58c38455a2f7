import type { StaffDocument } from '@promenade/contract/label';
import { Pause, Play } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { formatDuration } from '../../catalogue/format.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { useText } from '../../platform/text.ts';
import { usePlayActions } from '../../player/playActions.ts';
import { playPause } from '../../player/playback.ts';
import { requestSeek } from '../../player/player.ts';
import { usePlayer } from '../../player/playerStore.ts';
import { Wave } from '../../player/SeekBar.tsx';
import { usePreview } from './editorData.ts';
import styles from './HookPanel.module.css';

interface Props {
  releaseid: string;
  track: StaffDocument['tracks'][number] | undefined;
  title: string;
  hookStart: number | undefined;
  mayEdit: boolean;
  onSet: (seconds: number) => void;
}

const STEP_S = 0.1;

/** The waveform of a track, on which its hook start is set by ear: by click, drag and keys, and played from there. */
export function HookPanel({ releaseid, track, title, hookStart = 0, mayEdit, onSet }: Props) {
  const t = useText();
  const [moved, setMoved] = useState<number>();
  const { playTrack } = usePlayActions();
  const preview = usePreview(releaseid).data;
  const song = preview?.songs.find(({ trackid }) => trackid === track?.trackid);
  const isPlaying = usePlayer((player) => player.isPlaying && player.song?.trackid === song?.trackid);
  if (!track?.waveform || track.duration === 0) return null;
  const seconds = moved ?? hookStart;
  const save = () => {
    if (moved !== undefined && moved !== hookStart) onSet(moved);
    setMoved(undefined);
  };
  const play = () => {
    if (isPlaying) return playPause();
    if (!song) return;
    if (usePlayer.getState().song?.trackid === song.trackid) playPause();
    else void playTrack(song, preview);
    usePlayer.setState((player) => requestSeek(player, seconds));
  };
  return (
    <div className={styles.panel}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        filled
        label={t(isPlaying ? 'label.hook-pause' : 'label.hook-play', { title })}
        disabled={!song}
        onClick={play}
      />
      <p className={styles.name}>{t('label.hook-of', { title })}</p>
      <div className={styles.bar} style={{ '--played': seconds / track.duration } as CSSProperties}>
        <Wave address={track.waveform} />
        <input
          type="range"
          className={styles.slider}
          aria-label={t('label.hook-of', { title })}
          aria-valuetext={formatDuration(seconds)}
          min={0}
          max={track.duration}
          step={STEP_S}
          value={seconds}
          disabled={!mayEdit}
          onChange={({ target }) => setMoved(target.valueAsNumber)}
          onPointerUp={save}
          onBlur={save}
        />
      </div>
      <span className={styles.time}>{formatDuration(seconds)}</span>
    </div>
  );
}
