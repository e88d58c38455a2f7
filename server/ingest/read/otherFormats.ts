import { extname } from 'node:path';

/** Formats of sound and video that are not taken: name, endings, and how the content begins. */
const OTHER_FORMATS: [name: string, endings: string, start?: RegExp][] = [
  ['Windows Media', '.wma .wmv .asf', /^\x30\x26\xb2\x75/],
  ["Monkey's Audio (APE)", '.ape', /^MAC [\x00-\xff]/],
  ['WavPack', '.wv .wvc', /^wvpk/],
  ['Musepack', '.mpc .mp+', /^(MPCK|MP\+)/],
  ['True Audio (TTA)', '.tta', /^TTA[12]/],
  ['TAK', '.tak', /^tBaK/],
  ['OptimFROG', '.ofr .ofs', /^OFR /],
  ['Shorten', '.shn', /^ajkg/],
  ['MPEG layer II (MP2)', '.mp2 .mpa .mp1'],
  ['Core Audio (CAF)', '.caf', /^caff/],
  ['Wave64 (W64)', '.w64', /^riff/],
  ['Sun audio (AU)', '.au .snd', /^\.snd/],
  ['DSD', '.dsf .dff', /^(DSD |FRM8)/],
  ['Dolby Digital', '.ac3 .eac3 .ec3', /^\x0b\x77/],
  ['DTS', '.dts', /^\x7f\xfe\x80\x01/],
  ['AMR', '.amr .awb', /^#!AMR/],
  ['RealMedia', '.ra .rm .rmvb', /^\.(RMF|ra)/],
  ['Speex', '.spx'],
  ['Matroska', '.mkv .mka'],
  ['AVI', '.avi', /^RIFF[^]{4}AVI /],
  ['MPEG video', '.mpg .mpeg .vob', /^\x00\x00\x01\xba/],
  ['Audible', '.aa .aax'],
];

const explain = ([name]: (typeof OTHER_FORMATS)[number]) =>
  `The format ${name} is not taken: deliver WAV, FLAC, AIFF, MP3, OGG or M4A.`;

/** Says which format a file has by its name that is not taken; undefined for any other file. */
export function explainNotTaken(path: string): string | undefined {
  const ending = extname(path).toLowerCase();
  const format = OTHER_FORMATS.find(([, endings]) => ending !== '' && endings.split(' ').includes(ending));
  return format && explain(format);
}

/** The same by the first bytes. */
export function explainContent(head: Buffer): string {
  const text = head.toString('latin1');
  const format = OTHER_FORMATS.find(([, , start]) => start?.test(text));
  return format ? explain(format) : 'This is not audio: its content has no supported format.';
}
