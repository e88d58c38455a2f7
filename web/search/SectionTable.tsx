import type { Release, Track } from '@promenade/contract/catalogue';
import type { ArtistResult, LabelResult, SearchResults, SearchSection } from '@promenade/contract/search';
import { ArchiveButton } from '../catalogue/ArchiveButton.tsx';
import { FlagButton } from '../catalogue/FlagButton.tsx';
import { NumberCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { CatalogueTable } from '../gallery/table/CatalogueTable.tsx';
import { ReleaseTable } from '../gallery/table/ReleaseTable.tsx';
import { SongTable } from '../gallery/table/SongTable.tsx';
import type { CatalogueColumn } from '../gallery/table/tableColumns.ts';
import { profilePath } from '../platform/paths.ts';
import { useText } from '../platform/text.ts';
import { SmallCover } from '../player/PlayCover.tsx';
import { usePlayActions } from '../player/playActions.ts';
import { TrackMenu } from '../release/TrackMenu.tsx';
import styles from './SectionTable.module.css';

interface Props {
  section: SearchSection;
  results: Pick<SearchResults, SearchSection>;
  onOpen: ((release: Release) => void) | undefined;
}

/** The results of one section. Rows of artists and labels lead to their releases (requirements C-ROUTE-13, C-ROUTE-14). */
export function SectionTable({ section, results, onOpen }: Props) {
  const t = useText();
  const { playTrack } = usePlayActions();
  const label = t(`search.${section}`);
  if (section === 'tracks')
    return (
      <SongTable
        songs={results.tracks}
        label={label}
        onPlay={(track) => void playTrack(track)}
        rowActions={renderTrackActions}
      />
    );
  if (section === 'artists')
    return (
      <CatalogueTable
        kind="artists"
        label={label}
        columns={artistColumns}
        rows={results.artists}
        rowKey={({ artistid }) => artistid}
      />
    );
  if (section === 'labels')
    return (
      <CatalogueTable
        kind="labels"
        label={label}
        columns={labelColumns}
        rows={results.labels}
        rowKey={({ labelid }) => labelid}
      />
    );
  return (
    <ReleaseTable
      releases={results.releases}
      kind="table"
      onOpen={onOpen}
      label={label}
      rowActions={renderReleaseActions}
    />
  );
}

const pictureColumn = { width: 64, isFixed: true, isCompact: true } as const;
const nameColumn = { width: 148, share: 1, isSortable: true, isRowName: true, isCompact: true } as const;
const releasesColumn: CatalogueColumn<{ releases: number }> = {
  id: 'releases',
  header: 'table.releases',
  width: 96,
  isSortable: true,
  isCompact: true,
  value: ({ releases }) => releases,
  cell: ({ releases }) => <NumberCell>{releases}</NumberCell>,
};

/** Requirement C-TABLE-01. */
const artistColumns: readonly CatalogueColumn<ArtistResult>[] = [
  { ...pictureColumn, id: 'cover', header: 'table.cover', cell: ({ thumbnail }) => <SmallCover src={thumbnail} /> },
  {
    ...nameColumn,
    id: 'artist',
    header: 'table.artist',
    value: ({ artist }) => artist,
    cell: ({ artist }, tabIndex) => <RowLink to={profilePath('artist', artist)} title={artist} tabIndex={tabIndex} />,
  },
  releasesColumn,
];

/** Requirement C-TABLE-02. */
const labelColumns: readonly CatalogueColumn<LabelResult>[] = [
  {
    ...pictureColumn,
    id: 'logo',
    header: 'table.logo',
    cell: ({ logo }) => (
      <div className={styles.logo}>
        <SmallCover src={logo} />
      </div>
    ),
  },
  {
    ...nameColumn,
    id: 'label',
    header: 'table.label',
    value: ({ label }) => label,
    cell: ({ label }, tabIndex) => <RowLink to={profilePath('label', label)} title={label} tabIndex={tabIndex} />,
  },
  releasesColumn,
];

export const renderTrackActions = (track: Track, tabIndex: number) => <TrackMenu track={track} tabIndex={tabIndex} />;

export const renderReleaseActions = (release: Release, tabIndex: number) => (
  <>
    <FlagButton release={release} tabIndex={tabIndex} />
    <ArchiveButton release={release} tabIndex={tabIndex} />
  </>
);
