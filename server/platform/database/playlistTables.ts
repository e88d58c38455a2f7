import type { Generated } from 'kysely';

interface Playlists {
  id: Generated<number>;
  playlistid: Generated<string>;
  account_id: number;
  name: string;
  desc: Generated<string>;
  default: Generated<boolean>;
  created_at: Date;
  pinned_at: Date | null;
  tracks: Generated<number[]>;
}

interface Downloads {
  account_id: number;
  track_id: number;
  release_id: number;
  format: 'mp3' | 'wav' | 'mp4';
  downloaded_at: Date;
}

/** What an account took home, and the playlists it made; the migrations say what each column means. */
export interface PlaylistTables {
  playlists: Playlists;
  downloads: Downloads;
}
