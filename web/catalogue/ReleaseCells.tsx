import { CANCON, type Release } from '@promenade/contract/catalogue';
import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../design/Icon.tsx';
import { impactMoment, tableDate } from '../platform/format.ts';
import { releasePath } from '../platform/paths.ts';
import { language, useText } from '../platform/text.ts';
import { playingTime } from '../player/time.ts';
import type { Cells } from './CatalogueTable.tsx';
import { useDwell } from './dwell.ts';
import { useListen, usePlayRelease } from './listen.ts';
import { PlayCover } from './PlayCover.tsx';
import { ReleaseMenu } from './ReleaseMenu.tsx';
import styles from './TableCells.module.css';
import { TitleCell } from './TitleCell.tsx';
import { genresText, labelsText, type ReleaseColumn } from './tableColumns.ts';

interface Place {
  /** On a phone the title stands for cover and artist, too. */
  isCompact: boolean;
  onOpen: ((release: Release) => void) | undefined;
  /** Instead of the menu. */
  rowActions: ((release: Release, tabIndex: number) => ReactNode) | undefined;
}

/** What stands in the columns of a release. */
export function releaseCells({ isCompact, onOpen, rowActions }: Place): Cells<Release, ReleaseColumn> {
  return {
    artist: (release, tabIndex) => (
      <div className={styles.covered}>
        <Cover release={release} tabIndex={tabIndex} />
        <span className={styles.name} title={release.artist}>
          <bdi>{release.artist}</bdi>
        </span>
      </div>
    ),
    title: (release, tabIndex) => <Title release={release} tabIndex={tabIndex} isCompact={isCompact} onOpen={onOpen} />,
    duration: ({ duration }) => <span className={styles.figures}>{playingTime(duration)}</span>,
    tracks: ({ trackcount }) => <span className={styles.figures}>{trackcount}</span>,
    available: ({ available }) => <Day at={new Date(available)} />,
    impact: ({ impactdate }) => impactdate !== null && <Day at={impactMoment(impactdate)} />,
    label: (release) => <Text full={labelsText(release)} />,
    genres: ({ genres }) => <Text full={genres.join(', ')} shown={genresText(genres)} />,
    badges: (release) => <Badges release={release} />,
    formats: ({ candownload }) => <Formats candownload={candownload} />,
    actions: (release, tabIndex) => (
      <div className={styles.actions}>
        {rowActions ? rowActions(release, tabIndex) : <ReleaseMenu release={release} tabIndex={tabIndex} />}
      </div>
    ),
  };
}

function Cover({ release, tabIndex }: { release: Release; tabIndex: number }) {
  const { isPlaying, isStarting, press } = usePlayRelease(release);
  const { prepare } = useListen();
  return (
    <PlayCover
      title={release.title}
      src={release.thumbnail}
      color={release.color}
      isPlaying={isPlaying}
      isStarting={isStarting}
      isSilent={release.duration === 0}
      tabIndex={tabIndex}
      onPress={press}
      near={useDwell(() => prepare(release.releaseid))}
    />
  );
}

interface TitleProps extends Pick<Place, 'isCompact' | 'onOpen'> {
  release: Release;
  tabIndex: number;
}

function Title({ release, tabIndex, isCompact, onOpen }: TitleProps) {
  const { prepare } = useListen();
  const { releaseid, title, artist, explicit, trackcount, unheardtrackcount } = release;
  return (
    <TitleCell
      to={releasePath(releaseid)}
      title={title}
      artist={isCompact ? artist : undefined}
      isExplicit={explicit}
      isUnheard={trackcount > 0 && unheardtrackcount === trackcount}
      isFlagged={release.flagged || release.flaggedtrackcount > 0}
      tabIndex={tabIndex}
      onOpen={onOpen && (() => onOpen(release))}
      near={useDwell(() => prepare(releaseid))}
    >
      {isCompact && <Cover release={release} tabIndex={tabIndex} />}
    </TitleCell>
  );
}

function Day({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className={styles.figures}>
      {tableDate(at, language())}
    </time>
  );
}

/** One line that ends in an ellipsis where it has to; all of it under the pointer. */
function Text({ full, shown = full }: { full: string; shown?: string }) {
  return (
    <span className={styles.text} title={full}>
      <bdi>{shown}</bdi>
    </span>
  );
}

function Badges({ release }: { release: Release }) {
  const t = useText();
  return (
    <div className={styles.badges}>
      <span className={styles.badge}>{release.release_type}</span>
      {release.market_tags.includes(CANCON) && (
        <span className={styles.badge} title={t('release.canadian-name')}>
          {t('release.canadian')}
        </span>
      )}
      {release.trending && (
        <span className={styles.trending} role="img" aria-label={t('release.trending')} title={t('release.trending')}>
          <Icon of={TrendingUp} size={15} />
        </span>
      )}
    </div>
  );
}

function Formats({ candownload }: { candownload: boolean }) {
  const t = useText();
  return <Text full={t(candownload ? 'table.downloadable' : 'table.stream-only')} />;
}
