import { SEEK_STEP_S } from '@promenade/contract/limits';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatDuration } from '../catalogue/format.ts';
import { classNames } from '../design/classNames.ts';
import { useText } from '../platform/text.ts';
import { useWaveform } from './data.ts';
import { cancelDrag, requestSeek, startDrag } from './player.ts';
import { usePlayer } from './playerStore.ts';
import styles from './SeekBar.module.css';
import { BAR_STEP_PX, barHeights, wavePath } from './waveform.ts';

/** Seconds per key press; the native step of the slider is 0.01 seconds. */
const KEY_STEP_S = 5;
const PAGE_STEP_S = 30;

/**
 * The waveform as a slider. While it is dragged, the position is local state; the seek is requested on release.
 * While it has the focus, its value follows what the person does, because screen readers speak each change.
 */
export function SeekBar({ isLarge = false }: { isLarge?: boolean }) {
  const t = useText();
  const song = usePlayer((player) => player.song);
  const loadedDuration = usePlayer((player) => player.duration);
  const current = usePlayer((player) => player.currentTime);
  const [dragged, setDragged] = useState<number | null>(null);
  const [focused, setFocused] = useState<{ song: string | undefined; value: number } | null>(null);
  const duration = song ? loadedDuration : 0;
  const position = dragged ?? current;
  const value = dragged ?? (focused ? (focused.song === song?.uuid ? focused.value : 0) : current);
  const times = { time: formatDuration(song ? position : null), duration: formatDuration(song ? duration : null) };

  function seek(seconds: number) {
    usePlayer.setState((player) => requestSeek(player, seconds));
    if (focused) holdValue();
  }
  function holdValue() {
    setFocused({ song: song?.uuid, value: usePlayer.getState().currentTime });
  }
  function beginDrag() {
    usePlayer.setState(startDrag);
    setDragged(current);
  }
  function endDrag() {
    if (dragged !== null) seek(dragged);
    setDragged(null);
  }
  function cancel() {
    usePlayer.setState(cancelDrag);
    setDragged(null);
  }
  function handleKey(event: KeyboardEvent) {
    const target = getKeyTarget(event.key, current, duration);
    if (target === undefined) return;
    event.preventDefault();
    seek(target);
  }

  return (
    <div className={classNames(styles.seek, isLarge ? styles.large : styles.thin)}>
      <span className={styles.time}>{times.time}</span>
      <div className={styles.bar} style={{ '--played': duration > 0 ? position / duration : 0 } as CSSProperties}>
        <Wave address={song?.waveform ?? null} />
        <input
          type="range"
          className={styles.slider}
          aria-label={t('player.seek')}
          aria-valuetext={song ? t('player.seek-value', { ...times, time: formatDuration(value) }) : undefined}
          min={0}
          max={duration}
          step={SEEK_STEP_S}
          value={value}
          disabled={!song}
          onFocus={holdValue}
          onBlur={() => setFocused(null)}
          onPointerDown={beginDrag}
          onPointerUp={endDrag}
          onPointerCancel={cancel}
          onKeyDown={handleKey}
          onChange={({ target }) => (dragged === null ? seek(target.valueAsNumber) : setDragged(target.valueAsNumber))}
        />
      </div>
      <span className={styles.time}>{times.duration}</span>
    </div>
  );
}

export function Wave({ address }: { address: string | null }) {
  const container = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const peaks = useWaveform(address);
  const path = useMemo(
    () => wavePath(barHeights(peaks, Math.max(1, Math.floor(width / BAR_STEP_PX))), height),
    [peaks, width, height],
  );
  return (
    <div ref={container} className={styles.wave} aria-hidden>
      {[styles.unplayed, styles.played].map((className) => (
        <svg key={className} className={className} width={width} height={height} role="presentation">
          <path d={path} />
        </svg>
      ))}
    </div>
  );
}

function getKeyTarget(key: string, current: number, duration: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return current + KEY_STEP_S;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return current - KEY_STEP_S;
  if (key === 'PageUp') return current + PAGE_STEP_S;
  if (key === 'PageDown') return current - PAGE_STEP_S;
  if (key === 'Home') return 0;
  return key === 'End' ? duration : undefined;
}
