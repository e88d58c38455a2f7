import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { DeliveryRefusal } from '../../catalogue/document/deliveryRules.ts';
import { all, first, textAt, textOf } from './elements.ts';
import type { XmlElement } from './xml.ts';

export interface MessageFile {
  /** Relative to the message. */
  path: string;
  algorithm: string | undefined;
  sum: string | undefined;
}

const LOSSLESS = /\.(wave?|bwf|rf64|flac|aif[fc]?)$/i;

/** The files of a resource in all its encodings, without previews: lossless first, then the most bits and samples. */
export function listFiles(resource: XmlElement): MessageFile[] {
  const encodings = all(resource, 'TechnicalSoundRecordingDetails', 'TechnicalImageDetails', 'TechnicalDetails').filter(
    (details) => !['IsPreview', 'IsClip'].some((name) => textAt(details, name) === 'true'),
  );
  const files = encodings.flatMap((details) =>
    [details, ...all(details, 'DeliveryFile')].flatMap((part) => {
      const quality = Number(textAt(part, 'BitsPerSample|BitDepth') ?? 0) * 1_000_000;
      const rate = Number(textAt(part, 'SamplingRate') ?? 0);
      return all(part, 'File').flatMap((file) => {
        const read = readFile(file);
        return read ? { ...read, quality: quality + rate + (LOSSLESS.test(read.path) ? 1e12 : 0) } : [];
      });
    }),
  );
  return files.toSorted((a, b) => b.quality - a.quality).map(({ quality: _quality, ...file }) => file);
}

function readFile(file: XmlElement): MessageFile | undefined {
  const name = textAt(file, 'FileName');
  const folder = removeEndSlashes(textAt(file, 'FilePath') ?? '');
  const path =
    textAt(file, 'URI|URL') ?? (folder && name && !folder.endsWith(name) ? `${folder}/${name}` : folder || name);
  if (!path) return undefined;
  const hash = first(file, 'HashSum');
  const algorithm = first(hash, 'Algorithm', 'HashSumAlgorithmType');
  return {
    path: path.replaceAll('\\', '/').replace(/^(\.?\/)+/, ''),
    algorithm: algorithm?.attributes.UserDefinedValue ?? textOf(algorithm),
    sum: textAt(hash, 'HashSumValue|HashSum'),
  };
}

function removeEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

const DIGITS = new Map(Object.entries({ md5: 32, sha1: 40, sha224: 56, sha256: 64, sha384: 96, sha512: 128 }));

/**
 * Compares a file with the hash sum of the message. Gives a warning for a sum that cannot be compared.
 * @throws DeliveryRefusal when the file is another one
 */
export async function verifyFile(path: string, { algorithm, sum }: MessageFile): Promise<string | undefined> {
  if (sum === undefined) return undefined;
  const name = (algorithm ?? 'md5')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/^sha$/, 'sha1');
  if (!DIGITS.has(name)) return `Its hash sum (${algorithm}) cannot be checked.`;
  if (sum.length !== DIGITS.get(name)) return `Its ${algorithm} sum has ${sum.length} digits and was not checked.`;
  const hash = createHash(name);
  await pipeline(createReadStream(path), hash);
  if (hash.digest('hex') === sum.toLowerCase()) return undefined;
  throw new DeliveryRefusal(`It is not the file of the message: its ${algorithm} sum is another one.`);
}
