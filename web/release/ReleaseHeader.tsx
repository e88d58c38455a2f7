import { CANCON, type Release } from '@promenade/contract/catalogue';
import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { Skeleton } from '../design/Skeleton.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import { SharedBy } from '../releases/SharedBy.tsx';
import { playingTime } from '../releases/time.ts';
import { CoverView } from './CoverView.tsx';
import { Facts } from './Facts.tsx';
import { ReleaseActions } from './ReleaseActions.tsx';
import styles from './ReleaseHead.module.css';

interface Props {
  release: Release;
  hasArchive: boolean;
  /** Opens what the label writes, where that has no card of its own. */
  onRead: (() => void) | undefined;
}

/** The top of a release's page: cover, names, actions, facts, on a dark tint of the cover. */
export function ReleaseHead({ release, hasArchive, onRead }: Props) {
  const t = useText();
  const { title, artist, explicit, trackcount, duration } = release;
  return (
    <div className={styles.place}>
      <div className={styles.head} style={{ '--tint': release.color } as CSSProperties}>
        <Breadcrumb title={title} />
        <CoverView release={release} className={styles.cover} />
        <div className={styles.words}>
          <Badges release={release} />
          <h1 className={styles.title}>
            <bdi>{title}</bdi> {explicit && <ExplicitMark />}
          </h1>
          <p className={styles.artist}>
            <bdi>{artist}</bdi>
          </p>
          <p className={styles.songs}>
            {t('release.songs', { count: trackcount, duration: playingTime(duration) })}
            {onRead && (
              <button type="button" className={styles.read} onClick={onRead}>
                {t('promo.read')}
              </button>
            )}
          </p>
          <SharedBy release={release} className={styles.shared} />
          <ReleaseActions release={release} hasArchive={hasArchive} />
          <Facts release={release} className={styles.facts} />
        </div>
      </div>
    </div>
  );
}

/** Its shape while nothing is known of the release. */
export function ReleaseHeadSkeleton() {
  return (
    <div className={styles.place} aria-busy>
      <div className={styles.head}>
        <Skeleton className={styles.breadcrumbComing} />
        <Skeleton className={styles.coverComing} />
        <div className={styles.words}>
          <Skeleton className={styles.titleComing} />
          <Skeleton className={styles.artistComing} />
          <Skeleton className={styles.actionsComing} />
          <Skeleton className={styles.factsComing} />
        </div>
      </div>
    </div>
  );
}

function Badges({ release }: { release: Release }) {
  const t = useText();
  return (
    <p className={styles.badges}>
      <span>{release.release_type}</span>
      {release.trending && <span>{t('release.trending')}</span>}
      {release.market_tags.includes(CANCON) && <span>{t('release.canadian-name')}</span>}
    </p>
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
