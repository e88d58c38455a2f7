import { type ProposedKind, type ReleaseFacts } from '@promenade/contract/releaseFields';
import type { Rows } from '../../platform/database/tables.ts';

export type DraftRendition = Omit<Rows['renditions'], 'track_id'>;

export type StoredFile = Pick<DraftRendition, 'file' | 'bytes' | 'crc32' | 'media_type'>;

type OfItsRow =
  | 'id'
  | 'trackid'
  | 'release_id'
  | 'work_id'
  | 'ordinal'
  | 'fragment'
  | 'candownload'
  | 'analysis_version'
  | 'removed_from'
  | 'removed_at'
  | 'recorded_at';

/** What is measured of the sound of a track. */
export type Analysis = Pick<
  Rows['tracks'],
  'hook_found' | 'tempo_found' | 'key_found' | 'markers_found' | 'true_peak' | 'stream_loudness' | 'stream_true_peak'
> & { analysis_version: number };

/** Of a video, and before the sound is measured. */
export const NO_ANALYSIS: Analysis = {
  analysis_version: 0,
  hook_found: null,
  tempo_found: null,
  key_found: null,
  markers_found: null,
  true_peak: null,
  stream_loudness: null,
  stream_true_peak: null,
};

/** Names that are those of folders and files, because no tag says them. */
interface Guessed {
  title: boolean;
  artist: boolean;
}

/** Its position in the release is its position in the list. */
export interface DraftTrack extends Omit<Rows['tracks'], OfItsRow>, Analysis {
  /** Undefined: as in an earlier import, else true. */
  candownload: boolean | undefined;
  /** Tracks with the same work are versions of one recording. */
  work: string | null;
  /** On its disc, as the delivery says it. */
  number?: number | undefined;
  guessed?: Guessed;
  renditions: DraftRendition[];
}

/** Of a video, whose sound is not measured. */
export const NO_SOUND = {
  loudness: null,
  loudness_range: null,
  peak: null,
  clipped_samples: null,
  edge_silence: null,
  waveform_hash: null,
};

/** Analysis and files of a track, derived from its delivered file. */
export type TrackMedia = Pick<DraftTrack, keyof typeof NO_SOUND | 'duration' | 'renditions'> & Analysis;

export function mediaOf(track: TrackMedia): TrackMedia {
  const fields = ['duration', 'renditions', ...Object.keys({ ...NO_SOUND, ...NO_ANALYSIS })];
  return Object.fromEntries(fields.map((field) => [field, Reflect.get(track, field)])) as TrackMedia;
}

/** Storage key of the delivered file. */
export const deliveredFileOf = ({
  renditions,
}: {
  renditions: Pick<DraftRendition, 'kind' | 'file'>[];
}): string | undefined => renditions.find(({ kind }) => kind === 'original' || kind === 'video')?.file;

type Column = 'title' | 'artist' | 'release_type' | 'impact_date' | 'cover_hash' | 'color';
type Terms = 'candownload' | 'allow_sharing' | 'commenting_enabled' | 'mark';

export type SaidOfRelease = ReleaseFacts & Record<ProposedKind, string[]> & Pick<Rows['releases'], Column>;

/** A release to be published; its files are in storage. */
export interface ReleaseDraft extends SaidOfRelease, Pick<Rows['releases'], Terms> {
  /** Identifies the release in later imports of its owner. */
  identity: string;
  /** SHA-256 of the whole delivery; equal means unchanged. */
  fingerprint: string;
  /** The cover shows initials, because none was delivered. */
  cover_drawn?: boolean;
  /** Pixels as delivered; null: drawn, or not measured. */
  cover_width: number | null;
  cover_height: number | null;
  /** Names of credited artists, the main one first. */
  artists: string[];
  /** Content hash (`artists/<hash>.webp`) by name; used for artists of whom no cover was delivered. */
  artistPictures?: Record<string, string>;
  /** The first one owns the release. `drawn`: the logo is a placeholder and never replaces another. */
  labels: { name: string; logo_hash: string | null; contact: string | null; drawn?: boolean }[];
  available: Date;
  /** The delivery says no date: it is not one that people can go back to. */
  keepsDate?: true;
  ends: Date | null;
  /** Sanitised HTML; its pictures are at `/api/promo/<releaseid>/`. */
  promoinfo: (releaseid: string) => string;
  promoPictures: { name: string; file: string; media_type: string }[];
  /** Ids or English names. */
  markets: string[];
  /** Names of packages. */
  packages: string[];
  /** Addresses; unknown ones are ignored. */
  recipients: string[];
  /** Addresses of which nobody is told whether they have accounts. */
  addresses?: string[];
  /** Addresses of accounts that do not receive it. */
  excluded?: string[];
  /** A known release keeps its packages and recipients: a delivery without a sidecar must not open it to everyone. */
  keepsAudience?: true;
  /** The delivery is files alone: of a known release it takes nothing away that it does not say. */
  keepsUnsaid?: Guessed;
  tracks: DraftTrack[];
  attachments: (StoredFile & { title: string; filename: string })[];
}
