import { basename, extname } from 'node:path';
import { explainNotTaken } from '../read/otherFormats.ts';
import { bareName, isAttachmentFolder, isLyricsFolder, isPressFolder } from './folderNames.ts';

const setOf = (endings: string) => new Set(endings.split(' ').map((ending) => `.${ending}`));
const MEDIA = setOf('wav wave bwf rf64 flac aif aiff aifc mp3 ogg oga opus m4a m4b mp4 aac mov m4v webm');
const IMAGES = setOf('jpg jpeg png webp gif tif tiff avif');
const DOCUMENTS = setOf('pdf doc docx odt rtf txt lrc md pages ppt pptx odp');
/** Pictures that are not taken, by their endings. */
const OTHER_PICTURES: [name: string, endings: Set<string>][] = [
  ['HEIC', setOf('heic heif hif')],
  ['PSD (Photoshop)', setOf('psd psb')],
  ['AI, EPS or SVG', setOf('ai eps svg svgz')],
  ['InDesign', setOf('indd')],
  ['JPEG XL', setOf('jxl')],
  ['JPEG 2000', setOf('jp2 jpf jpx j2k')],
  ['BMP', setOf('bmp')],
  ['raw', setOf('dng cr2 cr3 nef arw raf')],
];
const ARCHIVES = setOf('zip rar 7z tar gz tgz bz2 xz sit sitx');
const SYSTEM_FILE = /^(e?h?thumbs(_vista)?\.db|desktop\.ini|icon\r)$/i;
const LIST = /\.(m3u8?|pls|cue|log|accurip|sfv|md5|ffp|sha1|sha256|nfo|url|webloc|lnk)$/i;
const LYRICS_WORD = /\b(lyrics?|songtexte?|liedtexte?|paroles|letras?|testi|testo)\b/gu;
const PRESS_NAME = /^((promo|press|presse)( ?(text|release|infos?|notes?|sheet|mitteilung|information))?|one ?sheet)$/;
const PRESS_WORDS =
  /\b(promo ?text|press ?text|press ?release|press ?sheet|pressetext|presse ?info|pressemitteilung|one ?sheet)\b/;
/** Names that say that a document is for people of the label. */
const INTERNAL =
  /\b(internal|contract|vertrag|agreement|invoice|rechnung|royalt(y|ies)|split ?sheet|budget|do ?not ?(send|share|distribute))\b/;

export const isMedia = (name: string): boolean => MEDIA.has(endingOf(name));
/** Whether it has sound, of a format that is taken or not. */
export const isSound = (name: string): boolean => isMedia(name) || explainNotTaken(name) !== undefined;
export const endingOf = (path: string): string => extname(path).toLowerCase();
export const stemOf = (path: string): string => basename(path, extname(path));
/** The stem without the words that say that it is a lyrics text. */
export const lyricsNameOf = (path: string): string => bareName(bareName(stemOf(path)).replace(LYRICS_WORD, ' '));

export type FileKind =
  | 'media'
  | 'image'
  | 'attachment'
  | 'promo'
  | 'lyrics'
  | 'document'
  | 'system'
  | 'left out'
  | 'refused';

/** What a file is by its name and the folders that it is in. @param path inside the delivery */
export function getFileKind(path: string): FileKind {
  const [name, ...folders] = path.split('/').reverse() as [string, ...string[]];
  const ending = endingOf(name);
  if (SYSTEM_FILE.test(name)) return 'system';
  if (folders.some(isAttachmentFolder)) return 'attachment';
  if (MEDIA.has(ending)) return 'media';
  if (IMAGES.has(ending)) return 'image';
  if (ARCHIVES.has(ending) || explainNotTaken(name)) return 'refused';
  if (rankPressText(path) !== undefined) return 'promo';
  if (['.txt', '.lrc'].includes(ending) && isLyrics(name, folders)) return 'lyrics';
  return DOCUMENTS.has(ending) && !isInternal(name, folders) ? 'document' : 'left out';
}

function isLyrics(name: string, folders: string[]): boolean {
  return endingOf(name) === '.lrc' || folders.some(isLyricsFolder) || bareName(stemOf(name)).search(LYRICS_WORD) >= 0;
}

/** Of several press texts the one of the lowest rank counts; undefined: it is none. */
export function rankPressText(path: string): number | undefined {
  const [name = '', folder = ''] = path.split('/').reverse();
  const isHtml = /\.html?$/i.test(name);
  if (!isHtml && endingOf(name) !== '.txt') return undefined;
  const bare = bareName(stemOf(name));
  const rank = ['promo', 'press'].indexOf(bare);
  if (rank >= 0) return rank + (isHtml ? 0 : 4);
  if (PRESS_NAME.test(bare)) return isHtml ? 2 : 6;
  if (PRESS_WORDS.test(bare)) return isHtml ? 3 : 7;
  return isHtml && isPressFolder(folder) ? 3 : undefined;
}

/** A word within the whole name of its folder (`Social Contract`), or behind the number of a track, is that of a title. */
function isInternal(name: string, folders: string[]): boolean {
  const bare = bareName(stemOf(name));
  const titles = folders.map(bareName).filter((title) => title.includes(' '));
  const rest = titles.reduce((text, title) => text.replaceAll(title, ' '), bare);
  if (!INTERNAL.test(rest)) return /^[_~]/.test(name);
  return !PRESS_WORDS.test(bare) && !(endingOf(name) === '.txt' && /^\d{1,2} /.test(bare));
}

/** Why a file that nothing is made of is left out, or refused. */
export function explainFile(path: string): string {
  const name = basename(path);
  if (ARCHIVES.has(endingOf(name))) return 'It is not unpacked here: deliver what is in it.';
  if (LIST.test(name)) return 'A playlist, cue sheet, log, link or checksum is not needed.';
  if (/\.html?$/i.test(name)) return 'The promotional text is one file: promo.html or promo.htm.';
  if (DOCUMENTS.has(endingOf(name)))
    return 'Its name says that it is not for recipients: put it into attachments/ to send it.';
  const picture = OTHER_PICTURES.find(([, endings]) => endings.has(endingOf(name)))?.[0];
  if (picture) return `A picture as ${picture} is not taken: convert it to JPEG or PNG.`;
  return (
    explainNotTaken(name) ?? 'This is not audio and no other file of a delivery: put it into attachments/ to send it.'
  );
}
