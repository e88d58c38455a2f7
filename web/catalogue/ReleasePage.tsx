import { CANCON, type Release } from '@promenade/contract/catalogue';
import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { useTitle } from '../platform/pageTitle.ts';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { ExplicitMark } from '../player/ExplicitMark.tsx';
import { playingTime } from '../player/time.ts';
import { CoverView } from './CoverView.tsx';
import { useRelease } from './data.ts';
import { Facts } from './Facts.tsx';
import { explicitTitle } from './format.ts';
import { NoAccess } from './NoAccess.tsx';
import { ReleaseActions } from './ReleaseActions.tsx';
import styles from './ReleasePage.module.css';
import { isNoAccess } from './refused.ts';
import { SharedBy } from './SharedBy.tsx';
import { Tracklist } from './Tracklist.tsx';

/** Everything about one release. What a list already knew is there at once; its tracks follow. */
export function ReleasePage({ releaseid }: { releaseid: string }) {
  const t = useText();
  const { release, known, error, refetch } = useRelease(releaseid);
  useTitle(known ? explicitTitle(known) : t('release.info-word'), false);
  if (error) return <NoAccess failure={error} onRetry={isNoAccess(error) ? undefined : () => void refetch()} />;
  return (
    <div className={styles.page}>
      {known ? <Head release={known} /> : <div className={styles.headSkeleton} />}
      <Tracklist key={releaseid} release={release} trackcount={known?.trackcount ?? 3} />
    </div>
  );
}

function Head({ release }: { release: Release }) {
  const t = useText();
  const { title, artist, explicit, trackcount, duration } = release;
  return (
    <div className={styles.head} style={{ '--tint': release.color } as CSSProperties}>
      <Breadcrumb title={title} />
      <CoverView release={release} className={styles.cover} />
      <div className={styles.words}>
        <p className={styles.badges}>
          <span>{release.release_type}</span>
          {release.trending && <span>{t('release.trending')}</span>}
          {release.market_tags.includes(CANCON) && (
            <span className={styles.canadian}>{t('release.canadian-name')}</span>
          )}
        </p>
        <h1 className={styles.title}>
          <bdi>{title}</bdi> {explicit && <ExplicitMark />}
        </h1>
        <p className={styles.artist}>
          <bdi>{artist}</bdi>
        </p>
        <p className={styles.songs}>{t('release.songs', { count: trackcount, duration: playingTime(duration) })}</p>
        <SharedBy release={release} className={styles.shared} />
        <ReleaseActions release={release} />
        <Facts release={release} className={styles.facts} />
      </div>
    </div>
  );
}

function Breadcrumb({ title }: { title: string }) {
  const t = useText();
  return (
    <nav aria-label={t('release.breadcrumb')} className={styles.breadcrumb}>
      <ol>
        <li>
          <Link to={paths.releases}>{t('release.releases')}</Link>
        </li>
        <li>
          <Icon of={ChevronRight} size={14} />
          <bdi aria-current="page">{title}</bdi>
        </li>
      </ol>
    </nav>
  );
}
