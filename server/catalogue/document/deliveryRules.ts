import { relative, resolve, sep } from 'node:path';

/** Thrown wherever a delivered file or folder turns out to be unusable. The sender reads the message. */
export class DeliveryRefusal extends Error {
  override name = 'DeliveryRefusal';
}

/** `2 GiB`, `40 MiB`, `256 KiB` */
export function formatBytes(bytes: number): string {
  const power = bytes >= 1024 ** 3 ? 3 : bytes >= 1024 ** 2 ? 2 : 1;
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${['KiB', 'MiB', 'GiB'][power - 1]}`;
}

/**
 * Resolves a path that a sidecar or promo page names to a path below the delivery, with `/`. Gives undefined for paths
 * outside of it and for hidden files. Does not check for links.
 */
export function resolveDeliveryPath(root: string, named: string): string | undefined {
  if (named.includes('\0') || named.includes('\\')) return undefined;
  const path = relative(root, resolve(root, named)).split(sep).join('/');
  const isForbidden = path === '' || path.startsWith('/') || path.split('/').some((part) => part.startsWith('.'));
  return isForbidden ? undefined : path;
}

// Limits of a delivery, repeated for senders in docs/delivery.md.
export const DURATION_SECONDS_MAX = 6 * 3600;
export const MEDIA_BYTES_MAX = 16 * 1024 ** 3;
/** Size of the `moov` box of an M4A file, which is decoded from memory. */
export const M4A_INDEX_BYTES_MAX = 32 * 1024 ** 2;
export const PICTURE_BYTES_MAX = 40 * 1024 ** 2;
/** Width times height, checked before decoding. */
export const PICTURE_PIXELS_MAX = 64_000_000;
export const SIDECAR_BYTES_MAX = 1024 ** 2;
export const PROMO_BYTES_MAX = 512 * 1024;
export const PROMO_TAGS_MAX = 5_000;
/** Deeper tags lose their markup and keep their text. */
export const PROMO_DEPTH_MAX = 100;
export const LYRICS_BYTES_MAX = 256 * 1024;
export const ATTACHMENT_BYTES_MAX = 2 * 1024 ** 3;
export const CHANNELS_MAX = 8;
export const SAMPLE_RATE_MIN = 8_000;
export const SAMPLE_RATE_MAX = 384_000;
export const SAMPLE_RATES = `${SAMPLE_RATE_MIN} to ${SAMPLE_RATE_MAX} Hz`;
export const FOLDER_DEPTH_MAX = 8;
/** A worker job without progress for this long is cancelled. */
export const STALLED_MS = 60_000;

/** What was refused or left out, and why. */
export interface ImportFailure {
  path: string;
  reason: string;
}
