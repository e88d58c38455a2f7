import type { Rows } from '../platform/database/tables.ts';

/** One file of a track; `renditions` in the schema says what each member means. */
export type DraftRendition = Omit<Rows['renditions'], 'track_id'>;

/** A file in storage. `crc32` is of the whole file. */
export type StoredFile = Pick<DraftRendition, 'file' | 'bytes' | 'crc32' | 'media_type'>;

type OfItsRow = 'id' | 'trackid' | 'release_id' | 'work_id' | 'ordinal' | 'fragment';

/** A track with its files; its place in the release is its place in the list. */
export interface DraftTrack extends Omit<Rows['tracks'], OfItsRow> {
  /** Tracks with the same work are versions of one recording. */
  work: string | null;
  renditions: DraftRendition[];
}

type Names = 'title' | 'artist' | 'release_type' | 'upc' | 'catalognumber' | 'language' | 'impact_date';
type Lines = 'copyrightyear' | 'p_line' | 'c_line' | 'cover_hash' | 'color';
type Terms = 'candownload' | 'allow_sharing' | 'commenting_enabled';

/** What is known of a release, as its row keeps it. */
export type ReleaseFacts = Pick<Rows['releases'], Names | Lines>;

/** A release with all its files safe in storage, ready to be seen. Tracks stand in their order. */
export interface ReleaseDraft extends ReleaseFacts, Pick<Rows['releases'], Terms> {
  /** Names the release on a second import. */
  identity: string;
  /** Over everything delivered; the same means nothing changed. */
  fingerprint: string;
  /** Each credited artist by name, the main one first. */
  artists: string[];
  /** A picture for each artist that has none yet: content hash by name (`artists/<hash>.webp`). */
  artistPictures?: Record<string, string>;
  /** `drawn`: the logo only stands in for one and never replaces another. */
  labels: { name: string; logo_hash: string | null; contact: string | null; drawn?: boolean }[];
  available: Date;
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
