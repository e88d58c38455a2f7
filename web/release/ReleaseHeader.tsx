import { CANCON, type Release, type Track } from '@promenade/contract/catalogue';
import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { formatDuration } from '../catalogue/format.ts';
import { ExplicitMark } from '../catalogue/Marks.tsx';
import { ArtistLinks } from '../catalogue/NameLinks.tsx';
import { Icon } from '../design/Icon.tsx';
import { Skeleton } from '../design/Loading.tsx';
import { paths } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { CoverView } from './CoverView.tsx';
import { Facts } from './Facts.tsx';
import { ReleaseActions } from './ReleaseActions.tsx';
import styles from './ReleaseHeader.module.css';
import { SharedBy } from './SharedBy.tsx';

interface Props {
  release: Release;
  /** Undefined while loading. */
  songs: readonly Track[] | undefined;
  hasArchive: boolean;
  hasFacts: boolean;
  /** Opens the promotional text where it has no card. */
  onOpenPromo: (() => void) | undefined;
}

export function ReleaseHeader({ release, songs, hasArchive, hasFacts, onOpenPromo }: Props) {
  const t = useText();
  const { title, explicit, trackcount, duration } = release;
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
            <ArtistLinks of={release} />
          </p>
          <p className={styles.songs}>
            {t('release.songs', { count: trackcount, duration: formatDuration(duration) })}
            {onOpenPromo && (
              <button type="button" className={styles.read} onClick={onOpenPromo}>
                {t('promo.read')}
              </button>
            )}
          </p>
          <SharedBy release={release} className={styles.shared} />
          <ReleaseActions release={release} songs={songs} hasArchive={hasArchive} />
          {hasFacts && <Facts release={release} className={styles.facts} />}
        </div>
      </div>
    </div>
  );
}

export function ReleaseHeaderSkeleton() {
  return (
    <div className={styles.place} aria-busy>
      <div className={styles.head}>
        <Skeleton className={styles.breadcrumb} width={160} height={12} />
        <Skeleton className={styles.cover} aspectRatio={1} borderRadius="var(--radius-cover)" />
        <div className={styles.words}>
          <Skeleton width="min(100%, 380px)" height={36} />
          <Skeleton width="min(60%, 200px)" height={18} margin="var(--space-3) 0 var(--space-8)" />
          <Skeleton width="min(100%, 340px)" height={44} borderRadius="var(--radius-pill)" />
          <Skeleton width="min(100%, 420px)" height={84} margin="var(--space-6) 0 0" />
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
          <Icon icon={ChevronRight} size={14} />
          <bdi aria-current="page" className="ellipsis">
            {title}
          </bdi>
        </li>
      </ol>
    </nav>
  );
}
