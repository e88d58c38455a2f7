import { SEEK_STEP_S } from '@promenade/contract/limits';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { useText } from '../platform/text.ts';
import { playingTime } from '../releases/time.ts';
import { useWaveform } from './data.ts';
import { dragProgress, dropProgress, requestSeek } from './player.ts';
import { usePlayer } from './playerStore.ts';
import styles from './SeekBar.module.css';
import { BAR_STEP_PX, barHeights, wavePath } from './waveform.ts';

/** Seconds that a key moves; a hundredth, the step of the bar, would take all night. */
const KEY_S = 5;
const PAGE_S = 30;

/** The waveform as a slider, with the times on both sides, below when it is large. While it is dragged only it knows where to. */
export function SeekBar({ isLarge = false }: { isLarge?: boolean }) {
  const t = useText();
  const song = usePlayer((player) => player.song);
  const length = usePlayer((player) => player.duration);
  const current = usePlayer((player) => player.currentTime);
  const [dragged, setDragged] = useState<number | null>(null);
  const duration = song ? length : 0;
  const at = dragged ?? current;
  const times = { time: playingTime(song ? at : null), duration: playingTime(song ? duration : null) };

  function seek(seconds: number) {
    usePlayer.setState((player) => requestSeek(player, seconds));
  }
  function grab() {
    usePlayer.setState(dragProgress);
    setDragged(current);
  }
  function letGo() {
    if (dragged !== null) seek(dragged);
    setDragged(null);
  }
  function cancel() {
    usePlayer.setState(dropProgress);
    setDragged(null);
  }
  function press(event: KeyboardEvent) {
    const to = keyTarget(event.key, current, duration);
    if (to === undefined) return;
    event.preventDefault();
    seek(to);
  }

  return (
    <div className={classNames(styles.seek, isLarge ? styles.large : styles.thin)}>
      <span className={styles.time}>{times.time}</span>
      <div className={styles.bar} style={{ '--played': duration > 0 ? at / duration : 0 } as CSSProperties}>
        <Wave address={song?.waveform ?? null} />
        <input
          type="range"
          className={styles.slider}
          aria-label={t('player.seek')}
          aria-valuetext={song ? t('player.seek-value', times) : undefined}
          min={0}
          max={duration}
          step={SEEK_STEP_S}
          value={at}
          disabled={!song}
          onPointerDown={grab}
          onPointerUp={letGo}
          onPointerCancel={cancel}
          onKeyDown={press}
          onChange={({ target }) => (dragged === null ? seek(target.valueAsNumber) : setDragged(target.valueAsNumber))}
        />
      </div>
      <span className={styles.time}>{times.duration}</span>
    </div>
  );
}

function Wave({ address }: { address: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(place);
  const peaks = useWaveform(address);
  const path = useMemo(
    () => wavePath(barHeights(peaks, Math.max(1, Math.floor(width / BAR_STEP_PX))), height),
    [peaks, width, height],
  );
  return (
    <div ref={place} className={styles.wave} aria-hidden>
      <svg className={styles.rest} width={width} height={height} role="presentation">
        <path d={path} />
      </svg>
      <svg className={styles.played} width={width} height={height} role="presentation">
        <path d={path} />
      </svg>
    </div>
  );
}

function useSize(place: { current: HTMLElement | null }): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return size;
}

function keyTarget(key: string, current: number, duration: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return current + KEY_S;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return current - KEY_S;
  if (key === 'PageUp') return current + PAGE_S;
  if (key === 'PageDown') return current - PAGE_S;
  if (key === 'Home') return 0;
  return key === 'End' ? duration : undefined;
}
