import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import sharp from 'sharp';
import type { Storage } from '../platform/storage/storage.ts';
import { dominantColour } from './colour.ts';
import { PICTURE_PIXELS_MAX } from './limits.ts';
import { DeliveryRefused } from './refused.ts';

// One cover at a time, nothing kept: an import runs beside sound in memory that is counted.
sharp.concurrency(1);
sharp.cache(false);

const SIZES = [1000, 500, 160] as const;
const WEBP_QUALITY = 80;
const JPEG_QUALITY = 82;
const LOGO_PX = 512;
/** Changes the names of all pictures when the way of making them changes. */
const RECIPE = 'pictures-1';

/** Content hash (`covers/<hash>-<size>.…`) and dominant colour, #rrggbb. */
export interface StoredCover {
  cover_hash: string;
  color: string;
}

/**
 * Stores a cover in every size as `covers/<hash>-<size>.webp|jpg`.
 * @throws DeliveryRefused when it is no picture or too large
 */
export async function storeCover(storage: Storage, picture: Buffer): Promise<StoredCover> {
  const cover_hash = pictureHash(picture);
  const square = await asPng(picture, SIZES[0]);
  for (const size of SIZES) {
    const resized = sharp(square).resize(size, size, { fit: 'cover' });
    await storage.put(
      `covers/${cover_hash}-${size}.webp`,
      await resized.clone().webp({ quality: WEBP_QUALITY }).toBuffer(),
    );
    await storage.put(
      `covers/${cover_hash}-${size}.jpg`,
      await resized.flatten({ background: '#000000' }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer(),
    );
  }
  return { cover_hash, color: await dominantColour(square) };
}

/**
 * Stores a label's logo (`logos`) or an artist's picture (`artists`) as `<folder>/<hash>.webp`; gives the hash.
 * @throws DeliveryRefused when it is no picture or too large
 */
export async function storePicture(storage: Storage, folder: 'logos' | 'artists', picture: Buffer): Promise<string> {
  const hash = pictureHash(picture);
  const key = `${folder}/${hash}.webp`;
  if (!(await storage.stat(key))) {
    const inside = sharp(await asPng(picture, LOGO_PX, 'inside')).webp({ quality: WEBP_QUALITY });
    await storage.put(key, await inside.toBuffer());
  }
  return hash;
}

/** The cover among the loose pictures of a delivery: by its name, else the only one. */
export function chooseCover(images: readonly string[]): string | undefined {
  const named = ['cover', 'front', 'folder', 'artwork', 'albumart'].flatMap((word) =>
    images.filter((path) => basename(path, extname(path)).toLowerCase() === word),
  );
  const alike = images.filter(
    (path) => /cover|front|artwork/i.test(basename(path)) && !/back|rear/i.test(basename(path)),
  );
  return named[0] ?? alike[0] ?? (images.length === 1 ? images[0] : undefined);
}

const pictureHash = (picture: Buffer) => createHash('sha256').update(RECIPE).update(picture).digest('hex');

/** Decodes a stranger's picture once, upright, in sRGB, without metadata. */
async function asPng(picture: Buffer, size: number, fit: 'cover' | 'inside' = 'cover'): Promise<Buffer> {
  try {
    return await sharp(picture, { limitInputPixels: PICTURE_PIXELS_MAX, sequentialRead: true, failOn: 'error' })
      .rotate()
      .resize(size, size, { fit, withoutEnlargement: fit === 'inside' })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer();
  } catch (error) {
    throw new DeliveryRefused(`The picture cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
