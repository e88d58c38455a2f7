import { posix } from 'node:path';
import { type MessageFile, verifyFile } from '../ern/files.ts';
import type { DeliveryFolder } from '../folders/scan.ts';
import { resolveDeliveryFile } from '../read/deliveryFiles.ts';
import type { Attempt, ImportRun } from './importRun.ts';

/**
 * Reads the message of a folder. Gives what `release.json` would say, and the folder with the media that the message
 * takes, whose hash sums are right.
 */
export async function readErn({ pool, now }: ImportRun, folder: DeliveryFolder, path: string, attempt: Attempt) {
  const { delivery, encodings, images, warnings, takedown } = await pool.readMessage(folder.root, path, now());
  const { images: covers, promoImages, unrecognized } = folder;
  const paths = [...folder.media.map((file) => file.path), ...covers, ...promoImages, ...unrecognized];
  const spelled = new Map(paths.toReversed().map((other) => [other.normalize('NFC'), other]));
  const home = posix.dirname(path).normalize('NFC');
  const locate = ({ path: named }: MessageFile) => {
    const names = [named.normalize('NFC'), decode(named)].flatMap((name) => [name, `resources/${name}`]);
    const spelling = [...names.map((name) => posix.join(home, name)), ...names].find((name) => spelled.has(name));
    return spelling === undefined ? undefined : spelled.get(spelling);
  };
  const isIntact = async (file: MessageFile, found: string) =>
    attempt(found, async () => {
      const { absolutePath } = await resolveDeliveryFile(folder.root, found, Number.POSITIVE_INFINITY);
      const warning = await verifyFile(absolutePath, file);
      if (warning) warnings.push(`${found}: ${warning}`);
      return true;
    });
  const media: DeliveryFolder['media'] = [];
  const tracks: NonNullable<typeof delivery.tracks> = [];
  for (const [index, track] of (delivery.tracks ?? []).entries()) {
    const file = encodings[index]?.find((encoding) => locate(encoding) !== undefined);
    const found = file && locate(file);
    if (found === undefined) tracks.push({ ...track, file: posix.join(home, track.file) });
    else if (file && (await isIntact(file, found))) {
      tracks.push({ ...track, file: found.normalize('NFC') });
      media.push({ path: found, disc: track.disc ?? null });
    }
  }
  const [image] = images;
  const cover = image && (locate(image) ?? image.path);
  if (image && cover && locate(image) && !(await isIntact(image, cover))) delete delivery.cover;
  else if (cover) delivery.cover = cover;
  const named = new Set([...media.map((file) => file.path), ...encodings.flat().map(locate)]);
  const unused = folder.media.filter((file) => !named.has(file.path));
  const leftOut = [
    ...folder.leftOut.filter(({ path }) => !/\.xml$/i.test(path)),
    ...unused.map(({ path }) => ({ path, reason: 'The message does not take it.' })),
  ];
  return {
    sidecar: { ...delivery, tracks },
    folder: { ...folder, media, unrecognized: [], leftOut },
    warnings,
    takedown,
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
