import type { Track } from '@promenade/contract/catalogue';
import type { Playlist } from '@promenade/contract/playlists';
import { create } from 'zustand';
import { addSong, noSongs, type SongList } from '../player/songList.ts';

/** What is on its way into a playlist: `title` is the song's or the release's, for the toast; tracks may come later. */
export interface ToAdd {
  title: string;
  tracks: Track[] | (() => Promise<Track[]>);
}

/** The one dialog about playlists that is open; `form` edits what it is given, else it creates. */
export type PlaylistDialog =
  | { kind: 'picker'; toAdd: ToAdd }
  | { kind: 'form'; playlist?: Playlist; name?: string }
  | { kind: 'delete' | 'clear'; playlist: Playlist };

/** `pending` waits for the playlist that is being made (C-PLAYLIST-12). */
interface Dialogs {
  open: PlaylistDialog | undefined;
  pending: { title: string; tracks: SongList<Track> };
}

const nothing = { title: '', tracks: noSongs };

/** What is open, and what waits; no dialog at first. */
export const usePlaylistDialogs = create<Dialogs>(() => ({ open: undefined, pending: nothing }));

/** Asks which playlist this goes to; for places that cannot hold the pop-up of `AddToPlaylist`. */
export const openPicker = (toAdd: ToAdd): void => openDialog({ kind: 'picker', toAdd });

/** Shows one of them instead of what was open. */
export const openDialog = (open: PlaylistDialog): void => usePlaylistDialogs.setState({ open });

/** Makes a new playlist for these tracks, under this name to begin with. */
export function openFormFor(title: string, tracks: readonly Track[], name: string): void {
  const pending = { title, tracks: tracks.reduceRight<SongList<Track>>(addSong, noSongs) };
  usePlaylistDialogs.setState({ open: { kind: 'form', name }, pending });
}

/** Closes what is open; what waited for it waits no more. */
export const closeDialog = (): void => usePlaylistDialogs.setState({ open: undefined, pending: nothing });
