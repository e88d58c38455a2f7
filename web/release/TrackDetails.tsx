import type { Track } from '@promenade/contract/catalogue';
import { languageName } from '../platform/format.ts';
import { type Translate, useText } from '../platform/text.ts';
import { Fact } from './Fact.tsx';
import { Lyrics } from './Lyrics.tsx';
import styles from './TrackDetails.module.css';

const plain = [
  'album',
  'language',
  'composer',
  'isrc',
  'upcnumber',
  'catalognumber',
  'copyrightyear',
  'publishing',
  'producer',
] as const;
type Plain = (typeof plain)[number];
/** What people type into other systems. */
const copied: readonly Plain[] = ['isrc', 'upcnumber', 'catalognumber'];
const nothing: readonly Plain[] = [];

/** What the label says about a track; a field without a value is not there, nor one that the place said already. */
export function TrackDetails({ track, without = nothing }: { track: Track; without?: readonly Plain[] }) {
  const t = useText();
  const roles = Object.entries(track.canadian);
  const fields = plain.filter((field) => track[field] !== '' && track[field] !== null && !without.includes(field));
  const isEmpty = fields.length === 0 && roles.length === 0 && track.writers.length === 0 && track.lyrics === '';
  if (isEmpty) return <p className={styles.none}>{t('release.no-details')}</p>;
  return (
    <dl className={styles.details}>
      {fields.map((field) => (
        <Fact key={field} name={t(`track.${field}`)} {...(copied.includes(field) && { copied: String(track[field]) })}>
          {field === 'language' ? languageOf(track, t) : String(track[field])}
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

/** Browsers spell out every code of ISO 639 but the one of music without words. */
const languageOf = ({ language }: Track, t: Translate): string =>
  language === 'zxx' ? t('track.wordless') : languageName(language);
