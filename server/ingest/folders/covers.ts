import { basename, dirname } from 'node:path';
import sharp from 'sharp';
import { PICTURE_BYTES_MAX, PICTURE_PIXELS_MAX } from '../../catalogue/document/deliveryRules.ts';
import { resolveDeliveryFile } from '../read/deliveryFiles.ts';
import { endingOf, stemOf } from './fileKinds.ts';
import { bareName, isCoverFolder } from './folderNames.ts';

const NAMES = ['cover', 'front', 'folder', 'artwork', 'albumart'];
const COVER_WORD = /\b(cover|front|artwork|album ?art|packshot|sleeve)(art)?\b/;
/** Pictures beside a cover that are none. */
const OTHER_WORD =
  /\b(back|rear|inlay|inside|inner|booklet|tray|spine|obi|label|logo|banner|header|photo|foto|portrait|thumb|thumbnail|disc|cd ?\d?|vinyl|matrix|page|scan)\b/;
/** A file name may say the size, colours or age of a picture. */
const SIZE =
  /\b(\d{3,5}( ?x ?\d{3,5})?( ?px)?|\d ?k|hi ?res|low ?res|large|big|medium|small|web|print|rgb|cmyk|square|final|v\d)\b/g;

const nameOf = (path: string) => bareName(bareName(stemOf(path)).replace(SIZE, ' '));

const hasCoverName = (path: string): boolean => NAMES.includes(nameOf(path)) || COVER_WORD.test(nameOf(path));

/** Whether a picture is a cover by its name, or may be one by its folder. */
export const isCoverFile = (path: string): boolean => isCoverFolder(basename(dirname(path))) || hasCoverName(path);

/** Finds a PDF that is called a cover. */
export const findCoverPdf = (documents: readonly string[]): string | undefined =>
  documents.find((path) => endingOf(path) === '.pdf' && hasCoverName(path) && !OTHER_WORD.test(nameOf(path)));

/**
 * Finds the cover: a picture that is named so, else the only other one. Of one picture in several sizes the largest.
 * @param images that may be covers
 * @param promoImages no covers, unless their name says so
 */
export async function findCover(
  root: string,
  images: readonly string[],
  promoImages: readonly string[],
): Promise<string | undefined> {
  for (const name of NAMES) {
    const named = images.filter((path) => nameOf(path) === name);
    if (named.length > 0) return findLargest(root, named);
  }
  const others = images.filter((path) => !promoImages.includes(path) && !OTHER_WORD.test(nameOf(path)));
  const similar = others.filter((path) => COVER_WORD.test(nameOf(path)));
  const found = similar.length > 0 ? similar : others;
  const sizes = found.filter((path) => nameOf(path) === nameOf(found[0] ?? ''));
  return similar.length > 0 || sizes.length === others.length ? findLargest(root, sizes) : undefined;
}

async function findLargest(root: string, paths: string[]): Promise<string | undefined> {
  if (paths.length < 2) return paths[0];
  const sized = await Promise.all(paths.map(async (path) => ({ path, pixels: await countPixels(root, path) })));
  return sized.toSorted((a, b) => b.pixels - a.pixels)[0]?.path;
}

/** Gives 0 for a picture that cannot be used. */
async function countPixels(root: string, path: string): Promise<number> {
  try {
    const { absolutePath } = await resolveDeliveryFile(root, path, PICTURE_BYTES_MAX);
    const { width, height } = await sharp(absolutePath).metadata();
    return width * height > PICTURE_PIXELS_MAX ? 0 : width * height;
  } catch {
    return 0;
  }
}
