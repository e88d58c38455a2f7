import { CANCON, type Release } from '@promenade/contract/catalogue';
import { Flag, Forward, Info, Pause, Play, TrendingUp } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../design/Icon.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { Sleeve } from '../design/Sleeve.tsx';
import { releasePath } from '../platform/paths.ts';
import { language, type Translate, useText } from '../platform/text.ts';
import { ExplicitMark } from '../player/ExplicitMark.tsx';
import { useDwell } from './dwell.ts';
import { cardDate } from './format.ts';
import { useListen, usePlayRelease } from './listen.ts';
import { isPlainClick } from './plainClick.ts';
import styles from './ReleaseCard.module.css';

interface Props {
  release: Release;
  /** In the first row: its cover is fetched before the others. */
  isFirst: boolean;
  /** The one card that the Tab key stops at. */
  isStop: boolean;
  /** Opens the pop-up; where it is missing (mobile) the card leads to the page. */
  onOpen?: ((release: Release) => void) | undefined;
}

/**
 * A release as a sleeve with its words below. Hundreds come and go while one scrolls: it listens to little, and its link
 * is a plain one.
 */
export const ReleaseCard = memo(function ReleaseCard({ release, isFirst, isStop, onOpen }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const { prepare } = useListen();
  const { releaseid, title, artist, explicit, thumbnail, color } = release;
  const sharedBy = release.shared_by && t('share-release.shared-by', { name: release.shared_by.name });
  const isUnheard = release.trackcount > 0 && release.unheardtrackcount === release.trackcount;
  const tabIndex = isStop ? 0 : -1;
  const lead = () => void navigate(releasePath(releaseid));
  function open(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (onOpen) onOpen(release);
    else lead();
  }
  return (
    <article className={styles.card} {...useDwell(() => prepare(releaseid))}>
      <Sleeve src={thumbnail} color={color} eager={isFirst} record />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <a
            href={releasePath(releaseid)}
            className={styles.open}
            tabIndex={tabIndex}
            aria-haspopup={onOpen && 'dialog'}
            onClick={open}
            title={title}
          >
            <bdi>{title}</bdi>
          </a>
          {explicit && <ExplicitMark />}
          {release.trending && (
            <span
              className={styles.trending}
              role="img"
              aria-label={t('release.trending')}
              title={t('release.trending')}
            >
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
          <time dateTime={release.available}>{cardDate(release.available, language())}</time>
          <span>{release.release_type}</span>
          {release.market_tags.includes(CANCON) && (
            <span className={styles.canadian} title={t('release.canadian-name')}>
              {t('release.canadian')}
            </span>
          )}
          <span className={styles.marks}>
            {(release.flagged || release.flaggedtrackcount > 0) && (
              <span role="img" aria-label={t('gallery.flagged')} title={t('gallery.flagged')}>
                <Icon of={Flag} size={13} filled />
              </span>
            )}
            {isUnheard && (
              <span className={styles.dot} role="img" aria-label={t('gallery.unheard')} title={t('gallery.unheard')} />
            )}
          </span>
        </p>
      </div>
      <Controls release={release} tabIndex={tabIndex} t={t} onInfo={lead} />
    </article>
  );
});

interface ControlsProps {
  release: Release;
  tabIndex: number;
  t: Translate;
  onInfo: () => void;
}

function Controls({ release, tabIndex, t, onInfo }: ControlsProps) {
  const { isPlaying, isStarting, press } = usePlayRelease(release);
  const isSilent = release.duration === 0;
  return (
    <div className={styles.controls}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        filled
        look="accent"
        size="large"
        iconSize={22}
        label={t(isPlaying ? 'release.pause' : 'release.play', { title: release.title })}
        disabled={isSilent}
        aria-busy={isStarting || undefined}
        tabIndex={tabIndex}
        onClick={press}
      />
      <IconButton
        icon={Info}
        label={t('release.info', { title: release.title })}
        disabled={isSilent}
        tabIndex={tabIndex}
        className={styles.info}
        onClick={onInfo}
      />
    </div>
  );
}
