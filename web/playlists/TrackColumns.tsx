import type { PlaylistTrack } from '@promenade/contract/playlists';
import type { SortValue } from '../design/sortRows.ts';
import type { TextKey } from '../platform/text.ts';

/** Names a column of the table. */
export type TrackColumn =
  | 'index'
  | 'coverart'
  | 'artist'
  | 'title'
  | 'duration'
  | 'labels'
  | 'available'
  | 'impact'
  | 'actions';

/** A column before its words are said and its cells are drawn. */
export interface TrackColumnPlan {
  id: TrackColumn;
  header: TextKey;
  width: number;
  share?: number;
  isFixed?: boolean;
  isSortable?: boolean;
  isRowName?: boolean;
  /** On phones, too, in so many pixels. */
  compactWidth?: number;
  /** What rows are sorted by; `index` is the playlist's own order. */
  value?: (track: PlaylistTrack) => SortValue;
}

/** The columns in their order (C-PLAYLIST-24). */
export const trackColumns: readonly TrackColumnPlan[] = [
  { id: 'index', header: 'playlist.index', width: 76, isFixed: true, isSortable: true, compactWidth: 66 },
  { id: 'coverart', header: 'table.cover', width: 60, isFixed: true },
  { id: 'artist', header: 'table.artist', width: 120, share: 3, isSortable: true, value: ({ artist }) => artist },
  {
    id: 'title',
    header: 'table.title',
    width: 148,
    share: 3,
    isSortable: true,
    isRowName: true,
    compactWidth: 140,
    value: ({ title }) => title,
  },
  {
    id: 'duration',
    header: 'table.duration',
    width: 80,
    isSortable: true,
    value: ({ duration }) => duration,
  },
  { id: 'labels', header: 'table.label', width: 100, share: 1, isSortable: true, value: labelsText },
  {
    id: 'available',
    header: 'table.available',
    width: 104,
    isSortable: true,
    value: ({ available }) => Date.parse(available),
  },
  { id: 'impact', header: 'table.impact', width: 104, isSortable: true, value: ({ impactdate }) => impactdate },
  { id: 'actions', header: 'table.actions', width: 52, isFixed: true, compactWidth: 52 },
];

/** The labels of a track as one text. */
export function labelsText({ labels }: PlaylistTrack): string {
  return labels.map(({ name }) => name).join(', ');
}
