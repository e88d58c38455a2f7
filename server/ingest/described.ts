import type { DeliveredTrack } from '@promenade/contract/delivery';
import type { DraftTrack, ReleaseDraft } from '../catalogue/releaseDraft.ts';
import type { SoundPart } from './queries.ts';
import type { Tags } from './tags.ts';

/** What the person at the command line says; it wins over everything in the folder. */
export interface ImportOptions {
  label?: string;
  packages?: string[];
  available?: Date;
}

/** What one file brings to its release before it is decoded. */
export interface DeliveredMedia {
  /** Relative to the delivery. */
  path: string;
  /** From the name of its folder. */
  disc: number | null;
  tags: Tags;
  assettype: DraftTrack['assettype'];
}

/** A track but for its sound. */
export interface DescribedTrack extends Omit<DraftTrack, keyof SoundPart> {
  path: string;
  /** A text file of the delivery that the sidecar names. */
  lyricsFile: string | null;
}

/** A release as tags, names and sidecar tell it; its files and its duration are still to come. */
export type DescribedRelease = Omit<
  ReleaseDraft,
  | 'identity'
  | 'fingerprint'
  | 'labels'
  | 'release_type'
  | 'cover_hash'
  | 'color'
  | 'promoinfo'
  | 'promoPictures'
  | 'attachments'
  | 'tracks'
  | 'available'
> & {
  label: { name: string; logo: string | null; contact: string | null } | null;
  release_type: ReleaseDraft['release_type'] | null;
  /** Null: as it was, or now. */
  available: Date | null;
  tracks: DescribedTrack[];
};

/** A description and what was odd in the delivery, one sentence each. */
export interface Described {
  release: DescribedRelease;
  warnings: string[];
}

/** A file and what the sidecar says of it. */
export type TrackSource = DeliveredMedia & { said: DeliveredTrack | undefined };

/** Marks a work that only this release knows; the importer puts the release's identity in front. */
export const OWN_WORK = '\u0001';
