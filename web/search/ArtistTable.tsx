import type { FoundArtist } from '@promenade/contract/search';
import { CatalogueTable, type Cells } from '../gallery/CatalogueTable.tsx';
import { ARTIST_COLUMNS } from '../gallery/tableColumns.ts';
import { profilePath } from '../platform/paths.ts';
import { SmallCover } from '../player/PlayCover.tsx';
import { FigureCell } from '../releases/TableCells.tsx';
import { RowLink } from '../releases/TitleCell.tsx';

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
