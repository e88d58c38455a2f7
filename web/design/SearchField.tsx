import { useEffect, useState } from 'react';
import { classNames } from './classNames.ts';
import styles from './FindField.module.css';

/** What is typed is asked for once the fingers rest. */
const REST_MS = 250;

interface Props {
  label: string;
  /** What the list is narrowed to now. */
  words: string;
  onFind: (words: string) => void;
  /** In characters. */
  maxLength: number;
  className?: string | undefined;
}

/** The field that narrows a list to what holds these words. */
export function FindField({ label, words, onFind, maxLength, className }: Props) {
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => onFind(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, words, onFind]);
  return (
    <input
      type="search"
      className={classNames(styles.field, className)}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
