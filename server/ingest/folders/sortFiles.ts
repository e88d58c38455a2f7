import type { Delivery } from '@promenade/contract/delivery';
import type { ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import { createIsNamed } from '../read/sidecar.ts';
import { assignLyrics, type NamedTrack } from './lyricsFiles.ts';
import type { DeliveryFolder } from './scan.ts';

const LISTED = 'release.json lists the attachments, and this file is none of them.';
const PICTURE = 'A picture that is not the cover: put it into attachments/ to send it.';

export interface SortedFiles {
  /** The lyrics text of a track, by the path of its audio. */
  lyrics: Map<string, string>;
  /** Without those that `release.json` lists. */
  attachments: string[];
  leftOut: ImportFailure[];
}

/** Says what becomes of the texts and documents of a release. Paths are inside the delivery. */
export function sortFiles(folder: DeliveryFolder, sidecar: Delivery, tracks: readonly NamedTrack[]): SortedFiles {
  const isNamed = createIsNamed(sidecar);
  const { byTrack: lyrics, others } = assignLyrics(folder, tracks);
  const assigned = new Set(lyrics.values());
  const documents = [...folder.documents, ...others].filter((path) => !assigned.has(path) && !isNamed(path));
  const isListed = sidecar.attachments !== undefined;
  return {
    lyrics,
    attachments: [...folder.attachments.filter((path) => !isNamed(path)), ...(isListed ? [] : documents)],
    leftOut: [
      ...folder.leftOut.filter(({ path }) => !isNamed(path)),
      ...(isListed ? documents.map((path) => ({ path, reason: LISTED })) : []),
    ],
  };
}

/** Pictures that a release does not show. @param used by it */
export function listUnusedPictures(
  { images, promoImages }: DeliveryFolder,
  sidecar: Delivery,
  used: readonly (string | undefined)[],
): ImportFailure[] {
  const isNamed = createIsNamed(sidecar);
  return [...images, ...promoImages]
    .filter((path) => !used.includes(path) && !isNamed(path))
    .map((path) => ({ path, reason: PICTURE }));
}
