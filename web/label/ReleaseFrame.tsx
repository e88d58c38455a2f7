import type { StaffRelease } from '@promenade/contract/label';
import { ArrowLeft, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { getSmallCover } from '../catalogue/format.ts';
import { BackLink, DetailPage } from '../console/DetailPage.tsx';
import sections from '../console/sections.module.css';

import { CoverArt } from '../design/CoverArt.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { formatLongDate } from '../platform/format.ts';
import { getLanguage, useText } from '../platform/text.ts';
import { staffReleasesPath } from './consolePaths.ts';
import styles from './ReleaseReport.module.css';

/** The link to the releases of the caller's labels. */
export function BackToReleases() {
  const t = useText();
  return (
    <BackLink to={staffReleasesPath()} icon={ArrowLeft}>
      {t('label.back')}
    </BackLink>
  );
}

interface FrameProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Instead of the words about a report. */
  unknown?: { title: string; hint: string };
  /** Instead of the words about a release. */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/** A page about one release or label. */
export function ReleaseFrame<Data>({ query, unknown, failed, children }: FrameProps<Data>) {
  const t = useText();
  return (
    <DetailPage
      query={query}
      className={styles.page}
      back={<BackToReleases />}
      skeleton={<Skeleton height={480} borderRadius="var(--radius-panel)" />}
      unknown={{ icon: Eye, title: t('label.not-found-title'), hint: t('label.not-found-hint'), ...unknown }}
      failed={{ title: failed ?? t('label.failed') }}
    >
      {children}
    </DetailPage>
  );
}

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
        <h1 className={sections.title}>
          <bdi>{title}</bdi>
        </h1>
        <p className={sections.hint}>
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
