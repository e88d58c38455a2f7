import { useEffect, useState } from 'react';
import { classNames } from './classNames.ts';
import styles from './SearchField.module.css';

const DEBOUNCE_MS = 250;

interface Props {
  label: string;
  value: string;
  /** Called with the trimmed text once typing pauses. */
  onSearch: (value: string) => void;
  /** Characters. */
  maxLength: number;
  className?: string | undefined;
}

/** A debounced search input. */
export function SearchField({ label, value, onSearch, maxLength, className }: Props) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <input
      type="search"
      className={classNames('control', styles.field, className)}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
