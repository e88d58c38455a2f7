import type { StaffDocument } from '@promenade/contract/label';
import { type MarkerField, type Markers, markerFields } from '@promenade/contract/releaseFields';
import { Pause, Play } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Button } from '../../design/Button.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { Select } from '../../design/Select.tsx';
import { useText } from '../../platform/text.ts';
import { usePlayActions } from '../../player/playActions.ts';
import { playPause } from '../../player/playback.ts';
import { requestSeek } from '../../player/player.ts';
import { usePlayer } from '../../player/playerStore.ts';
import { Wave } from '../../player/SeekBar.tsx';
import { MarkerLines } from '../../release/markers/MarkerLines.tsx';
import { toText } from '../editorFields.ts';
import { usePreview } from './editorData.ts';
import styles from './MarkerPanel.module.css';

interface Props {
  releaseid: string;
  track: StaffDocument['tracks'][number] | undefined;
  title: string;
  /** What the label says, in seconds. */
  markers: Markers | undefined;
  mayEdit: boolean;
  onSet: (field: MarkerField, seconds: number) => void;
}

/** Of the arrow keys: 10 ms. */
const STEP_S = 0.01;

/** The waveform of a track, on which its moments are set by ear: by click, drag and keys, or where it plays. */
export function MarkerPanel({ releaseid, track, title, markers = {}, mayEdit, onSet }: Props) {
  const t = useText();
  const [moved, setMoved] = useState<number>();
  const [field, setField] = useState<MarkerField>('hookstart');
  const { playTrack } = usePlayActions();
  const preview = usePreview(releaseid).data;
  const song = preview?.songs.find(({ trackid }) => trackid === track?.trackid);
  const isPlaying = usePlayer((player) => player.isPlaying && player.song?.trackid === song?.trackid);
  const isLoaded = usePlayer((player) => player.song !== null && player.song?.trackid === song?.trackid);
  if (!track?.waveform || track.duration === 0) return null;
  const stored = markers[field] ?? 0;
  const seconds = moved ?? stored;
  const save = () => {
    if (moved !== undefined && moved !== stored) onSet(field, moved);
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
      <div className={styles.name}>
        <Select
          label={t('label.moment')}
          value={field}
          options={markerFields.map((value) => ({ value, text: t(`label.field-${value}`) }))}
          onChange={({ target }) => setField(markerFields.find((value) => value === target.value) ?? 'hookstart')}
        />
        <Button
          size="small"
          disabled={!mayEdit || !isLoaded}
          onClick={() => onSet(field, usePlayer.getState().currentTime)}
        >
          {t('label.moment-set')}
        </Button>
      </div>
      <div className={styles.bar} style={{ '--played': seconds / track.duration } as CSSProperties}>
        <Wave address={track.waveform} />
        <MarkerLines markers={markers} duration={track.duration} />
        <input
          type="range"
          className={styles.slider}
          aria-label={t('label.moment-of', { moment: t(`label.field-${field}`), title })}
          aria-valuetext={toText(seconds, 'seconds')}
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
      <span className={styles.time}>{toText(seconds, 'seconds')}</span>
    </div>
  );
}
