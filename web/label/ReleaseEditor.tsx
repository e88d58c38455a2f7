import { type Check, checks as checkLevels, type StaffDocument } from '@promenade/contract/label';
import { ArrowLeft, Eye, TriangleAlert } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { getSmallCover } from '../catalogue/format.ts';
import { Button, buttonClass } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Icon } from '../design/Icon.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { formatLongDate } from '../platform/format.ts';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { releaseReportPath } from './consolePaths.ts';
import { EditorField } from './EditorField.tsx';
import { useStaffDocument } from './editorData.ts';
import { releaseFields, trackFields } from './editorFields.ts';
import { History } from './History.tsx';
import styles from './ReleaseEditor.module.css';

/** Everything that is said about a release, to correct it. */
export function ReleaseEditor() {
  const t = useText();
  const { releaseid = '' } = useParams();
  const { data, error, refetch } = useStaffDocument(releaseid);
  useTitle(data ? t('label.editor', { title: data.release.title }) : t('label.releases'), false);
  const isUnknown = getRefusalCode(error) === 'RELEASE_NOT_FOUND' || getRefusalCode(error) === 'VALIDATION';
  return (
    <div className={styles.page}>
      <Link to={paths.console} className={`${buttonClass({ variant: 'plain', size: 'small' })} ${styles.back}`}>
        <Icon icon={ArrowLeft} size={18} />
        {t('label.back')}
      </Link>
      {!data && !error && <Skeleton height={480} borderRadius="var(--radius-panel)" />}
      {!data && isUnknown && (
        <EmptyState icon={Eye} heading="h1" title={t('label.not-found-title')} hint={t('label.not-found-hint')} />
      )}
      {!data && error && !isUnknown && (
        <EmptyState isFailure title={t('gallery.failed-title')} hint={t('gallery.failed-hint')}>
          <Button variant="primary" onClick={() => void refetch()}>
            {t('gallery.retry')}
          </Button>
        </EmptyState>
      )}
      {data && (
        <>
          <Head data={data} />
          <Checks data={data} />
          <Facts data={data} />
          <Tracks data={data} />
          <History releaseid={releaseid} data={data} />
        </>
      )}
    </div>
  );
}

function Head({ data: { release, mayedit } }: { data: StaffDocument }) {
  const t = useText();
  const { artist, label, thumbnail, title, state, releaseid } = release;
  const date = formatLongDate(release.available, getLanguage());
  return (
    <header className={styles.head}>
      <CoverArt src={thumbnail && getSmallCover(thumbnail)} pixels={160} className={styles.cover} eager />
      <div className={styles.words}>
        <h1 className={styles.title}>
          <bdi>{title}</bdi>
        </h1>
        <p className={styles.hint}>
          {label === null ? t('label.by-nobody', { artist, date }) : t('label.by', { artist, label, date })}
          {state !== 'available' && <span className={styles.state}>{t(`label.${state}`)}</span>}
        </p>
        {!mayedit && <p className={styles.hint}>{t('label.viewer-only')}</p>}
        <p>
          <Link to={releaseReportPath(releaseid)} className={buttonClass({ size: 'small' })}>
            {t('label.see-report')}
          </Link>
        </p>
      </div>
    </header>
  );
}

const placeOf = ({ document }: StaffDocument, trackid: string) => document.tracks[trackid]?.ordinal ?? 0;

function Checks({ data }: { data: StaffDocument }) {
  const t = useText();
  const count = (level: string) => data.checks.filter(({ code }) => checkLevels[code] === level).length;
  const placeOfCheck = ({ trackid }: Check) => (trackid === null ? 0 : placeOf(data, trackid));
  const sentence = (check: Check) => t(`label.check-${check.code}`, { place: placeOfCheck(check) });
  const ordered = data.checks.toSorted(
    (a, b) => checkLevels[a.code].localeCompare(checkLevels[b.code]) || placeOfCheck(a) - placeOfCheck(b),
  );
  return (
    <section aria-label={t('label.checks')}>
      {data.checks.length === 0 ? (
        <p className={styles.hint}>{t('label.checks-none')}</p>
      ) : (
        <details className={styles.checks}>
          <summary>
            <Icon icon={TriangleAlert} size={18} />
            {[t('label.errors', { count: count('error') }), t('label.warnings', { count: count('warning') })].join(
              ', ',
            )}
          </summary>
          <ul>
            {ordered.map((check) => (
              <li key={`${check.code} ${check.trackid}`} data-level={checkLevels[check.code]}>
                {check.trackid === null ? sentence(check) : <a href={`#${check.trackid}`}>{sentence(check)}</a>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Facts({ data }: { data: StaffDocument }) {
  const t = useText();
  const { release, document, delivered, mayedit } = data;
  return (
    <section>
      <h2 className={styles.heading}>{t('label.facts')}</h2>
      <div className={styles.fields}>
        {releaseFields.map(([field, kind, choices]) => (
          <EditorField
            key={field}
            releaseid={release.releaseid}
            field={field}
            label={t(`label.field-${field}`)}
            kind={kind}
            {...(choices && { choices: choices.map((value) => ({ value, text: value })) })}
            value={document[field]}
            delivered={delivered[field]}
            mayEdit={mayedit}
            patchOf={(value) => ({ [field]: value })}
          />
        ))}
      </div>
    </section>
  );
}

function Tracks({ data }: { data: StaffDocument }) {
  const t = useText();
  const { release, document, delivered, mayedit } = data;
  const tracks = Object.entries(document.tracks).toSorted(([, a], [, b]) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
  return (
    <section>
      <h2 className={styles.heading}>{t('label.editor-tracks')}</h2>
      <ol className={styles.tracks}>
        {tracks.map(([trackid, track], index) => (
          <li key={trackid} id={trackid} className={styles.track} tabIndex={-1}>
            <h3 className={styles.place}>
              {`${index + 1}. `}
              <bdi>{track.title}</bdi>
            </h3>
            <div className={styles.fields}>
              {trackFields.map(([field, kind, choices]) => (
                <EditorField
                  key={field}
                  releaseid={release.releaseid}
                  field={field}
                  label={t(`label.field-${field}`)}
                  kind={kind}
                  {...(choices && {
                    choices: choices.map((value) => ({ value, text: t(`label.explicit-${value}`) })),
                  })}
                  value={track[field]}
                  delivered={delivered.tracks[trackid]?.[field]}
                  mayEdit={mayedit}
                  patchOf={(value) => ({ tracks: { [trackid]: { [field]: value } } })}
                />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
