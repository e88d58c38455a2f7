import { CANCON, type Release } from '@promenade/contract/catalogue';
import { Forward } from 'lucide-react';
import { memo, useState } from 'react';
import { formatTooltip } from '../../catalogue/format.ts';
import { CanadianBadge, ExplicitMark, FlaggedMark, Mark, ToHearMark, TrendingMark } from '../../catalogue/Marks.tsx';
import { ArtistLinks } from '../../catalogue/NameLinks.tsx';
import { CoverArt } from '../../design/CoverArt.tsx';
import { classNames } from '../../design/classNames.ts';
import { Icon } from '../../design/Icon.tsx';
import { formatCardDate } from '../../platform/format.ts';
import { releasePath } from '../../platform/paths.ts';
import { getLanguage, useText } from '../../platform/text.ts';
import { usePlayActions } from '../../player/playActions.ts';
import { useHoverIntent } from '../hoverIntent.ts';
import { onPlainClick } from '../plainClick.ts';
import { CardControls } from './CardControls.tsx';
import styles from './ReleaseCard.module.css';

interface Props {
  release: Release;
  /** Its cover is loaded first. */
  isFirstRow: boolean;
  /** Of all cards one is tabbable. */
  isTabStop: boolean;
  /** Opens the pop-up. On phones, without it, the card leads to the page. */
  onOpen?: ((release: Release) => void) | undefined;
  onNavigate: (release: Release) => void;
}

/**
 * A release as a cover with text below. Scrolling mounts hundreds of cards: they subscribe to little, use a plain link, and
 * mount their controls on hover or focus.
 */
export const ReleaseCard = memo(function ReleaseCard({ release, isFirstRow, isTabStop, onOpen, onNavigate }: Props) {
  const t = useText();
  const [hasControls, setControls] = useState(false);
  const { prefetch } = usePlayActions();
  const { releaseid, title, explicit, thumbnail, color } = release;
  const sharedBy = release.shared_by && t('share-release.shared-by', { name: release.shared_by.name });
  const isFlagged = release.flagged || release.flaggedtrackcount > 0;
  const tabIndex = isTabStop ? 0 : -1;
  const hoverHandlers = useHoverIntent(
    () => prefetch(releaseid),
    () => setControls(true),
  );
  return (
    <article className={styles.card} {...hoverHandlers}>
      {hasControls && <span className={styles.record} aria-hidden />}
      <CoverArt src={thumbnail} color={color} eager={isFirstRow} />
      <h2 className={styles.title}>
        <a
          href={releasePath(releaseid)}
          className={classNames('ellipsis', styles.open)}
          tabIndex={tabIndex}
          data-stop
          aria-haspopup={onOpen && 'dialog'}
          onClick={onPlainClick(() => (onOpen ?? onNavigate)(release))}
          data-tooltip={formatTooltip(title, release.artist)}
          dir="auto"
        >
          {title}
        </a>
        {explicit && <ExplicitMark />}
        {release.trending && <TrendingMark />}
        {sharedBy && (
          <Mark label={sharedBy} className={styles.shared}>
            <Icon icon={Forward} size={15} />
          </Mark>
        )}
      </h2>
      <p className={classNames('ellipsis', styles.artist)}>
        <ArtistLinks of={release} tabIndex={tabIndex} />
      </p>
      <p className={styles.quiet}>
        <time dateTime={release.available} className={styles.date}>
          {formatCardDate(release.available, getLanguage())}
        </time>
        <span className="ellipsis">{release.release_type}</span>
        {release.market_tags.includes(CANCON) && <CanadianBadge className={styles.canadian} />}
        <span className={styles.marks}>
          {isFlagged && <FlaggedMark />}
          <ToHearMark tohear={release.tohear} />
        </span>
      </p>
      {hasControls && <CardControls release={release} tabIndex={tabIndex} onInfo={onNavigate} />}
    </article>
  );
});
