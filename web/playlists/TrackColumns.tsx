import type { PlaylistTrack } from '@promenade/contract/playlists';
import { formatDuration, formatTrackTitle } from '../catalogue/format.ts';
import { ArtistLinks } from '../catalogue/NameLinks.tsx';
import { ActionsCell, DateCell, LabelsCell, NumberCell } from '../catalogue/TableCells.tsx';
import { TitleCell } from '../catalogue/TitleCell.tsx';
import { MusicalKey, Tempo } from '../catalogue/TrackFacts.tsx';
import type { Column } from '../design/tableColumns.ts';
import { parseImpactDate } from '../platform/format.ts';
import { releasePath } from '../platform/paths.ts';
import { type TextKey, useText } from '../platform/text.ts';
import { TrackCover } from '../player/PlayCover.tsx';
import { SmallWave } from '../player/SmallWave.tsx';
import { UnplayableNote } from '../player/UnplayableNote.tsx';
import styles from './MovableRow.module.css';
import { MoveHandle } from './MovableRow.tsx';
import type { TrackPlayback } from './playback.ts';
import { TrackMenu } from './TrackMenu.tsx';

type TrackColumnId =
  | 'index'
  | 'coverart'
  | 'artist'
  | 'title'
  | 'waveform'
  | 'bpm'
  | 'key'
  | 'duration'
  | 'labels'
  | 'available'
  | 'impact'
  | 'actions';

interface TrackColumn extends Omit<Column<PlaylistTrack>, 'header' | 'cell'> {
  id: TrackColumnId;
  header: TextKey;
  /** Pixels on phones; columns without it are hidden there. */
  compactWidth?: number;
  /** Only between compact rows. */
  isFact?: boolean;
}

/** In their order (requirement C-PLAYLIST-24). */
export const trackColumns: readonly TrackColumn[] = [
  { id: 'index', header: 'playlist.index', width: 72, isFixed: true, isSortable: true, compactWidth: 66 },
  { id: 'coverart', header: 'table.cover', width: 60, isFixed: true },
  { id: 'artist', header: 'table.artist', width: 108, share: 3, isSortable: true },
  { id: 'title', header: 'table.title', width: 132, share: 3, isSortable: true, isRowName: true, compactWidth: 140 },
  { id: 'waveform', header: 'table.waveform', width: 108, isFixed: true, isFact: true, isOptional: true },
  { id: 'bpm', header: 'table.bpm', width: 64, isSortable: true, isFact: true, isOptional: true },
  { id: 'key', header: 'table.key', width: 60, isSortable: true, isFact: true, isOptional: true },
  { id: 'duration', header: 'table.duration', width: 80, isSortable: true },
  { id: 'labels', header: 'table.label', width: 88, share: 1, isSortable: true, isOptional: true },
  { id: 'available', header: 'table.available', width: 96, isSortable: true, isOptional: true },
  { id: 'impact', header: 'table.impact', width: 96, isSortable: true, isOptional: true },
  { id: 'actions', header: 'table.actions', width: 52, isFixed: true, compactWidth: 52 },
];

interface CellOptions {
  /** On phones the title column also shows cover and artist. */
  isCompact: boolean;
  canReorder: boolean;
  /** Positions from 0 in the playlist, by track id. */
  indexes: ReadonlyMap<string, number>;
  playback: TrackPlayback;
  remove: (track: PlaylistTrack) => Promise<void>;
}
type Cell = Column<PlaylistTrack>['cell'];

export function createTrackCells(options: CellOptions): Record<TrackColumnId, Cell> {
  const { isCompact, canReorder, indexes, playback, remove } = options;
  const cover: Cell = (track, tabIndex) => (
    <TrackCover track={track} tabIndex={tabIndex} onPlay={() => playback.play(track)} />
  );
  return {
    index: (track, tabIndex) => {
      const position = (indexes.get(track.trackid) ?? 0) + 1;
      return (
        <div className={styles.index}>
          {canReorder && <TrackHandle track={track} position={position} count={indexes.size} tabIndex={tabIndex} />}
          <NumberCell>{position}</NumberCell>
        </div>
      );
    },
    coverart: cover,
    artist: (track, tabIndex) => (
      <span className="ellipsis">
        <ArtistLinks of={track} tabIndex={tabIndex} />
      </span>
    ),
    title: (track, tabIndex) => (
      <TitleCell
        to={releasePath(track.releaseid)}
        title={track.title}
        version={track.version}
        credit={isCompact ? track : undefined}
        isExplicit={track.explicit}
        isNewRecording={track.newrecording}
        isFlagged={track.flagged}
        tabIndex={tabIndex}
        note={<UnplayableNote trackid={track.trackid} />}
      >
        {isCompact && cover(track, tabIndex)}
      </TitleCell>
    ),
    waveform: ({ waveform }) => <SmallWave address={waveform} />,
    bpm: (track) => (
      <NumberCell>
        <Tempo track={track} />
      </NumberCell>
    ),
    key: (track) => (
      <NumberCell>
        <MusicalKey track={track} />
      </NumberCell>
    ),
    duration: ({ duration }) => <NumberCell>{formatDuration(duration)}</NumberCell>,
    labels: (track, tabIndex) => <LabelsCell of={track} tabIndex={tabIndex} />,
    available: ({ available }) => <DateCell date={available} />,
    impact: ({ impactdate }) => impactdate !== null && <DateCell date={parseImpactDate(impactdate)} />,
    actions: (track, tabIndex) => (
      <ActionsCell>
        <TrackMenu track={track} tabIndex={tabIndex} playback={playback} onRemove={() => void remove(track)} />
      </ActionsCell>
    ),
  };
}

function TrackHandle(props: { track: PlaylistTrack; position: number; count: number; tabIndex: number }) {
  const t = useText();
  const { track, position, count, tabIndex } = props;
  const label = t('playlist.move', { title: formatTrackTitle(track), place: position, count });
  return <MoveHandle label={label} tabIndex={tabIndex} />;
}
