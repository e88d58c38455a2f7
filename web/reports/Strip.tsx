import { useMemo } from 'react';
import { useWaveform } from '../player/data.ts';
import { BAR_STEP_PX, barHeights, wavePath } from '../player/waveform.ts';
import styles from './Strip.module.css';

const WIDTH_PX = 600;
const HEIGHT_PX = 36;

interface Props {
  /** Without one only the lane is drawn. */
  waveform?: string | null;
  /** Seconds. */
  duration: number;
  /** From and to, in seconds; `share` (0 to 1) of people, by default all. */
  ranges: readonly (readonly [from: number, to: number, share?: number])[];
  /** Empty when it shows nothing. */
  label: string;
  /** Pixels of the lane below the waveform. */
  lane?: number;
  /** Second that a note points at. */
  moment?: number | null;
}

/** The waveform of a track, and below it the seconds that were heard. */
export function Strip({ waveform, duration, ranges, label, lane = 6, moment }: Props) {
  const peaks = useWaveform(waveform ?? null);
  const top = waveform === undefined ? 0 : HEIGHT_PX + 2;
  const path = useMemo(() => wavePath(barHeights(peaks, WIDTH_PX / BAR_STEP_PX), HEIGHT_PX), [peaks]);
  const scale = WIDTH_PX / Math.max(duration, 1);
  return (
    <svg
      className={styles.strip}
      style={{ height: top + lane }}
      viewBox={`0 0 ${WIDTH_PX} ${top + lane}`}
      preserveAspectRatio="none"
      role={label ? 'img' : undefined}
      aria-label={label || undefined}
      aria-hidden={label === ''}
    >
      {top > 0 && <path className={styles.wave} d={path} />}
      <rect className={styles.ground} y={top} width={WIDTH_PX} height={lane} />
      {ranges.map(([from, to, share = 1]) => (
        <rect
          key={from}
          className={styles.heard}
          x={from * scale}
          y={top + lane * (1 - share)}
          width={(to - from) * scale}
          height={lane * share}
        />
      ))}
      {typeof moment === 'number' && (
        <rect className={styles.moment} x={moment * scale - 1} width={3} height={top + lane} />
      )}
    </svg>
  );
}
