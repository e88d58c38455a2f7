import type { ReleaseDetail, Track } from '@promenade/contract/catalogue';
import { shownTextNames } from '@promenade/contract/releaseFields';
import { FileSpreadsheet, FileText, Table } from 'lucide-react';
import { formatDuration } from '../catalogue/format.ts';
import { ArtistLinks, LabelLinks } from '../catalogue/NameLinks.tsx';
import { VersionedTitle } from '../catalogue/VersionedTitle.tsx';
import { buttonClass } from '../design/Button.tsx';
import { Icon } from '../design/Icon.tsx';
import { formatLongDate, parseImpactDate } from '../platform/format.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { getSheetUrl } from './attachmentData.ts';
import { Fact } from './Fact.tsx';
import styles from './Metadata.module.css';
import { copyableFields, TrackDetails } from './TrackDetails.tsx';

const sheets = [
  { format: 'xlsx', text: 'release.open-xlsx', icon: FileSpreadsheet },
  { format: 'csv', text: 'release.open-csv', icon: Table },
  { format: 'pdf', text: 'release.open-pdf', icon: FileText },
] as const;
/** Fields that are equal on all tracks, shown once for the release. */
const releaseFields = [...new Set(['catalognumber', ...shownTextNames, 'copyrightyear'] as const)];
const hidden = [...releaseFields, 'album'] as const;

/** All details of a release and its tracks, with links to its sheets (requirement C-DETAIL-23). */
export function Metadata({ release }: { release: ReleaseDetail }) {
  const t = useText();
  return (
    <div className={styles.metadata}>
      <p className={styles.sheets}>
        {sheets.map(({ format, text, icon }) => (
          <a
            key={format}
            href={getSheetUrl(release.releaseid, format)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ size: 'small' })}
          >
            <Icon icon={icon} size={18} />
            {t(text)}
          </a>
        ))}
      </p>
      <ReleaseFacts release={release} />
      <ol>
        {release.songs.map((track, index) => (
          <li key={track.trackid} className={styles.track}>
            <TrackHeading track={track} number={index + 1} />
            <TrackDetails track={track} without={hidden} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function ReleaseFacts({ release }: { release: ReleaseDetail }) {
  const t = useText();
  const { labels, genres, available, impactdate, release_type, songs } = release;
  return (
    <dl className={styles.facts}>
      {labels.length > 0 && (
        <Fact name={t('release.label')}>
          <LabelLinks labels={labels} />
        </Fact>
      )}
      {releaseFields
        .map((field) => [field, findFirstValue(songs, field)] as const)
        .filter(([, value]) => value !== '')
        .map(([field, value]) => (
          <Fact key={field} name={t(`track.${field}`)} {...(copyableFields.includes(field) && { copyValue: value })}>
            {value}
          </Fact>
        ))}
      <Fact name={t('release.type')}>{release_type}</Fact>
      <Fact name={t('release.available')}>{formatLongDate(available, getLanguage())}</Fact>
      {impactdate !== null && (
        <Fact name={t('release.impact')}>{formatLongDate(parseImpactDate(impactdate), getLanguage())}</Fact>
      )}
      {genres.length > 0 && <Fact name={t('release.genres')}>{genres.join(', ')}</Fact>}
    </dl>
  );
}

function TrackHeading({ track, number }: { track: Track; number: number }) {
  const { title, version, duration } = track;
  return (
    <>
      <h2 className={styles.title}>
        <span className={styles.number}>{number}</span>{' '}
        <bdi>
          <VersionedTitle title={title} version={version} />
        </bdi>
      </h2>
      <p className={styles.artist}>
        <ArtistLinks of={track} /> · {formatDuration(duration)}
      </p>
    </>
  );
}

const findFirstValue = (songs: Track[], field: (typeof releaseFields)[number]): string =>
  String(songs.find((track) => track[field])?.[field] ?? '');
