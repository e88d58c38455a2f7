import { cleanName } from '../../catalogue/names/artistNames.ts';

const DISC =
  /^(?:cd|disc|disk|disque|vinyl|lp)[ _-]*(?<number>\d{1,2}|one|two|three|four)\b|^(?:side|seite)[ _-]*(?<side>[a-h])\b/i;
const WORDS = ['one', 'two', 'three', 'four'];

/** The number in the name of a disc folder (`CD1`, `Disc 2 - Live`, `Side B`), else null. */
export function parseDisc(name: string): number | null {
  const { number, side } = DISC.exec(name)?.groups ?? {};
  if (side) return side.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1;
  if (!number) return null;
  return Number(number) || WORDS.indexOf(number.toLowerCase()) + 1;
}

const ALBUM_DISC =
  /^(?<album>.*[^\s_([–-])[\s_([–-]+(?:cd|disc|disk|disque)[ _-]*(?<number>\d{1,2}|one|two|three|four)[)\]]?$/i;

/** What a folder is named that is one disc of an album (`Night Pier (Disc 2)`); undefined for other names. */
export function parseAlbumDisc(name: string): { album: string; disc: number } | undefined {
  const { album, number } = ALBUM_DISC.exec(name.trim())?.groups ?? {};
  if (!album || !number) return undefined;
  return { album, disc: Number(number) || WORDS.indexOf(number.toLowerCase()) + 1 };
}

const BITS = '(?:16|24|32)[ -]?bits?';
const RATE = '(?:44|48|88|96|176|192)(?:[.,]\\d)?';
/** A format of sound, as folders are named after it. */
const FORMAT = [
  'wave?s?|flacs?|aif[fc]?s?|alac|mp3s?|m4as?|aac|ogg|opus|lossless|hi-?res|v0|cbr|vbr|320',
  `${BITS}(?:[ /_-]*${RATE}(?:[ -]?khz)?)?|(?:16|24|32)[-/_]${RATE}(?:[ -]?khz)?|${RATE}[ -]?khz`,
  '(?:128|192|256|320)[ -]?k(?:bps|bits?)?',
].join('|');
const CONTENT = 'audio|music|songs?|tracks?|masters?|mastered|mastering|files?|videos?';
const BETWEEN = '[ _.,+&()/-]+';
const PART = new RegExp(
  `^(?:\\d{1,2}${BETWEEN})?(?:${FORMAT}|${CONTENT})(?:${BETWEEN}(?:${FORMAT}|${CONTENT}))*\\)?$`,
  'i',
);
const FORMAT_AT_END = new RegExp(`(?:[ _.–—-]+|[ _]*[([{])(?:${FORMAT})(?:[ _.,+&/-]+(?:${FORMAT}))*[)\\]}]?$`, 'i');

/** Whether a folder is called after a format or what is in it (`WAV`, `MP3 320`, `02 Audio Files`), not after a release. */
export const isPartFolder = (name: string): boolean => PART.test(name.trim());

/** The name without the formats at its end: `Night Pier (WAV)`, `Night Pier - 24bit`. */
export const stripFormat = (name: string): string => name.trim().replace(FORMAT_AT_END, '');

/** Letters and digits in lower case with single spaces between them: equal for two spellings of a name. */
export const bareName = (name: string): string =>
  cleanName(name.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const isAttachmentFolder = (name: string): boolean => /^attachments$/i.test(name);
export const isLyricsFolder = (name: string): boolean =>
  /^(lyrics?|songtexte?|liedtexte?|texte?s?|paroles|letras?|testi)$/i.test(name);
export const isPressFolder = (name: string): boolean =>
  /^(press|presse|promo)( ?(kit|text|info))?$/i.test(bareName(name));
export const isCoverFolder = (name: string): boolean =>
  /^(\d{1,2} )?(art|art ?works?|covers?|cover ?art|packshots?|graphics?|grafik|images?|pictures?|bilder)$/i.test(
    bareName(name),
  );
