import { type Release, ReleaseSort, type Track } from '@promenade/contract/catalogue';
import { GENRES_MAX } from '@promenade/contract/limits';
import type { FoundArtist, FoundLabel } from '@promenade/contract/search';
import type { SortValue } from '../design/sortRows.ts';
import type { Column, TableSort } from '../design/tableColumns.ts';
import type { TextKey } from '../platform/text.ts';

/** A column before its words are said and its cells are drawn. */
export interface ColumnPlan<Row, Id extends string = string> extends Pick<Column<Row>, 'width' | 'share' | 'isFixed'> {
  id: Id;
  header: TextKey;
  isSortable?: boolean;
  isRowName?: boolean;
  /** Only from 1280 px (C-LIST-10). */
  isWide?: boolean;
  /** On phones, too. */
  isCompact?: boolean;
  value?: (row: Row) => SortValue;
}

/** Names a column of releases. */
export type ReleaseColumn =
  | 'artist'
  | 'title'
  | 'duration'
  | 'tracks'
  | 'available'
  | 'impact'
  | 'label'
  | 'genres'
  | 'badges'
  | 'formats'
  | 'actions';
type Plan = ColumnPlan<Release, ReleaseColumn>;

const artist: ColumnPlan<{ artist: string }, 'artist'> = {
  id: 'artist',
  header: 'table.artist',
  width: 148,
  share: 3,
  isSortable: true,
  value: (row) => row.artist,
};
const title: ColumnPlan<{ title: string }, 'title'> = {
  id: 'title',
  header: 'table.title',
  width: 148,
  share: 3,
  isSortable: true,
  isRowName: true,
  isCompact: true,
  value: (row) => row.title,
};
const duration: ColumnPlan<{ duration: number }, 'duration'> = {
  id: 'duration',
  header: 'table.duration',
  width: 80,
  isSortable: true,
  isCompact: true,
  value: (row) => row.duration,
};
const releases: ColumnPlan<{ releases: number }, 'releases'> = {
  id: 'releases',
  header: 'table.releases',
  width: 96,
  isSortable: true,
  isCompact: true,
  value: (row) => row.releases,
};
const available: Plan = {
  id: 'available',
  header: 'table.available',
  width: 100,
  value: (release) => Date.parse(release.available),
};
const label: Plan = { id: 'label', header: 'table.label', width: 100, share: 1, value: labelsText };
const actions: ColumnPlan<unknown, 'actions'> = {
  id: 'actions',
  header: 'table.actions',
  width: 48,
  isFixed: true,
  isCompact: true,
};

/** Of the gallery (C-LIST-01, C-LIST-02). */
export const LIST_VIEW_COLUMNS: readonly Plan[] = [
  artist,
  title,
  duration,
  available,
  { id: 'impact', header: 'table.impact', width: 100, value: (release) => release.impactdate },
  { ...label, isWide: true },
  {
    id: 'genres',
    header: 'table.genres',
    width: 112,
    share: 1,
    isWide: true,
    value: (release) => release.genres.join(),
  },
  { id: 'badges', header: 'table.badges', width: 130, value: (release) => release.release_type },
  actions,
];

/** Of search, flagged, archived and history (C-LIST-03 to C-LIST-05). */
export const RELEASE_TABLE_COLUMNS: readonly Plan[] = [
  artist,
  title,
  duration,
  { id: 'tracks', header: 'table.tracks', width: 80, value: (release) => release.trackcount },
  { ...available, isWide: true },
  { ...label, isWide: true },
  { id: 'formats', header: 'table.formats', width: 100, isWide: true, value: (release) => Number(release.candownload) },
  { ...actions, width: 96 },
];

/** Names a column of songs. */
export type SongColumn = 'artist' | 'title' | 'album' | 'duration' | 'actions';

export const SONG_COLUMNS: readonly ColumnPlan<Track, SongColumn>[] = [
  artist,
  title,
  { id: 'album', header: 'table.album', width: 120, share: 2, isSortable: true, value: (track) => track.album },
  duration,
  { ...actions, width: 96 },
];

const picture = { width: 64, isFixed: true, isCompact: true } as const;
const name = { width: 148, share: 1, isSortable: true, isRowName: true, isCompact: true } as const;

/** Cover, artist, number of releases (C-TABLE-01). */
export const ARTIST_COLUMNS: readonly ColumnPlan<FoundArtist, 'cover' | 'artist' | 'releases'>[] = [
  { ...picture, id: 'cover', header: 'table.cover' },
  { ...name, id: 'artist', header: 'table.artist', value: (found) => found.artist },
  releases,
];

/** Logo, label, number of releases (C-TABLE-02). */
export const LABEL_COLUMNS: readonly ColumnPlan<FoundLabel, 'logo' | 'label' | 'releases'>[] = [
  { ...picture, id: 'logo', header: 'table.logo' },
  { ...name, id: 'label', header: 'table.label', value: (found) => found.label },
  releases,
];

/** The order of the server as a header shows it; undefined where no column is meant. */
export function tableSort(sort: ReleaseSort): TableSort {
  const isDescending = sort.startsWith('-');
  return { column: isDescending ? sort.slice(1) : sort, isDescending };
}

/** The order that the server is asked for by a header. */
export const releaseSort = ({ column, isDescending }: TableSort): ReleaseSort =>
  ReleaseSort.parse(`${isDescending ? '-' : ''}${column}`);

/** The labels of a release as one text. */
export function labelsText(release: Release): string {
  return release.labels.map(({ name }) => name).join(', ');
}

/** The genres as one text, at most so long with an ellipsis behind (C-TABLE-12). */
export function genresText(genres: readonly string[]): string {
  const text = genres.join(', ');
  return text.length > GENRES_MAX ? `${text.slice(0, GENRES_MAX).trimEnd()}…` : text;
}
