import { type MarkerField, type Markers, markerFields } from '@promenade/contract/releaseFields';
import type { CSSProperties } from 'react';
import styles from './MarkerLines.module.css';

interface Props {
  markers: Markers;
  /** Seconds of the track. */
  duration: number;
  /** Is drawn in another colour. */
  active?: MarkerField | undefined;
}

/** A line over a waveform for each moment that is known. */
export function MarkerLines({ markers, duration, active }: Props) {
  return markerFields.map((field) => {
    const seconds = markers[field];
    return (
      seconds !== undefined && (
        <span
          key={field}
          className={styles.line}
          data-active={field === active || undefined}
          style={{ '--at': seconds / duration } as CSSProperties}
          aria-hidden
        />
      )
    );
  });
}
