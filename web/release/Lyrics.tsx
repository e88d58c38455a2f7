import { LYRICS_PREVIEW } from '@promenade/contract/limits';
import { useState } from 'react';
import { useText } from '../platform/text.ts';
import styles from './TrackDetails.module.css';

/** The first hundred characters, and the rest on request. */
export function Lyrics({ text }: { text: string }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const characters = Array.from(text);
  if (characters.length <= LYRICS_PREVIEW)
    return (
      <p className={styles.lyrics} dir="auto">
        {text}
      </p>
    );
  return (
    <>
      <p className={styles.lyrics} dir="auto">
        {isOpen ? text : `${characters.slice(0, LYRICS_PREVIEW).join('')}…`}
      </p>
      <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'track.read-less' : 'track.read-more')}
      </button>
    </>
  );
}
