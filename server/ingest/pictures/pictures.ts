import { createHash } from 'node:crypto';
import readExif from 'exif-reader';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { DeliveryRefusal, PICTURE_PIXELS_MAX } from '../../catalogue/document/deliveryRules.ts';
import { COVER_SIZES } from '../../catalogue/document/draftFiles.ts';
import type { ReleaseDraft } from '../../catalogue/document/releaseDraft.ts';
import type { ImportStorage } from '../workspace/workspace.ts';

// One picture at a time and no cache, because the memory of an import is limited.
sharp.concurrency(1);
sharp.cache(false);

const WEBP_QUALITY = 80;
/** From 0 (fast) to 6 (small). The default, 4, takes twice the time and saves 4 % of the bytes. */
const WEBP_EFFORT = 2;
/** Without `optimiseScans`, which takes half as much time again and saves 4 % of the bytes. */
const JPEG = { quality: 82, mozjpeg: true, optimiseScans: false };
const LOGO_PX = 512;
/** Part of the content hash: a new value gives all pictures new keys. */
const RECIPE = 'pictures-2';

export interface StoredCover {
  cover_hash: string;
  /** Dominant colour, #rrggbb. */
  color: string;
}

type CoverSize = Pick<ReleaseDraft, 'cover_width' | 'cover_height'>;

/** Stores a cover in every size. `warning`: a sentence about its shape, size or colours. @throws DeliveryRefusal */
export async function storeGivenCover(
  storage: ImportStorage,
  picture: Buffer,
): Promise<StoredCover & CoverSize & { warning: string | undefined }> {
  const bitmap = await prepareBitmap(picture);
  return { ...(await storeCover(storage, bitmap)), ...(await measureCover(bitmap)) };
}

const COVER_PX_MIN = 300;
/** Longer by a tenth than high, or the reverse, loses too much when it is cropped. */
const COVER_RATIO_MAX = 1.1;

/** A cover is used whatever its shape is. */
async function measureCover(picture: Buffer): Promise<CoverSize & { warning: string | undefined }> {
  const { autoOrient, space, icc } = await sharp(picture).metadata();
  const { width, height } = autoOrient;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const faults = [
    ...(short < COVER_PX_MIN ? [`smaller than ${COVER_PX_MIN} × ${COVER_PX_MIN} pixels`] : []),
    ...(long > short * COVER_RATIO_MAX ? ['not square, so its edges are cut off'] : []),
    ...(space === 'cmyk' && !icc ? ['CMYK without a colour profile, so its colours are approximate'] : []),
  ];
  return {
    cover_width: width,
    cover_height: height,
    warning: faults.length > 0 ? `The cover (${width} × ${height} pixels) is ${faults.join(' and ')}.` : undefined,
  };
}

/** Gives the hash. @throws DeliveryRefusal */
export const storeGivenLogo = async (storage: ImportStorage, picture: Buffer): Promise<string> =>
  storePicture(storage, 'logos', await prepareBitmap(picture));

/** Stores a cover in every size as `covers/<hash>-<size>.webp|jpg`. */
export async function storeCover(storage: ImportStorage, picture: Buffer): Promise<StoredCover> {
  const cover_hash = hashPicture(picture);
  const square = await normalizePicture(picture, COVER_SIZES[0], 'cover');
  for (const size of COVER_SIZES) {
    const key = `covers/${cover_hash}-${size}`;
    const resized = openPixels(square).resize(size, size, { fit: 'cover' });
    await putMissing(storage, `${key}.webp`, resized.clone().webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }));
    await putMissing(storage, `${key}.jpg`, resized.jpeg(JPEG));
  }
  return { cover_hash, color: await findDominantColor(square) };
}

/** Stores the logo of a label or the picture of an artist as `<folder>/<hash>.webp`; gives the hash. */
export async function storePicture(
  storage: ImportStorage,
  folder: 'logos' | 'artists',
  picture: Buffer,
): Promise<string> {
  const hash = hashPicture(picture);
  const key = `${folder}/${hash}.webp`;
  if (!(await storage.has(key))) {
    const normalized = openPixels(await normalizePicture(picture, LOGO_PX, 'inside'));
    await storage.put(key, await normalized.webp({ quality: WEBP_QUALITY, effort: WEBP_EFFORT }).toBuffer());
  }
  return hash;
}

/** Keeps a stored picture, because another version of the encoder writes other bytes. */
async function putMissing(storage: ImportStorage, key: string, picture: Sharp): Promise<void> {
  if (!(await storage.has(key))) await storage.put(key, await picture.toBuffer());
}

const hashPicture = (picture: Buffer) => createHash('sha256').update(RECIPE).update(picture).digest('hex');

/** Enough for the names of the kinds of a file. */
const HEAD_BYTES = 64;
/** The first bytes of JPEG, PNG, GIF, WebP, TIFF (`+`: BigTIFF) and AVIF. */
const BITMAP = /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|II[*+]\0|MM\0[*+]|.{4}ftyp(avi[fs]|mif1|msf1))/s;

/** The first bytes of other kinds that labels send. HEIC may have the name of a collection before its own. */
const OTHER_KINDS: [name: string, start: RegExp][] = [
  ['HEIC', /^.{4}ftyp(he|(mif1|msf1)(?!.*avi[fs]).*he[iv][cxs])/s],
  ['PSD', /^8BPS/],
  ['PDF', /^%PDF/],
  ['EPS', /^(%!PS|\xc5\xd0\xd3\xc6)/],
  ['JPEG XL', /^(\xff\x0a|.{4}JXL )/s],
  ['JPEG 2000', /^(\xff\x4f\xff\x51|.{4}jP {2})/s],
  ['BMP', /^BM/],
];

/**
 * Gives the picture in a form that libvips reads. Refuses SVG by its content, whatever its name is: drawing one may take
 * any time and memory.
 * @throws DeliveryRefusal
 */
async function prepareBitmap(picture: Buffer): Promise<Buffer> {
  const start = picture.toString('latin1', 0, HEAD_BYTES);
  const kind = OTHER_KINDS.find(([, pattern]) => pattern.test(start))?.[0];
  if (kind) throw new DeliveryRefusal(`A picture as ${kind} is not taken: convert it to JPEG or PNG.`);
  if (!BITMAP.test(start))
    throw new DeliveryRefusal('The picture cannot be used: it must be JPEG, PNG, WebP, GIF, TIFF or AVIF.');
  // A sequence begins with a picture; libvips knows only the name of a single one.
  if (start.startsWith('ftypavis', 4))
    return Buffer.concat([picture.subarray(0, 8), Buffer.from('avif'), picture.subarray(12)]);
  try {
    return (await convertLab(picture)) ?? picture;
  } catch (error) {
    throw refusePicture(error);
  }
}

const LAB = 8;
const LAB_PX = 2_000;

/** Converts a TIFF in Lab of 8 bits (TIFF 6.0 §23), which libvips refuses. */
async function convertLab(picture: Buffer): Promise<Buffer | undefined> {
  const isLittleEndian = picture.toString('latin1', 0, 4) === 'II*\0';
  if (!isLittleEndian && picture.toString('latin1', 0, 4) !== 'MM\0*') return undefined;
  const { Image } = readExif(picture);
  if (Image?.PhotometricInterpretation !== LAB || [Image.BitsPerSample].flat()[0] !== 8) return undefined;
  // As RGB, libvips gives the values as they are.
  const asRgb = Buffer.from(picture);
  const entry = asRgb.indexOf(isLittleEndian ? '060103000100000008' : '01060003000000010008', 'hex');
  asRgb.writeUInt8(2, entry + (isLittleEndian ? 8 : 9));
  const values = await openPicture(asRgb).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const flipSigns = ({ data }: Pixels) => {
    for (let at = 0; at < data.length; at++) if (at % 3 > 0) data[at] = (data[at] ?? 0) ^ 128;
  };
  // Neighbouring colours have neighbouring values when their signs are flipped.
  flipSigns(values);
  const size = { fit: 'inside', withoutEnlargement: true } as const;
  const pixels = await openPixels(values).resize(LAB_PX, LAB_PX, size).raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at + 2 < pixels.data.length; at += 3) pixels.data.set(labToRgb(pixels.data, at), at);
  return openPixels(pixels).png({ compressionLevel: 1 }).toBuffer();
}

/** From Lab with the white of D50 and a, b from −128, to sRGB (IEC 61966-2-1). */
function labToRgb(lab: Buffer, at: number): number[] {
  const y = ((lab[at] ?? 0) / 2.55 + 16) / 116;
  const [X, Y, Z] = [y + ((lab[at + 1] ?? 0) - 128) / 500, y, y - ((lab[at + 2] ?? 0) - 128) / 200].map((value) =>
    value > 6 / 29 ? value ** 3 : (value - 4 / 29) * (108 / 841),
  ) as [number, number, number];
  return [
    3.02173 * X - 1.61687 * Y - 0.40482 * Z,
    -0.94374 * X + 1.91614 * Y + 0.0276 * Z,
    0.06937 * X - 0.22899 * Y + 1.15945 * Z,
  ].map((linear) => {
    const value = Math.min(1, Math.max(0, linear));
    return Math.round(255 * (value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : 12.92 * value));
  });
}

/** Uncompressed, because each size is made from it. */
interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

const openPixels = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/** Gives the upright picture in sRGB without metadata. */
async function normalizePicture(picture: Buffer, size: number, fit: 'cover' | 'inside'): Promise<Pixels> {
  try {
    const upright = openPicture(picture)
      .resize(size, size, { fit, withoutEnlargement: fit === 'inside' })
      .toColourspace('srgb');
    // A cover covers: black text on a transparent ground needs white behind it.
    const opaque = fit === 'cover' ? upright.flatten({ background: '#ffffff' }) : upright;
    return await opaque.raw().toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw refusePicture(error);
  }
}

const openPicture = (picture: Buffer, animated = false): Sharp =>
  sharp(picture, {
    limitInputPixels: PICTURE_PIXELS_MAX,
    sequentialRead: !animated,
    failOn: 'error',
    animated,
  }).rotate();

const refusePicture = (error: unknown) =>
  new DeliveryRefusal(`The picture cannot be used: ${error instanceof Error ? error.message : String(error)}.`);

const PROMO_PX = 2_000;

/** Draws a picture anew in its own format, without the data that cameras and programs put beside the pixels. */
export async function drawPromoPicture(picture: Buffer): Promise<{ picture: Buffer; mediaType: string }> {
  const bitmap = await prepareBitmap(picture);
  try {
    const drawn = openPicture(bitmap, true).resize(PROMO_PX, PROMO_PX, {
      fit: 'inside',
      withoutEnlargement: true,
    });
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    return { picture: data, mediaType: `image/${info.format === 'heif' ? 'avif' : info.format}` };
  } catch (error) {
    throw refusePicture(error);
  }
}

export const isReadablePicture = (picture: Buffer): Promise<boolean> =>
  sharp(picture, { failOn: 'error' })
    .stats()
    .then(
      () => true,
      () => false,
    );

const SAMPLE_PX = 40;
/** Colours are grouped by so many levels per channel. */
const COLOR_LEVELS = 8;

/** Prefers frequent and saturated colours to grey. */
async function findDominantColor(picture: Pixels): Promise<string> {
  const pixels = await openPixels(picture)
    .resize(SAMPLE_PX, SAMPLE_PX, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const groups = new Map<number, { weight: number; count: number; sum: [number, number, number] }>();
  for (let offset = 0; offset + 2 < pixels.length; offset += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(offset, offset + 3);
    const key = (levelOf(red) * COLOR_LEVELS + levelOf(green)) * COLOR_LEVELS + levelOf(blue);
    const group = groups.get(key) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    group.weight += 0.05 + (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    group.count++;
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue];
    groups.set(key, group);
  }
  const [best] = [...groups.values()].sort((a, b) => b.weight - a.weight);
  if (!best) return '#202020';
  const channels = best.sum.map((sum) => Math.round(sum / best.count).toString(16));
  return `#${channels.map((hex) => hex.padStart(2, '0')).join('')}`;
}

const levelOf = (value: number) => Math.floor((value * COLOR_LEVELS) / 256);
