import type { Playlist, PlaylistDetail, PlaylistTrack } from '@promenade/contract/playlists';
import { track } from './music.ts';

/** For tests: a playlist as a list answers it. */
export function playlist(name: string, more: Partial<Playlist> = {}): Playlist {
  return {
    playlistid: name,
    name: `Playlist ${name}`,
    desc: '',
    default: false,
    tracks: 3,
    duration: 600,
    pinned: false,
    thumbnail: '/cover/1-500.webp',
    thumbnails: ['/cover/1-500.webp', '/cover/2-500.webp', '/cover/3-500.webp'],
    candownload: true,
    ...more,
  };
}

/** For tests: a track as a playlist holds it. */
export const playlistTrack = (name: string, more: Partial<PlaylistTrack> = {}): PlaylistTrack => ({
  ...track(name),
  color: '#336699',
  ...more,
});

/** For tests: a playlist with tracks of these names. */
export function playlistDetail(name: string, tracks: string[], more: Partial<PlaylistDetail> = {}): PlaylistDetail {
  const songs = tracks.map((one) => playlistTrack(one));
  return { ...playlist(name, { tracks: songs.length, duration: songs.length * 200 }), songs, ...more };
}
