import { GENRES_MAX } from '@promenade/contract/limits';
import type { SortValue } from '../../design/sortRows.ts';
import type { Column } from '../../design/tableColumns.ts';
import type { TextKey } from '../../platform/text.ts';

/** A column whose header is translated, and which may be hidden in narrow windows. */
export interface CatalogueColumn<Row> extends Column<Row> {
  header: TextKey;
  /** Only from 1280 px on (requirement C-LIST-10). */
  isWide?: boolean;
  /** Also on phones. */
  isCompact?: boolean;
  value?: (row: Row) => SortValue;
}

/** Columns that several tables share, without their cells. */
export const sharedColumns = {
  artist: { id: 'artist', header: 'table.artist', width: 148, share: 3, isSortable: true },
  title: {
    id: 'title',
    header: 'table.title',
    width: 148,
    share: 3,
    isSortable: true,
    isRowName: true,
    isCompact: true,
  },
  duration: { id: 'duration', header: 'table.duration', width: 80, isSortable: true, isCompact: true },
  actions: { id: 'actions', header: 'table.actions', width: 96, isFixed: true, isCompact: true },
} as const;

/** The genres as one text, shortened with an ellipsis (requirement C-TABLE-12). */
export function formatGenres(genres: readonly string[]): string {
  const text = genres.join(', ');
  return text.length > GENRES_MAX ? `${text.slice(0, GENRES_MAX).trimEnd()}…` : text;
}
