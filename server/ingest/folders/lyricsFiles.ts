import { isNumber, parseFileName } from '../read/parseNames.ts';
import { endingOf, lyricsNameOf, stemOf } from './fileKinds.ts';
import { bareName, parseDisc } from './folderNames.ts';
import type { DeliveryFolder } from './scan.ts';

export interface NamedTrack {
  path: string;
  title: string;
  disc: number;
}

/**
 * Finds the lyrics text of each track: of the name of its audio file, else of its number, else of its title. Gives the texts by the
 * path of the audio, and those that belong to no track.
 */
export function assignLyrics(
  { lyrics, documents }: Pick<DeliveryFolder, 'lyrics' | 'documents'>,
  tracks: readonly NamedTrack[],
): { byTrack: Map<string, string>; others: string[] } {
  const stems = new Set(tracks.map(({ path }) => bareName(stemOf(path))));
  // Beside the audio, a text of its name is its lyrics.
  const named = documents.filter((path) => endingOf(path) === '.txt' && stems.has(bareName(stemOf(path))));
  const texts = [...lyrics, ...named].map(describeText);
  const byTrack = new Map<string, string>();
  for (const [index, track] of tracks.entries()) {
    const here = texts.filter(({ disc }) => disc === null || disc === track.disc);
    const number = parseFileName(track.path).ordinal ?? countBefore(tracks, index) + 1;
    const title = bareName(track.title);
    const text =
      here.find(({ name }) => name === lyricsNameOf(track.path)) ??
      here.find((text) => text.number === number && (text.title === '' || text.title === title)) ??
      here.find((text) => text.number === undefined && text.title === title) ??
      // A release of one song needs no names.
      (tracks.length === 1 && here.length === 1 ? here.find(({ name }) => name === '') : undefined);
    if (text) byTrack.set(track.path, text.path);
  }
  const used = new Set(byTrack.values());
  return { byTrack, others: lyrics.filter((path) => !used.has(path)) };
}

function describeText(path: string) {
  const name = lyricsNameOf(path);
  const { ordinal, disc, title } = parseFileName(`${name}.txt`);
  const folders = path.split('/').slice(0, -1).toReversed();
  return {
    path,
    name,
    number: ordinal ?? (/^\d{1,3}$/.test(name) ? Number(name) : undefined),
    title: isNumber(title) ? '' : bareName(title),
    disc: folders.map(parseDisc).find((number) => number !== null) ?? disc ?? null,
  };
}

/** Tracks of the same disc before this one. */
const countBefore = (tracks: readonly NamedTrack[], index: number) =>
  tracks.slice(0, index).filter(({ disc }) => disc === tracks[index]?.disc).length;
