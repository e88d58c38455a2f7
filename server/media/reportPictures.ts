import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Storage } from '../platform/storage/storage.ts';

/** A picture as JPEG or PNG. `needsDark`: it is so light that white paper would swallow it. */
export interface ReportPicture {
  bytes: Uint8Array;
  /** Width by height. */
  ratio: number;
  needsDark: boolean;
}

/** Printed at 6 cm that is 300 to the inch. */
const COVER_PX = 700;
const LOGO_PX = 240;
/** From here to 255 a logo is for dark ground. */
const LIGHT = 190;

/** A cover by its content hash; undefined when it is not there or cannot be read: the sheet is good without it. */
export async function coverFor(storage: Storage, hash: string): Promise<ReportPicture | undefined> {
  const picture = await read(storage, `covers/${hash}-1000.jpg`);
  const made =
    picture && (await attempt(() => sharp(picture).resize(COVER_PX, COVER_PX).jpeg({ quality: 84 }).toBuffer()));
  return made && { bytes: made, ratio: 1, needsDark: false };
}

/** The logo of a label by its content hash, its transparency kept; undefined as above. */
export async function logoFor(storage: Storage, hash: string): Promise<ReportPicture | undefined> {
  const picture = await read(storage, `logos/${hash}.webp`);
  return picture && attempt(() => logoOf(picture));
}

async function logoOf(picture: Buffer): Promise<ReportPicture> {
  const { data, info } = await sharp(picture)
    .resize(LOGO_PX, LOGO_PX, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const pixels = await sharp(data).resize(32, 32, { fit: 'fill' }).ensureAlpha().toColourspace('srgb').raw().toBuffer();
  let [light, opaque] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    light += (red * 0.3 + green * 0.59 + blue * 0.11) * alpha;
    opaque += alpha;
  }
  return { bytes: data, ratio: info.width / info.height, needsDark: opaque > 0 && light / opaque > LIGHT };
}

const read = async (storage: Storage, key: string) =>
  (await storage.stat(key)) ? buffer(await storage.read(key)) : undefined;

const attempt = <Made>(make: () => Promise<Made>): Promise<Made | undefined> => make().catch(() => undefined);
