import type { Explicit, ReleaseType } from '@promenade/contract/catalogue';

/** A file in storage. `crc32` is of the whole file. */
export interface StoredFile {
  file: string;
  bytes: number;
  crc32: number;
  media_type: string;
}

/** One file of a track; `renditions` in the schema says what each member means. */
export interface DraftRendition extends StoredFile {
  kind: 'original' | 'mp3' | 'wav' | 'video';
  source: string | null;
  data_offset: number;
  data_bytes: number;
  sample_rate: number | null;
  channels: number | null;
  bits: number | null;
}

/** A track with its files; its place in the release is its place in the list. */
export interface DraftTrack {
  disc: number;
  title: string;
  version: string;
  artist: string;
  explicit: Explicit;
  assettype: 'audio' | 'video';
  /** Seconds. */
  duration: number;
  candownload: boolean;
  isrc: string | null;
  /** Tracks with the same work are versions of one recording. */
  work: string | null;
  language: string | null;
  composer: string | null;
  writers: string[];
  publishing: string | null;
  producer: string | null;
  canadian: Record<string, string>;
  lyrics: string;
  bpm: number | null;
  hook_start: number | null;
  loudness: number | null;
  loudness_range: number | null;
  peak: number | null;
  waveform_hash: string | null;
  renditions: DraftRendition[];
}

/** A release with all its files safe in storage, ready to be seen. Tracks stand in their order. */
export interface ReleaseDraft {
  /** Names the release on a second import. */
  identity: string;
  /** Over everything delivered; the same means nothing changed. */
  fingerprint: string;
  title: string;
  artist: string;
  /** Each credited artist by name, the main one first. */
  artists: string[];
  /** A picture for each artist that has none yet: content hash by name (`artists/<hash>.webp`). */
  artistPictures?: Record<string, string>;
  /** `drawn`: the logo only stands in for one and never replaces another. */
  labels: { name: string; logo_hash: string | null; contact: string | null; drawn?: boolean }[];
  release_type: ReleaseType;
  upc: string | null;
  catalognumber: string | null;
  copyrightyear: number | null;
  p_line: string | null;
  c_line: string | null;
  language: string | null;
  available: Date;
  /** `YYYY-MM-DD`. */
  impact_date: string | null;
  candownload: boolean;
  allow_sharing: boolean;
  commenting_enabled: boolean;
  cover_hash: string | null;
  /** #rrggbb. */
  color: string;
  /** Sanitised; its pictures stand below `/api/promo/<releaseid>/`. */
  promoinfo: (releaseid: string) => string;
  promoPictures: { name: string; file: string; media_type: string }[];
  genres: string[];
  markets: string[];
  moods: string[];
  instruments: string[];
  /** Names; unknown ones are made. */
  packages: string[];
  /** Addresses; those without an account are passed over. */
  recipients: string[];
  tracks: DraftTrack[];
  attachments: (StoredFile & { title: string; filename: string })[];
}
