import type { PlaylistTrack } from '@promenade/contract/playlists';

/** The title with its version, which tells the rows of one release apart. */
export const trackName = ({ title, version }: Pick<PlaylistTrack, 'title' | 'version'>): string =>
  version ? `${title} (${version})` : title;
