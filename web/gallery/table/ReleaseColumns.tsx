import { CANCON, type Release } from '@promenade/contract/catalogue';
import type { ReactNode } from 'react';
import { formatDuration } from '../../catalogue/format.ts';
import { CanadianBadge, ToHearMark, TrendingMark } from '../../catalogue/Marks.tsx';
import { getKeyCode } from '../../catalogue/musicalKey.ts';
import { ArtistLinks, type Credited } from '../../catalogue/NameLinks.tsx';
import { ActionsCell, DateCell, LabelsCell, NumberCell, TextCell } from '../../catalogue/TableCells.tsx';
import { TitleCell } from '../../catalogue/TitleCell.tsx';
import { classNames } from '../../design/classNames.ts';
import { useDownloadOffer } from '../../downloads/optionsData.ts';
import { parseImpactDate } from '../../platform/format.ts';
import { releasePath } from '../../platform/paths.ts';
import { useText } from '../../platform/text.ts';
import { PlayCover } from '../../player/PlayCover.tsx';
import { usePlayActions, usePlayRelease } from '../../player/playActions.ts';
import { useHoverIntent } from '../hoverIntent.ts';
import { onPlainClick } from '../plainClick.ts';
import { ReleaseMenu } from '../ReleaseMenu.tsx';
import styles from './ReleaseColumns.module.css';
import { type CatalogueColumn, formatGenres, sharedColumns } from './tableColumns.ts';

interface ColumnOptions {
  /** On phones the title cell has cover and artist, too. */
  isCompact: boolean;
  /** On the narrowest phones rows with buttons leave out the length. */
  isTiny: boolean;
  onOpen: ((release: Release) => void) | undefined;
  /** Renders the last cell. Without it `list` has a menu there, and `table` no such column. */
  rowActions: ((release: Release, tabIndex: number) => ReactNode) | undefined;
  /** With tempos and keys, by which the list is filtered. */
  hasMusic: boolean;
}

/** `list` is the list view of the gallery, `table` every other table (requirements C-LIST-01 to C-LIST-05). */
export function createReleaseColumns(
  kind: 'list' | 'table',
  { isCompact, isTiny, onOpen, rowActions, hasMusic }: ColumnOptions,
): CatalogueColumn<Release>[] {
  const { artist, title, duration, actions } = sharedColumns;
  const isTable = kind === 'table';
  const columns: (CatalogueColumn<Release> | false)[] = [
    {
      ...artist,
      value: (release) => release.artist,
      cell: (release, tabIndex) => (
        <CoverAndCredit of={release} tabIndex={tabIndex} cover={<Cover release={release} tabIndex={tabIndex} />} />
      ),
    },
    {
      ...title,
      value: (release) => release.title,
      cell: (release, tabIndex) => (
        <Title release={release} tabIndex={tabIndex} isCompact={isCompact} onOpen={onOpen} />
      ),
    },
    !(isTiny && rowActions) && {
      ...duration,
      value: (release) => release.duration,
      cell: (release) => <NumberCell>{formatDuration(release.duration)}</NumberCell>,
    },
    hasMusic && {
      id: 'bpm',
      header: 'table.bpm',
      width: 72,
      isSortable: true,
      isCompact: true,
      cell: ({ tempos = [] }) => <TextCell text={tempos.join(', ')} />,
    },
    hasMusic && {
      id: 'key',
      header: 'table.key',
      width: 72,
      isSortable: true,
      cell: ({ keys = [] }) => <TextCell text={keys.join(', ')} short={keys.map(getKeyCode).join(', ')} />,
    },
    isTable && {
      id: 'tracks',
      header: 'table.tracks',
      width: 80,
      cell: ({ trackcount }) => <NumberCell>{trackcount}</NumberCell>,
    },
    {
      id: 'available',
      header: 'table.available',
      width: 100,
      isWide: isTable,
      cell: ({ available }) => <DateCell date={available} />,
    },
    !isTable && {
      id: 'impact',
      header: 'table.impact',
      width: 100,
      isOptional: true,
      cell: ({ impactdate }) => impactdate !== null && <DateCell date={parseImpactDate(impactdate)} />,
    },
    {
      id: 'label',
      header: 'table.label',
      width: 100,
      share: 1,
      isWide: true,
      cell: (release, tabIndex) => <LabelsCell of={release} tabIndex={tabIndex} />,
    },
    !isTable && {
      id: 'genres',
      header: 'table.genres',
      width: 96,
      share: 1,
      isWide: true,
      cell: ({ genres }) => <TextCell text={genres.join(', ')} short={formatGenres(genres)} />,
    },
    isTable
      ? {
          id: 'formats',
          header: 'table.formats',
          width: 100,
          isWide: true,
          cell: (release) => <Formats release={release} />,
        }
      : {
          id: 'badges',
          header: 'table.badges',
          width: 146,
          isOptional: true,
          cell: (release) => <Badges release={release} />,
        },
    (rowActions ?? !isTable) && {
      ...actions,
      width: isTable ? actions.width : 48,
      cell: (release, tabIndex) => (
        <ActionsCell>
          {rowActions ? rowActions(release, tabIndex) : <ReleaseMenu release={release} tabIndex={tabIndex} />}
        </ActionsCell>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}

export function CoverAndCredit({ cover, of, tabIndex }: { cover: ReactNode; of: Credited; tabIndex: number }) {
  return (
    <div className={styles.covered}>
      {cover}
      <span className={classNames('ellipsis', styles.name)}>
        <ArtistLinks of={of} tabIndex={tabIndex} />
      </span>
    </div>
  );
}

function Cover({ release, tabIndex }: { release: Release; tabIndex: number }) {
  const { isPlaying, isStarting, press } = usePlayRelease(release);
  const { prefetch } = usePlayActions();
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
      {...useHoverIntent(() => prefetch(release.releaseid))}
    />
  );
}

interface TitleProps extends Pick<ColumnOptions, 'isCompact' | 'onOpen'> {
  release: Release;
  tabIndex: number;
}

function Title({ release, tabIndex, isCompact, onOpen }: TitleProps) {
  const { prefetch } = usePlayActions();
  const { releaseid, title, explicit, tohear } = release;
  return (
    <TitleCell
      to={releasePath(releaseid)}
      title={title}
      credit={isCompact ? release : undefined}
      isExplicit={explicit}
      dot={<ToHearMark tohear={tohear} />}
      isFlagged={release.flagged || release.flaggedtrackcount > 0}
      tabIndex={tabIndex}
      aria-haspopup={onOpen && 'dialog'}
      onClick={onPlainClick(onOpen && (() => onOpen(release)))}
      {...useHoverIntent(() => prefetch(releaseid))}
    >
      {isCompact && <Cover release={release} tabIndex={tabIndex} />}
    </TitleCell>
  );
}

function Badges({ release }: { release: Release }) {
  return (
    <div className={styles.badges}>
      <span className={styles.badge}>{release.release_type}</span>
      {release.market_tags.includes(CANCON) && <CanadianBadge className={styles.badge} />}
      {release.trending && <TrendingMark />}
    </div>
  );
}

function Formats({ release }: { release: Release }) {
  const t = useText();
  const isStreamOnly = useDownloadOffer(release) === 'stream-only';
  return <TextCell text={t(isStreamOnly ? 'table.stream-only' : 'table.downloadable')} />;
}
