import { useMemo } from 'react';
import { useWaveform } from './data.ts';
import styles from './SmallWave.module.css';
import { BAR_STEP_PX, barHeights, wavePath } from './waveform.ts';

const WIDTH_PX = 90;
const HEIGHT_PX = 22;

/** The waveform of a track as a small picture; a flat line while it loads, nothing for a video. */
export function SmallWave({ address }: { address: string | null }) {
  const peaks = useWaveform(address);
  const path = useMemo(() => wavePath(barHeights(peaks, WIDTH_PX / BAR_STEP_PX), HEIGHT_PX), [peaks]);
  if (address === null) return null;
  return (
    <svg className={styles.wave} width={WIDTH_PX} height={HEIGHT_PX} aria-hidden focusable={false}>
      <path d={path} />
    </svg>
  );
}
