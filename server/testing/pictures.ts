import sharp from 'sharp';

const FORMATS = ['png', 'webp', 'gif', 'tiff', 'avif'] as const;
const WIDTH_PX = 64;

/** Gives a picture in the other formats that labels send. */
export const encodePictures = (picture: Buffer): Promise<{ format: string; bytes: Buffer }[]> =>
  Promise.all(
    FORMATS.map(async (format) => ({
      format,
      bytes: await sharp(picture).resize(WIDTH_PX).toFormat(format).toBuffer(),
    })),
  );
