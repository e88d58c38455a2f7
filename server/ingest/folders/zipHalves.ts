import { basename, dirname, extname, join } from 'node:path';
import { parseFileName } from '../read/parseNames.ts';
import { isMedia } from './fileKinds.ts';
import { isCoverFolder, isLyricsFolder, isPartFolder, isPressFolder, parseDisc } from './folderNames.ts';

// A cloud drive gives a large folder as several zips, `Album-001.zip` and `Album-002.zip`, that are one tree.

export interface ZipFolder {
  path: string;
  /** What was unpacked into it: CRC-32 and size by path. */
  contents: Map<string, string>;
}

interface Half extends ZipFolder {
  /** Folders at the top that are named after a release. */
  tops: Set<string>;
  /** Numbers of the songs at the top; undefined when a song has none. */
  numbers: Set<number> | undefined;
}

/** Names that Google Drive gives, with the time of the download. */
const CERTAIN = /^(?<name>.+)-\d{8}T\d{6}Z(?:-\d{1,2})?-\d{3}$/;
const POSSIBLE = /^(?<name>.+?)(?:-\d{3}(?: ?\(\d{1,2}\))?| ?\(\d{1,2}\)|[ _.-]*part[ _-]?\d{1,2})$/i;
const ONE_DRIVE = /^(?<name>OneDrive)_\d{1,3}_[\d.-]+$/;

/** Chooses the folder that a zip is unpacked into: its own, or that of the half before it. */
export function createFolderChoice() {
  const halves = new Map<string, Half>();
  return (zip: string, entries: readonly { path: string }[]): ZipFolder => {
    const stem = basename(zip, extname(zip));
    const certain = CERTAIN.exec(stem)?.groups?.['name'];
    const possible = ONE_DRIVE.exec(stem) ?? POSSIBLE.exec(stem);
    const key = join(dirname(zip), certain ?? possible?.groups?.['name'] ?? stem);
    const paths = entries.map(({ path }) => path);
    const before = halves.get(key);
    const half: Half = {
      path: join(dirname(zip), certain ?? stem),
      contents: new Map(),
      tops: new Set(paths.flatMap(listTop)),
      numbers: listNumbers(paths),
    };
    if (before && (certain !== undefined || isSameFolder(before, half))) {
      for (const top of half.tops) before.tops.add(top);
      for (const number of half.numbers ?? []) before.numbers?.add(number);
      return before;
    }
    if (!before) halves.set(key, half);
    return half;
  };
}

function isSameFolder(a: Half, b: Half): boolean {
  if (a.tops.size > 0 || b.tops.size > 0) return !a.tops.isDisjointFrom(b.tops);
  // Releases with numbers for names begin with track 1 each.
  return a.numbers !== undefined && b.numbers !== undefined && a.numbers.isDisjointFrom(b.numbers);
}

function listTop(path: string): string[] {
  const [top = '', ...rest] = path.split('/');
  const isPart = isPartFolder(top) || parseDisc(top) !== null;
  return rest.length === 0 || isPart || isCoverFolder(top) || isLyricsFolder(top) || isPressFolder(top) ? [] : [top];
}

function listNumbers(paths: string[]): Set<number> | undefined {
  const numbers = paths.filter(isMedia).map((path) => parseFileName(path).ordinal);
  return numbers.includes(undefined) ? undefined : new Set(numbers.filter((number) => number !== undefined));
}
