import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Storage } from '../../platform/storage/storage.ts';
import type { ReleaseSheet } from './sheetQueries.ts';

/** JPEG or PNG. */
export interface SheetPicture {
  bytes: Uint8Array;
  ratio: number;
  /** True for a picture that is too light for white paper. */
  needsDark: boolean;
}

export interface ReleasePictures {
  cover: SheetPicture | undefined;
  logos: Record<string, SheetPicture>;
}

/** 300 dpi at a printed size of 6 cm. */
const COVER_PX = 700;
const LOGO_PX = 240;
/** Mean lightness, 0 to 255, above which a logo needs a dark background. */
const LIGHT = 190;

/** Leaves out pictures that are missing or cannot be read. */
export async function loadPictures(storage: Storage, release: ReleaseSheet): Promise<ReleasePictures> {
  const { cover_hash, labels } = release;
  const cover = cover_hash === null ? undefined : await load(storage, `covers/${cover_hash}-1000.jpg`, resizeCover);
  const logos: Record<string, SheetPicture> = {};
  for (const { name, logo_hash } of labels) {
    const logo = logo_hash === null ? undefined : await load(storage, `logos/${logo_hash}.webp`, resizeLogo);
    if (logo) logos[name] = logo;
  }
  return { cover, logos };
}

async function load(storage: Storage, key: string, resize: (picture: Buffer) => Promise<SheetPicture>) {
  if (!(await storage.stat(key))) return undefined;
  return resize(await buffer(await storage.read(key))).catch(() => undefined);
}

async function resizeCover(picture: Buffer): Promise<SheetPicture> {
  const bytes = await sharp(picture).resize(COVER_PX, COVER_PX).jpeg({ quality: 84 }).toBuffer();
  return { bytes, ratio: 1, needsDark: false };
}

async function resizeLogo(picture: Buffer): Promise<SheetPicture> {
  const { data, info } = await sharp(picture)
    .resize(LOGO_PX, LOGO_PX, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const pixels = await sharp(data).resize(32, 32, { fit: 'fill' }).ensureAlpha().toColourspace('srgb').raw().toBuffer();
  let [light, opaque] = [0, 0];
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(offset, offset + 4);
    light += (red * 0.3 + green * 0.59 + blue * 0.11) * alpha;
    opaque += alpha;
  }
  return { bytes: data, ratio: info.width / info.height, needsDark: opaque > 0 && light / opaque > LIGHT };
}
