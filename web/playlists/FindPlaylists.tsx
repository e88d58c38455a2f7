import { LINE_MAX } from '@promenade/contract/limits';
import { useEffect, useState } from 'react';
import { useText } from '../platform/text.ts';
import styles from './PlaylistList.module.css';

/** What is typed is asked for once the fingers rest. */
const REST_MS = 250;

/** The field that narrows the list to playlists whose name or description holds these words (C-PLAYLIST-23). */
export function FindPlaylists({ words, onFind }: { words: string; onFind: (words: string) => void }) {
  const t = useText();
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => onFind(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed, words, onFind]);
  return (
    <input
      type="search"
      className={styles.search}
      aria-label={t('playlist.find')}
      placeholder={t('playlist.find')}
      maxLength={LINE_MAX}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
