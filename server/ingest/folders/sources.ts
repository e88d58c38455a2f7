import { dirname } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { fillIn } from '../../catalogue/redelivery/keepUnsaid.ts';
import type { MediaFile } from '../read/inspect.ts';
import { isNumber, parseFileName } from '../read/parseNames.ts';
import { endingOf, isSound, stemOf } from './fileKinds.ts';
import { bareName } from './folderNames.ts';
import type { DeliveryFolder } from './scan.ts';

/** Why a file is not taken. */
export const OTHER_SOURCE =
  'Another file of the same track is taken: the better one, or the one that release.json names.';
const SECONDS_APART_MAX = 2;

/** Of each track the best source; files that `release.json` names are sources of their own. */
export function chooseSources(files: readonly MediaFile[], { tracks = [] }: Delivery): MediaFile[] {
  const named = new Set(tracks.map(({ file }) => file));
  const isNamed = ({ path }: MediaFile) => named.has(path.normalize('NFC'));
  const chosen: MediaFile[] = [];
  for (const file of files.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || compareQuality(a, b))) {
    const better = isNamed(file) ? undefined : chosen.find((other) => isSameTrack(other, file));
    if (better) better.others.push(file);
    else chosen.push({ ...file, others: [] });
  }
  const order = new Map(files.map(({ path }, index) => [path, index]));
  return chosen.toSorted((a, b) => (order.get(a.path) ?? 0) - (order.get(b.path) ?? 0)).map(withTagsOfOthers);
}

/** For `sort`: the file of the better quality comes first. */
function compareQuality({ media: a, ...first }: MediaFile, { media: b, ...second }: MediaFile): number {
  return (
    Number(b.lossless) - Number(a.lossless) ||
    (b.bits ?? 0) - (a.bits ?? 0) ||
    (b.sampleRate ?? 0) - (a.sampleRate ?? 0) ||
    second.bytes - first.bytes
  );
}

/** Whether two files are the same track in two formats or folders. In doubt they are two tracks. */
function isSameTrack(a: MediaFile, b: MediaFile): boolean {
  const folderOf = ({ path }: MediaFile) => `${dirname(path)} ${endingOf(path)}`;
  if (a.media.format === 'video' || b.media.format === 'video' || folderOf(a) === folderOf(b)) return false;
  if ((a.disc ?? b.disc) !== (b.disc ?? a.disc)) return false;
  const [long, short] = [a.media.seconds, b.media.seconds].toSorted((a = 0, b = 0) => b - a);
  if (long !== undefined && short !== undefined && long - short > Math.max(SECONDS_APART_MAX, long * 0.02))
    return false;
  if (a.tags.isrc !== undefined && b.tags.isrc !== undefined) return a.tags.isrc === b.tags.isrc;
  const stem = bareName(stemOf(a.path));
  // Numbers alone say too little of two files of one format.
  if (stem === bareName(stemOf(b.path))) return !isNumber(stem) || !hasSameFormat(a, b) || a.hash === b.hash;
  const [{ title, number }, other] = [describeTrack(a), describeTrack(b)];
  return title !== '' && title === other.title && (number ?? other.number) === (other.number ?? number);
}

const hasSameFormat = ({ media: a }: MediaFile, { media: b }: MediaFile) =>
  a.codec === b.codec && a.bits === b.bits && a.sampleRate === b.sampleRate;

function describeTrack({ path, tags }: MediaFile): { title: string; number: number | undefined } {
  const { title, ordinal } = parseFileName(path);
  const name = tags.title ? `${tags.title} ${tags.version ?? ''}` : title;
  return { title: isNumber(name) ? '' : bareName(name), number: tags.track ?? ordinal };
}

/** What the tags of the best source do not say, those of the others may. */
function withTagsOfOthers(file: MediaFile): MediaFile {
  const picture = [file, ...file.others].find((source) => source.picture !== null)?.picture ?? null;
  const tags = file.others.reduce((tags, other) => fillIn(tags, other.tags), file.tags);
  return { ...file, picture, tags: { ...tags, warnings: file.tags.warnings } };
}

/** Returns whether a file, whose format is not taken, has the same name as one that is. */
export function createIsTaken({ media }: Pick<DeliveryFolder, 'media'>): (path: string) => boolean {
  const stems = new Set(media.map(({ path }) => bareName(stemOf(path))));
  return (path) => isSound(path) && stems.has(bareName(stemOf(path)));
}
