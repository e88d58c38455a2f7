import type { Track } from '@promenade/contract/catalogue';
import { useText } from '../platform/text.ts';
import { getKeyCode } from './musicalKey.ts';
import styles from './TrackFacts.module.css';

/** Beats per minute, marked when they were measured. */
export function Tempo({ track: { bpm, bpmfound }, hasUnit }: { track: Track; hasUnit?: boolean }) {
  const t = useText();
  if (bpm === null) return null;
  const text = hasUnit ? t('track.bpm-value', { bpm }) : String(bpm);
  return (
    <Fact
      text={text}
      note={bpmfound ? t('track.found', { name: t('track.bpm-value', { bpm }) }) : undefined}
      isFound={bpmfound}
    />
  );
}

/** The code of the key; its name is the tooltip. */
export function MusicalKey({ track: { key, keyfound } }: { track: Track }) {
  const t = useText();
  if (key === null) return null;
  return (
    <Fact text={getKeyCode(key) || key} note={keyfound ? t('track.found', { name: key }) : key} isFound={keyfound} />
  );
}

function Fact({ text, note, isFound }: { text: string; note: string | undefined; isFound: boolean }) {
  return (
    <span className={styles.fact} data-tooltip={note}>
      {isFound && <span aria-hidden>{'~'}</span>}
      {text}
      {note && (
        <>
          {' '}
          <span className="visuallyHidden">{`(${note})`}</span>
        </>
      )}
    </span>
  );
}
