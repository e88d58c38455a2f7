import type { Track } from '@promenade/contract/catalogue';
import { useText } from '../platform/text.ts';
import { languageName } from './format.ts';
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

/** What the label says about a track; a field without a value is not there. */
export function TrackDetails({ track }: { track: Track }) {
  const t = useText();
  const roles = Object.entries(track.canadian);
  const fields = plain.filter((field) => track[field] !== '' && track[field] !== null);
  const isEmpty = fields.length === 0 && roles.length === 0 && track.writers.length === 0 && track.lyrics === '';
  if (isEmpty) return <p className={styles.none}>{t('release.no-details')}</p>;
  return (
    <dl className={styles.details}>
      {fields.map((field) => (
        <div key={field}>
          <dt>{t(`track.${field}`)}</dt>
          <dd>
            <bdi>{field === 'language' ? languageName(track.language) : track[field]}</bdi>
          </dd>
        </div>
      ))}
      {track.writers.length > 0 && (
        <div>
          <dt>{t('track.writers')}</dt>
          <dd>
            <bdi>{track.writers.join(', ')}</bdi>
          </dd>
        </div>
      )}
      {roles.length > 0 && (
        <div>
          <dt>{t('track.canadian')}</dt>
          {roles.map(([role, name]) => (
            <dd key={role}>
              <span className={styles.role}>{role}</span> <bdi>{name}</bdi>
            </dd>
          ))}
        </div>
      )}
      {track.lyrics && (
        <div className={styles.whole}>
          <dt>{t('track.lyrics')}</dt>
          <dd>
            <Lyrics text={track.lyrics} />
          </dd>
        </div>
      )}
    </dl>
  );
}
