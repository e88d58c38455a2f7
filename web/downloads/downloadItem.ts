import type { OmittedTrack } from '@promenade/contract/downloads';
import type { Media } from './data.ts';

/** Why a download failed; the words are `download.failure-<value>` in en.json. */
export const failures = [
  'limit',
  'access',
  'withdrawn',
  'stream-only',
  'format',
  'network',
  'disk',
  'damaged',
  'interrupted',
  'other',
] as const;
export type DownloadFailure = (typeof failures)[number];

/**
 * An item of the download manager (requirement C-ENTITY-19). `progress`, `percentCompleted` (always equal) and
 * `zippingProgress` are percent. `ordinal` is 0 except for tracks, `trackcount` 0 for tracks.
 */
export interface DownloadItem extends Media {
  artist: string;
  title: string;
  version: string;
  explicit: boolean;
  ordinal: number;
  trackcount: number;
  coverart: string | null;
  downloadID: string;
  status: 'waiting' | 'loading' | 'finished' | 'failed';
  /** With the status `failed` only. */
  failure?: DownloadFailure | undefined;
  progress: number;
  percentCompleted: number;
  isZipping: boolean;
  zippingProgress: number;
  zipperReady: boolean;
  /** Size, once known. */
  bytes?: number | undefined;
  /** Tracks that a zip leaves out, once known. */
  omitted?: OmittedTrack[] | undefined;
}

export const isUnfinished = ({ status }: DownloadItem): boolean => status === 'waiting' || status === 'loading';
