import { useMemo } from 'react';
import { useWaveform } from '../player/data.ts';
import { BAR_STEP_PX, barHeights, wavePath } from '../player/waveform.ts';
import styles from './Strip.module.css';

const WIDTH_PX = 600;
const HEIGHT_PX = 36;

interface Props {
  waveform: string | null;
  /** Seconds. */
  duration: number;
  /** From and to, in seconds. */
  ranges: readonly (readonly [number, number])[];
  label: string;
}

/** The waveform of a track, and below it the seconds that were heard. */
export function Strip({ waveform, duration, ranges, label }: Props) {
  const peaks = useWaveform(waveform);
  const path = useMemo(() => wavePath(barHeights(peaks, WIDTH_PX / BAR_STEP_PX), HEIGHT_PX), [peaks]);
  const scale = WIDTH_PX / Math.max(duration, 1);
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX + 8}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={styles.wave} d={path} />
      <rect className={styles.ground} y={HEIGHT_PX + 2} width={WIDTH_PX} height={6} />
      {ranges.map(([from, to]) => (
        <rect
          key={from}
          className={styles.heard}
          x={from * scale}
          y={HEIGHT_PX + 2}
          width={(to - from) * scale}
          height={6}
        />
      ))}
    </svg>
  );
}
