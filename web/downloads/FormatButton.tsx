import { ArrowDownToLine } from 'lucide-react';
import { Icon } from '../design/Icon.tsx';
import styles from './FormatButton.module.css';

interface Props {
  /** The only word that has room in it: WAV. */
  word: string;
  label: string;
  tabIndex?: number | undefined;
  onClick: () => void;
}

/** A small round button that takes something home in one format. */
export function FormatButton({ word, label, tabIndex, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.button}
      title={label}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <Icon of={ArrowDownToLine} size={15} />
      <span aria-hidden>{word}</span>
    </button>
  );
}
