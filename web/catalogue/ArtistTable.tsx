import type { FoundArtist } from '@promenade/contract/search';
import { profilePath } from '../platform/paths.ts';
import { SmallCover } from '../player/PlayCover.tsx';
import { FigureCell } from '../player/TableCells.tsx';
import { RowLink } from '../player/TitleCell.tsx';
import { CatalogueTable, type Cells } from './CatalogueTable.tsx';
import { ARTIST_COLUMNS } from './tableColumns.ts';

const cells: Cells<FoundArtist, 'cover' | 'artist' | 'releases'> = {
  cover: ({ thumbnail }) => <SmallCover src={thumbnail} />,
  artist: ({ artist }, tabIndex) => <RowLink to={profilePath('artist', artist)} title={artist} tabIndex={tabIndex} />,
  releases: ({ releases }) => <FigureCell>{releases}</FigureCell>,
};

/** Artists as a table; a row leads to the releases of its artist (C-ROUTE-13). */
export function ArtistTable({ artists, label }: { artists: FoundArtist[]; label: string }) {
  return (
    <CatalogueTable
      kind="artists"
      label={label}
      plan={ARTIST_COLUMNS}
      cells={cells}
      rows={artists}
      rowKey={({ artistid }) => artistid}
    />
  );
}
