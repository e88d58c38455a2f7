import type { Track } from '@promenade/contract/catalogue';
import type { TrackMarkers } from '@promenade/contract/media';
import { type MarkerField, type Markers, markerFields } from '@promenade/contract/releaseFields';
import { type CSSProperties, useState } from 'react';
import { FailureBanner } from '../../catalogue/FailureBanner.tsx';
import { formatTrackTitle } from '../../catalogue/format.ts';
import { Button } from '../../design/Button.tsx';
import { DialogButtons } from '../../design/DialogButtons.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Skeleton } from '../../design/Loading.tsx';
import { useText } from '../../platform/text.ts';
import { useSubmit } from '../../platform/useSubmit.ts';
import { usePlayActions } from '../../player/playActions.ts';
import { playPause } from '../../player/playback.ts';
import { requestSeek } from '../../player/player.ts';
import { usePlayer } from '../../player/playerStore.ts';
import { Wave } from '../../player/SeekBar.tsx';
import { formatMoment } from './formatMoment.ts';
import { MarkerLines } from './MarkerLines.tsx';
import styles from './MarkersDialog.module.css';
import { useMarkers, useSaveMarkers } from './markersData.ts';

interface Props {
  track: Track;
  onClose: () => void;
}

/** The moments of a song on its waveform. A person sets own ones by ear, which count in own downloads and lists. */
export function MarkersDialog({ track, onClose }: Props) {
  const t = useText();
  const { data: markers, error } = useMarkers(track.trackid);
  return (
    <FormDialog title={t('markers.title', { title: formatTrackTitle(track) })} question={undefined} onClose={onClose}>
      {markers && <MarkersForm track={track} markers={markers} onClose={onClose} />}
      {!markers && error && <FailureBanner title={t('markers.failed')} failure={error} />}
      {!markers && !error && <Skeleton height={320} />}
    </FormDialog>
  );
}

function MarkersForm({ track, markers, onClose }: Props & { markers: TrackMarkers }) {
  const t = useText();
  const { said, found, duration } = markers;
  const [own, setOwn] = useState<Markers>(markers.own);
  const [active, setActive] = useState<MarkerField>();
  const save = useSaveMarkers(track.trackid);
  const all: Markers = { ...found, ...said, ...own };
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      await save(own);
      onClose();
    },
  });
  const set = (field: MarkerField, seconds: number) =>
    setOwn({ ...own, [field]: Math.round(1_000 * Math.min(duration, Math.max(0, seconds))) / 1_000 });
  const reset = (field: MarkerField) => {
    const { [field]: _own, ...others } = own;
    setOwn(others);
  };
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {failure !== undefined && <FailureBanner title={t('markers.failed')} failure={failure} />}
      <p className={styles.hint}>{t('markers.hint')}</p>
      <div className={styles.wave} style={{ '--played': 0 } as CSSProperties} aria-hidden>
        <Wave address={track.waveform} />
        <MarkerLines markers={all} duration={duration} active={active} />
      </div>
      <div className={styles.moments}>
        {markerFields.map((field) => (
          <Moment
            key={field}
            track={track}
            name={t(`markers.${field}`)}
            seconds={all[field]}
            source={own[field] !== undefined ? 'own' : said[field] !== undefined ? 'said' : 'found'}
            duration={duration}
            onActive={() => setActive(field)}
            onSet={(seconds) => set(field, seconds)}
            onReset={() => reset(field)}
          />
        ))}
      </div>
      <DialogButtons confirm={t('markers.save')} cancel={t('common.cancel')} busy={isBusy} onCancel={onClose} />
    </form>
  );
}

interface MomentProps {
  track: Track;
  name: string;
  /** Undefined: nobody knows it. */
  seconds: number | undefined;
  source: 'own' | 'said' | 'found';
  duration: number;
  onActive: () => void;
  onSet: (seconds: number) => void;
  onReset: () => void;
}

/** Of the slider, for the arrow keys: 10 ms. */
const STEP_S = 0.01;

function Moment({ track, name, seconds, source, duration, onActive, onSet, onReset }: MomentProps) {
  const t = useText();
  const { playTrack } = usePlayActions();
  const isLoaded = usePlayer(({ song }) => song?.trackid === track.trackid);
  const at = seconds ?? 0;
  const time = seconds === undefined ? t('markers.unknown') : formatMoment(seconds);
  function play() {
    const player = usePlayer.getState();
    if (player.song?.trackid !== track.trackid) void playTrack(track);
    else if (!player.isPlaying) playPause();
    usePlayer.setState((state) => requestSeek(state, at));
  }
  return (
    <div role="group" aria-label={name} className={styles.moment}>
      <p className={styles.name}>
        {name} <span className={styles.hint}>{seconds !== undefined && t(`markers.source-${source}`)}</span>
      </p>
      <span className={styles.time}>{time}</span>
      <input
        type="range"
        className={styles.slider}
        aria-label={name}
        aria-valuetext={time}
        min={0}
        max={duration}
        step={STEP_S}
        value={at}
        onFocus={onActive}
        onPointerDown={onActive}
        onChange={({ target }) => onSet(target.valueAsNumber)}
      />
      <div className={styles.buttons}>
        <Button size="small" aria-label={t('markers.play-from', { name })} onClick={play}>
          {t('markers.play')}
        </Button>
        <Button
          size="small"
          disabled={!isLoaded}
          aria-label={t('markers.set-name', { name })}
          onClick={() => onSet(usePlayer.getState().currentTime)}
        >
          {t('markers.set')}
        </Button>
        {source === 'own' && (
          <Button size="small" variant="plain" aria-label={t('markers.reset-name', { name })} onClick={onReset}>
            {t('markers.reset')}
          </Button>
        )}
      </div>
    </div>
  );
}
