import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import { playPause } from './playback.ts';
import { usePlayer } from './playerStore.ts';
import styles from './QueueLine.module.css';

interface Props {
  title: string;
  /** The player has it on: the press plays or pauses. */
  isOn: boolean;
  tabIndex: number;
  onPlay: () => void;
  picture: ReactNode;
}

/** Plays a line of the queue, or pauses it; as large as the line. */
export function QueuePlay({ title, isOn, tabIndex, onPlay, picture }: Props) {
  const t = useText();
  const isPlaying = usePlayer((player) => player.isPlaying) && isOn;
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={t(isPlaying ? 'queue.pause' : 'queue.play', { title })}
      tabIndex={tabIndex}
      data-stop
      onClick={isOn ? playPause : onPlay}
    >
      {picture}
      <span className={styles.sign}>
        <Icon of={isPlaying ? Pause : Play} size={18} filled />
      </span>
    </button>
  );
}
