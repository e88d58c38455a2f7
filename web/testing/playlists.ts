import type { Playlist, PlaylistDetail, PlaylistTrack } from '@promenade/contract/playlists';
import { createTrack } from './releases.ts';

export function createPlaylist(name: string, overrides: Partial<Playlist> = {}): Playlist {
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
    ...overrides,
  };
}

export const createPlaylistTrack = (name: string, overrides: Partial<PlaylistTrack> = {}): PlaylistTrack => ({
  ...createTrack(name),
  color: '#336699',
  ...overrides,
});

export function createPlaylistDetail(
  name: string,
  tracks: string[],
  overrides: Partial<PlaylistDetail> = {},
): PlaylistDetail {
  const songs = tracks.map((track) => createPlaylistTrack(track));
  return { ...createPlaylist(name, { tracks: songs.length, duration: songs.length * 200 }), songs, ...overrides };
}
