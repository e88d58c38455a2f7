import type { Track } from '@promenade/contract/catalogue';
import type { Playlist } from '@promenade/contract/playlists';
import { create } from 'zustand';
import { addSong, noSongs, type SongList } from './songList.ts';

/** `title` is of the song or the release, for the toast; the tracks can be loaded later. */
export interface TracksToAdd {
  title: string;
  tracks: Track[] | (() => Promise<Track[]>);
  /** Called with the chosen playlist instead of adding the tracks to it. */
  onPick?: ((playlist: Pick<Playlist, 'playlistid' | 'name'>, tracks: Track[]) => void) | undefined;
  /** The playlist that P in the empty field of the picker chooses. */
  last?: Pick<Playlist, 'playlistid' | 'name'> | undefined;
}

/** `form` edits its playlist, or creates one without it. */
export type PlaylistDialog =
  | { kind: 'picker'; toAdd: TracksToAdd }
  | { kind: 'form'; playlist?: Playlist; name?: string }
  | { kind: 'delete' | 'clear'; playlist: Playlist };

interface DialogState {
  open: PlaylistDialog | undefined;
  /** Tracks for the playlist that the form creates (requirement C-PLAYLIST-12). */
  pending: Pick<TracksToAdd, 'title' | 'onPick'> & { tracks: SongList<Track> };
}

const nothingPending: DialogState['pending'] = { title: '', tracks: noSongs };

export const usePlaylistDialogStore = create<DialogState>(() => ({ open: undefined, pending: nothingPending }));

/** Opens the picker as a dialog, for menus, which cannot contain the popover of `AddToPlaylist`. */
export const openPicker = (toAdd: TracksToAdd): void => openDialog({ kind: 'picker', toAdd });

export const openDialog = (open: PlaylistDialog): void => usePlaylistDialogStore.setState({ open });

/** Opens the form for a new playlist with these tracks; `name` is its initial name. */
export function openFormForTracks(
  title: string,
  tracks: readonly Track[],
  name: string,
  onPick?: TracksToAdd['onPick'],
): void {
  const pending = { title, onPick, tracks: tracks.reduceRight<SongList<Track>>(addSong, noSongs) };
  usePlaylistDialogStore.setState({ open: { kind: 'form', name }, pending });
}

export const closeDialog = (): void => usePlaylistDialogStore.setState({ open: undefined, pending: nothingPending });
