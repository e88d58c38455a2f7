import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type IAudioMetadata, parseFile } from 'music-metadata';
import { describeFormat, type Format, type MediaFormat, sniffFormat } from './format.ts';
import { MEDIA_BYTES_MAX, PICTURE_BYTES_MAX } from './limits.ts';
import { DeliveryRefused } from './refused.ts';
import { frontPicture, NO_TAGS, readTags, type Tags } from './tags.ts';

const HASH_BYTES = 512 * 1024;

/** What is known of a delivered file before it is decoded. */
export interface Inspected {
  /** SHA-256 of the whole file, hexadecimal. */
  hash: string;
  bytes: number;
  media: MediaFormat;
  tags: Tags;
  /** The embedded front cover. */
  picture: Uint8Array | null;
}

/**
 * Reads hash, format and tags of an audio or video file.
 * @throws DeliveryRefused when it is neither
 */
export async function inspectFile(path: string, onProgress: (bytes: number) => void): Promise<Inspected> {
  const { bytes, sniffed } = await sniff(path);
  const metadata = await readMetadata(path, sniffed);
  const media = describeFormat(sniffed, metadata);
  const picture = metadata ? frontPicture(metadata)?.data : undefined;
  return {
    hash: await hashFile(path, onProgress),
    bytes,
    media,
    tags: metadata ? readTags(metadata) : NO_TAGS,
    picture: picture && picture.length <= PICTURE_BYTES_MAX ? picture : null,
  };
}

/** SHA-256 of a file, hexadecimal. */
export async function hashFile(path: string, onProgress: (bytes: number) => void = () => {}): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    // One buffer for the whole file: what is thrown away is counted as memory until it is collected.
    const buffer = Buffer.alloc(HASH_BYTES);
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, HASH_BYTES, at);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
      onProgress(at);
    }
  } finally {
    await file.close();
  }
}

async function sniff(path: string): Promise<{ bytes: number; sniffed: Format }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > MEDIA_BYTES_MAX) throw new DeliveryRefused(`It is larger than ${MEDIA_BYTES_MAX / 1024 ** 3} GiB.`);
    return { bytes: size, sniffed: await sniffFormat(file) };
  } finally {
    await file.close();
  }
}

/** Undefined where the tags cannot be read: for uncompressed sound that costs the tags, for the rest it is refused. */
async function readMetadata(path: string, sniffed: Format): Promise<IAudioMetadata | undefined> {
  try {
    return await parseFile(path, { duration: sniffed === 'video' });
  } catch (error) {
    if (sniffed === 'wav' || sniffed === 'aiff') return undefined;
    throw new DeliveryRefused(`It cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
