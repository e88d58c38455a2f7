import { PLAYLIST_CARD_PX, PLAYLIST_COLUMNS_MAX } from '@promenade/contract/limits';

/** How many cards stand side by side in this width, in pixels; at least one (C-PLAYLIST-04, C-PLAYLIST-05). */
export const playlistColumns = (width: number): number =>
  Math.max(1, Math.min(Math.floor(width / PLAYLIST_CARD_PX), PLAYLIST_COLUMNS_MAX));
