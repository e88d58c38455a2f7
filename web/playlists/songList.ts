/** Songs without duplicates, newest first; independent of the play queue (requirement C-QUEUE-27). */
export type SongList<Song extends { trackid: string }> = readonly Song[];

export const noSongs: SongList<never> = [];

/** Returns the same list when it has the song. */
export function addSong<Song extends { trackid: string }>(list: SongList<Song>, song: Song): SongList<Song> {
  return list.some(({ trackid }) => trackid === song.trackid) ? list : [song, ...list];
}

/** Returns the same list when it does not have the song. */
export function removeSong<Song extends { trackid: string }>(list: SongList<Song>, trackid: string): SongList<Song> {
  const others = list.filter((song) => song.trackid !== trackid);
  return others.length < list.length ? others : list;
}
