import { basename, extname } from 'node:path';

/** What a file's name says; all of it may be absent but the title. */
export interface NamedTrack {
  disc?: number;
  ordinal?: number;
  artist?: string;
  title: string;
}

/** `1-03`, `1.03`, `03`, `03.`, `A1` is none; `103` is disc 1, track 03 only where the discs say so, hence not here. */
const NUMBERS = /^(?:(\d{1,2})[-.])?(\d{1,3})(?:[ ._)-]+|$)(?=\D|$)/;
const BETWEEN = / +[-–—] +/;

/** Reads "01 - Artist - Title (Version).wav", "1-03 Title.flac", "04_title.mp3" and the like. */
export function readFileName(path: string): NamedTrack {
  const bare = basename(path, extname(path)).normalize('NFC').trim();
  const spaced = bare.includes(' ') ? bare : bare.replaceAll('_', ' ');
  const numbers = NUMBERS.exec(spaced);
  const rest = numbers ? spaced.slice(numbers[0].length).replace(/^[-–—.\s]+/, '') : spaced;
  const parts = rest
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [artist] = parts;
  const words = parts.length > 1 ? parts.slice(1).join(' - ') : (artist ?? '');
  return {
    ...(numbers?.[1] ? { disc: Number(numbers[1]) } : {}),
    ...(numbers?.[2] ? { ordinal: Number(numbers[2]) } : {}),
    ...(parts.length > 1 && artist ? { artist } : {}),
    title: words || bare || path,
  };
}

/** "Artist - Title (2026) [FLAC]" of a folder: artist where two parts are there, title without what programs append. */
export function readFolderName(name: string): { artist?: string; title: string } {
  const clean = name
    .normalize('NFC')
    .replaceAll('_', ' ')
    .replace(/\s*[[({](?:\d{4}|flac|wav|mp3|320|web|cd|vinyl|24[ -]?bit.*?)[\])}]/gi, '')
    .trim();
  const parts = clean.split(BETWEEN).filter((part) => part !== '' && !/^\d{4}$/.test(part));
  const [artist] = parts;
  if (parts.length > 1 && artist) return { artist, title: parts.slice(1).join(' - ') };
  return { title: clean || name };
}
