/** A simple list of songs, each once, newest first; the play queue does not know it (C-QUEUE-27). */
export type SongList<Song extends { trackid: string }> = readonly Song[];

/** Puts a song in front; one that is there already stays where it is. */
export function addSong<Song extends { trackid: string }>(list: SongList<Song>, song: Song): SongList<Song> {
  return list.some(({ trackid }) => trackid === song.trackid) ? list : [song, ...list];
}

/** Takes a song out; the same list when it is not there. */
export function removeSong<Song extends { trackid: string }>(list: SongList<Song>, trackid: string): SongList<Song> {
  const left = list.filter((song) => song.trackid !== trackid);
  return left.length < list.length ? left : list;
}

/** No songs. */
export const noSongs: SongList<never> = [];
