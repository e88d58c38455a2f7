/** What a delivery may hold, named, with units. docs/delivery.md repeats them for the sender. */

/** Longest sound or picture in motion. */
export const SECONDS_MAX = 6 * 3600;
/** Largest audio or video file. */
export const MEDIA_BYTES_MAX = 16 * 1024 ** 3;
/** Index of an M4A file (its `moov` box), held in memory while it is decoded. */
export const M4A_INDEX_BYTES_MAX = 32 * 1024 ** 2;
/** A cover, a logo or a picture of a promotional text. */
export const PICTURE_BYTES_MAX = 40 * 1024 ** 2;
/** Width times height, before anything is decoded. */
export const PICTURE_PIXELS_MAX = 64_000_000;
export const SIDECAR_BYTES_MAX = 1024 ** 2;
export const PROMO_BYTES_MAX = 512 * 1024;
export const LYRICS_BYTES_MAX = 256 * 1024;
export const ATTACHMENT_BYTES_MAX = 2 * 1024 ** 3;
export const CHANNELS_MAX = 8;
export const SAMPLE_RATE_MIN = 8_000;
export const SAMPLE_RATE_MAX = 384_000;
/** Folders below the given one that are looked into. */
export const FOLDER_DEPTH_MAX = 8;
/** A file that makes no progress for this long is given up. */
export const STALLED_MS = 60_000;
