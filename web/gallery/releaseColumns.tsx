import { CANCON, type Release } from '@promenade/contract/catalogue';
import { TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../design/Icon.tsx';
import { impactMoment } from '../platform/format.ts';
import { releasePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { useListen, usePlayRelease } from '../player/listen.ts';
import { PlayCover } from '../player/PlayCover.tsx';
import { ActionCell, DayCell, FigureCell, LineCell } from '../releases/TableCells.tsx';
import { TitleCell } from '../releases/TitleCell.tsx';
import { playingTime } from '../releases/time.ts';
import type { Cells } from './CatalogueTable.tsx';
import { useDwell } from './dwell.ts';
import { pressInstead } from './pressInstead.ts';
import styles from './ReleaseCells.module.css';
import { ReleaseMenu } from './ReleaseMenu.tsx';
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
    duration: ({ duration }) => <FigureCell>{playingTime(duration)}</FigureCell>,
    tracks: ({ trackcount }) => <FigureCell>{trackcount}</FigureCell>,
    available: ({ available }) => <DayCell at={new Date(available)} />,
    impact: ({ impactdate }) => impactdate !== null && <DayCell at={impactMoment(impactdate)} />,
    label: (release) => <LineCell full={labelsText(release)} />,
    genres: ({ genres }) => <LineCell full={genres.join(', ')} shown={genresText(genres)} />,
    badges: (release) => <Badges release={release} />,
    formats: ({ candownload }) => <Formats candownload={candownload} />,
    actions: (release, tabIndex) => (
      <ActionCell>
        {rowActions ? rowActions(release, tabIndex) : <ReleaseMenu release={release} tabIndex={tabIndex} />}
      </ActionCell>
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
      aria-busy={isStarting || undefined}
      disabled={release.duration === 0}
      tabIndex={tabIndex}
      onClick={press}
      {...useDwell(() => prepare(release.releaseid))}
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
      aria-haspopup={onOpen && 'dialog'}
      onClick={pressInstead(onOpen && (() => onOpen(release)))}
      {...useDwell(() => prepare(releaseid))}
    >
      {isCompact && <Cover release={release} tabIndex={tabIndex} />}
    </TitleCell>
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
  return <LineCell full={t(candownload ? 'table.downloadable' : 'table.stream-only')} />;
}
