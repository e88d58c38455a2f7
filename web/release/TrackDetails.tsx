import type { Track } from '@promenade/contract/catalogue';
import { nameLanguages } from '@promenade/contract/languages';
import { LYRICS_PREVIEW } from '@promenade/contract/limits';
import { shownTextNames } from '@promenade/contract/releaseFields';
import { useState } from 'react';
import { getLanguage, type Translate, useText } from '../platform/text.ts';
import { Fact } from './Fact.tsx';
import styles from './TrackDetails.module.css';

const plainFields = [
  'album',
  'language',
  'composer',
  'isrc',
  ...shownTextNames,
  'copyrightyear',
  'publishing',
  'producer',
] as const;
type PlainField = (typeof plainFields)[number];
export const copyableFields: readonly PlainField[] = ['isrc', 'upcnumber', 'catalognumber'];
const noFields: readonly PlainField[] = [];

/** The label's details of a track. Fields without a value and those in `without` are omitted. */
export function TrackDetails({ track, without = noFields }: { track: Track; without?: readonly PlainField[] }) {
  const t = useText();
  const roles = Object.entries(track.canadian);
  const facts = { ...track, language: formatLanguage(track, t) };
  const fields = plainFields.filter(
    // An earlier version may have stored a track without one.
    (field) => facts[field] && !without.includes(field),
  );
  const isEmpty = fields.length === 0 && roles.length === 0 && track.writers.length === 0 && track.lyrics === '';
  if (isEmpty) return <p className={styles.none}>{t('release.no-details')}</p>;
  return (
    <dl className={styles.details}>
      {fields.map((field) => (
        <Fact
          key={field}
          name={t(`track.${field}`)}
          {...(copyableFields.includes(field) && { copyValue: String(track[field]) })}
        >
          {String(facts[field])}
        </Fact>
      ))}
      {track.writers.length > 0 && <Fact name={t('track.writers')}>{track.writers.join(', ')}</Fact>}
      {roles.length > 0 && (
        <Fact name={t('track.canadian')}>
          <ul>
            {roles.map(([role, name]) => (
              <li key={role}>
                <span className={styles.role}>{role}</span> <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {track.lyrics && (
        <Fact name={t('track.lyrics')} className={styles.whole}>
          <Lyrics text={track.lyrics} />
        </Fact>
      )}
    </dl>
  );
}

/** `Intl.DisplayNames` has no good name for `zxx` (no linguistic content). */
const formatLanguage = ({ language }: Track, t: Translate): string =>
  language === 'zxx' ? t('track.wordless') : nameLanguages(language, getLanguage());

/** The first LYRICS_PREVIEW characters with a button for the rest. */
function Lyrics({ text }: { text: string }) {
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
