import { CANCON, type Release } from '@promenade/contract/catalogue';
import { Forward, TrendingUp } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';
import { Icon } from '../design/Icon.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { cardDate } from '../platform/format.ts';
import { releasePath } from '../platform/paths.ts';
import { language, useText } from '../platform/text.ts';
import { useListen } from '../player/listen.ts';
import { ExplicitMark } from '../releases/ExplicitMark.tsx';
import { useDwell } from './dwell.ts';
import { pressInstead } from './pressInstead.ts';
import styles from './ReleaseCard.module.css';

const controls = async () => ({ default: (await import('./CardControls.tsx')).CardControls });
const CardControls = lazy(controls);

/** Fetches what a card shows under the pointer before one is there. */
export function prefetchCardControls(): void {
  // A failed fetch here is tried again when a pointer comes.
  void controls().catch(() => undefined);
}

interface Props {
  release: Release;
  /** In the first row: its cover is fetched before the others. */
  isFirst: boolean;
  /** The one card that the Tab key stops at. */
  isStop: boolean;
  /** Opens the pop-up; where it is missing (mobile) the card leads to the page. */
  onOpen?: ((release: Release) => void) | undefined;
  onLead: (release: Release) => void;
}

/**
 * A release as a sleeve with its words below. Hundreds come and go while one scrolls: it listens to little, its link is a
 * plain one, and its controls come with the pointer or the focus.
 */
export const ReleaseCard = memo(function ReleaseCard({ release, isFirst, isStop, onOpen, onLead }: Props) {
  const t = useText();
  const [wasNear, setNear] = useState(false);
  const { prepare } = useListen();
  const { releaseid, title, artist, explicit, thumbnail, color } = release;
  const sharedBy = release.shared_by && t('share-release.shared-by', { name: release.shared_by.name });
  const isFlagged = release.flagged || release.flaggedtrackcount > 0;
  const isUnheard = release.trackcount > 0 && release.unheardtrackcount === release.trackcount;
  const tabIndex = isStop ? 0 : -1;
  const dwell = useDwell(
    () => prepare(releaseid),
    () => setNear(true),
  );
  return (
    <article className={styles.card} {...dwell}>
      {wasNear && <span className={styles.record} aria-hidden />}
      <Sleeve src={thumbnail} color={color} eager={isFirst} />
      <h2 className={styles.title}>
        <a
          href={releasePath(releaseid)}
          className={styles.open}
          tabIndex={tabIndex}
          aria-haspopup={onOpen && 'dialog'}
          onClick={pressInstead(() => (onOpen ?? onLead)(release))}
          title={title}
        >
          <bdi>{title}</bdi>
        </a>
        {explicit && <ExplicitMark />}
        {release.trending && (
          <span className={styles.trending} role="img" aria-label={t('release.trending')} title={t('release.trending')}>
            <Icon of={TrendingUp} size={15} />
          </span>
        )}
        {sharedBy && (
          <span className={styles.shared} role="img" aria-label={sharedBy} title={sharedBy}>
            <Icon of={Forward} size={15} />
          </span>
        )}
      </h2>
      <p className={styles.artist}>
        <bdi>{artist}</bdi>
      </p>
      <p className={styles.quiet}>
        <time dateTime={release.available} className={styles.date}>
          {cardDate(release.available, language())}
        </time>
        <span className={styles.type}>{release.release_type}</span>
        {release.market_tags.includes(CANCON) && (
          <span className={styles.canadian} title={t('release.canadian-name')}>
            {t('release.canadian')}
          </span>
        )}
        {(isFlagged || isUnheard) && (
          <span className={styles.marks}>
            {isFlagged && (
              <span className={styles.flag} role="img" aria-label={t('gallery.flagged')} title={t('gallery.flagged')} />
            )}
            {isUnheard && (
              <span className={styles.dot} role="img" aria-label={t('gallery.unheard')} title={t('gallery.unheard')} />
            )}
          </span>
        )}
      </p>
      {wasNear && (
        <Suspense fallback={null}>
          <CardControls release={release} tabIndex={tabIndex} onInfo={onLead} />
        </Suspense>
      )}
    </article>
  );
});
