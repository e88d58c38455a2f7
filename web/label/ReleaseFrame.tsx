import type { StaffRelease } from '@promenade/contract/label';
import { ArrowLeft, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getSmallCover } from '../catalogue/format.ts';
import { Button, buttonClass } from '../design/Button.tsx';
import { CoverArt } from '../design/CoverArt.tsx';
import { EmptyState } from '../design/EmptyState.tsx';
import { Icon } from '../design/Icon.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { getRefusalCode } from '../platform/errorText.ts';
import { formatLongDate } from '../platform/format.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { staffReleasesPath } from './consolePaths.ts';
import styles from './ReleaseReport.module.css';

/** The link to the releases of the caller's labels. */
export function BackLink() {
  const t = useText();
  return (
    <Link to={staffReleasesPath()} className={`${buttonClass({ variant: 'plain', size: 'small' })} ${styles.back}`}>
      <Icon icon={ArrowLeft} size={18} />
      {t('label.back')}
    </Link>
  );
}

interface FrameProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Instead of the words about a report. */
  unknownTitle?: string;
  unknownHint?: string;
  /** Instead of the words about a release. */
  failedTitle?: string;
  children: (data: Data) => ReactNode;
}

/** A page about one release or label: what was loaded, or that it is loading, unknown or cannot be loaded. */
export function ReleaseFrame<Data>({ query, unknownTitle, unknownHint, failedTitle, children }: FrameProps<Data>) {
  const t = useText();
  const { data, error, refetch } = query;
  const isUnknown = UNKNOWN.includes(getRefusalCode(error));
  return (
    <div className={styles.page}>
      <BackLink />
      {!data && !error && <Skeleton height={480} borderRadius="var(--radius-panel)" />}
      {!data && isUnknown && (
        <EmptyState
          icon={Eye}
          heading="h1"
          title={unknownTitle ?? t('label.not-found-title')}
          hint={unknownHint ?? t('label.not-found-hint')}
        />
      )}
      {!data && Boolean(error) && !isUnknown && (
        <EmptyState isFailure heading="h1" title={failedTitle ?? t('label.failed')} hint={t('common.failed-hint')}>
          <Button variant="primary" onClick={() => void refetch()}>
            {t('gallery.retry')}
          </Button>
        </EmptyState>
      )}
      {data && children(data)}
    </div>
  );
}

const UNKNOWN: unknown[] = ['RELEASE_NOT_FOUND', 'LABEL_NOT_FOUND', 'VALIDATION'];

interface HeadProps {
  release: Pick<StaffRelease, 'title' | 'artist' | 'label' | 'thumbnail' | 'state' | 'available'>;
  /** Below title and artist. */
  children: ReactNode;
}

export function ReleaseHead({ release, children }: HeadProps) {
  const t = useText();
  const { artist, label, thumbnail, title, state } = release;
  const date = formatLongDate(release.available, getLanguage());
  return (
    <header className={styles.head}>
      <CoverArt src={thumbnail && getSmallCover(thumbnail)} pixels={160} className={styles.cover} eager />
      <div className={styles.words}>
        <h1 className={styles.title}>
          <bdi>{title}</bdi>
        </h1>
        <p className={styles.hint}>
          {state === 'draft'
            ? [artist, label].filter(Boolean).join(' · ')
            : label === null
              ? t('label.by-nobody', { artist, date })
              : t('label.by', { artist, label, date })}
          {state !== 'available' && <span className={styles.state}>{t(`label.${state}`)}</span>}
        </p>
        {children}
      </div>
    </header>
  );
}
