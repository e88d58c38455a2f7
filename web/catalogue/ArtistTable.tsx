import type { FoundArtist } from '@promenade/contract/search';
import { profilePath } from '../platform/paths.ts';
import { CatalogueTable, type Cells } from './CatalogueTable.tsx';
import { SmallCover } from './PlayCover.tsx';
import { ProfileCell } from './ProfileCell.tsx';
import styles from './TableCells.module.css';
import { ARTIST_COLUMNS } from './tableColumns.ts';

const cells: Cells<FoundArtist, 'cover' | 'artist' | 'releases'> = {
  cover: ({ thumbnail }) => <SmallCover src={thumbnail} />,
  artist: ({ artist }, tabIndex) => (
    <ProfileCell to={profilePath('artist', artist)} name={artist} tabIndex={tabIndex} />
  ),
  releases: ({ releases }) => <span className={styles.figures}>{releases}</span>,
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
