import type { Track } from '@promenade/contract/catalogue';
import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type ReactNode, useMemo } from 'react';
import { formatDuration } from '../../catalogue/format.ts';
import { HeardMark } from '../../catalogue/Marks.tsx';
import { getKeyOrder } from '../../catalogue/musicalKey.ts';
import { ActionsCell, NumberCell, TextCell } from '../../catalogue/TableCells.tsx';
import { TitleCell } from '../../catalogue/TitleCell.tsx';
import { MusicalKey, Tempo } from '../../catalogue/TrackFacts.tsx';
import { useDensity } from '../../platform/density.ts';
import { releasePath } from '../../platform/paths.ts';
import { useBelow } from '../../platform/windowWidth.ts';
import { TrackCover } from '../../player/PlayCover.tsx';
import { UnplayableNote } from '../../player/UnplayableNote.tsx';
import { CatalogueTable } from './CatalogueTable.tsx';
import { CoverAndCredit } from './ReleaseColumns.tsx';
import { type CatalogueColumn, sharedColumns } from './tableColumns.ts';

interface Props {
  songs: Track[];
  label: string;
  onPlay: (track: Track) => void;
  /** The last cell of a row, at most 96 px wide; pass `tabIndex` to the controls. */
  rowActions: (track: Track, tabIndex: number) => ReactNode;
}

/** Columns of compact rows alone. */
const facts = ['bpm', 'key'];

/** Tracks as a table: the cover plays, the row leads to the release. */
export function SongTable({ songs, label, onPlay, rowActions }: Props) {
  const isCompact = useBelow(MOBILE_BELOW_PX);
  const hasFacts = useDensity() === 'compact';
  const columns = useMemo(
    () => createSongColumns(isCompact, onPlay, rowActions).filter(({ id }) => hasFacts || !facts.includes(id)),
    [isCompact, hasFacts, onPlay, rowActions],
  );
  return <CatalogueTable kind="songs" label={label} columns={columns} rows={songs} rowKey={({ trackid }) => trackid} />;
}

function createSongColumns(
  isCompact: boolean,
  onPlay: Props['onPlay'],
  rowActions: Props['rowActions'],
): CatalogueColumn<Track>[] {
  const { artist, title, duration, actions } = sharedColumns;
  const renderCover = (track: Track, tabIndex: number) => (
    <TrackCover track={track} tabIndex={tabIndex} onPlay={() => onPlay(track)} />
  );
  return [
    {
      ...artist,
      value: (track) => track.artist,
      cell: (track, tabIndex) => <CoverAndCredit of={track} tabIndex={tabIndex} cover={renderCover(track, tabIndex)} />,
    },
    {
      ...title,
      value: (track) => track.title,
      cell: (track, tabIndex) => (
        <TitleCell
          to={releasePath(track.releaseid)}
          title={track.title}
          version={track.version}
          credit={isCompact ? track : undefined}
          isExplicit={track.explicit}
          isNewRecording={track.newrecording}
          dot={track.heard !== 'heard' && <HeardMark heard={track.heard} />}
          isFlagged={track.flagged}
          tabIndex={tabIndex}
          note={<UnplayableNote trackid={track.trackid} />}
        >
          {isCompact && renderCover(track, tabIndex)}
        </TitleCell>
      ),
    },
    {
      id: 'album',
      header: 'table.album',
      width: 120,
      share: 2,
      isSortable: true,
      value: (track) => track.album,
      cell: ({ album }) => <TextCell text={album} />,
    },
    {
      id: 'bpm',
      header: 'table.bpm',
      width: 64,
      isSortable: true,
      isWide: true,
      value: ({ bpm }) => bpm,
      cell: (track) => (
        <NumberCell>
          <Tempo track={track} />
        </NumberCell>
      ),
    },
    {
      id: 'key',
      header: 'table.key',
      width: 60,
      isSortable: true,
      isWide: true,
      value: ({ key }) => getKeyOrder(key),
      cell: (track) => (
        <NumberCell>
          <MusicalKey track={track} />
        </NumberCell>
      ),
    },
    {
      ...duration,
      value: (track) => track.duration,
      cell: (track) => <NumberCell>{formatDuration(track.duration)}</NumberCell>,
    },
    { ...actions, cell: (track, tabIndex) => <ActionsCell>{rowActions(track, tabIndex)}</ActionsCell> },
  ];
}
