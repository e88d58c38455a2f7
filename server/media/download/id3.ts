// Frames of an ID3v2.4 tag: UTF-8 texts, no padding, no unsynchronisation, which every reader supports.
const UTF8 = 3;
const LATIN1 = 0;
const FRONT_COVER = 3;
/** ISO 639-2 for an unknown language. */
const UNKNOWN_LANGUAGE = 'und';

/** Builds nothing when all values are absent. */
export function textFrame(id: string, ...values: (string | null | undefined)[]): Buffer[] {
  const texts = values.map((value) => cleanText(value ?? '')).filter(Boolean);
  return texts.length === 0 ? [] : [buildFrame(id, texts.join('\0'))];
}

export const userTextFrame = (name: string, value: string | null | undefined): Buffer[] =>
  value ? [buildFrame('TXXX', `${name}\0${cleanText(value)}`)] : [];

export const creditFrame = (role: string, name: string | null): Buffer[] =>
  name ? [buildFrame('TIPL', `${role}\0${cleanText(name)}`)] : [];

export const lyricsFrame = (lyrics: string): Buffer[] =>
  lyrics === '' ? [] : [buildFrame('USLT', `${UNKNOWN_LANGUAGE}\0${cleanText(lyrics)}`)];

/** The owner of the identifier is this program; a URL is usual but not required. */
export const fileIdFrame = (id: string): Buffer[] => {
  return [frameOf('UFID', Buffer.from(`promenade\0${id}`, 'latin1'))];
};

const TOP_LEVEL_ORDERED = 3;
const NO_OFFSET = 0xffffffff;

/** Chapters from moments (ID3v2 Chapter Frame Addendum 1.0), in whole milliseconds, each up to the next one. */
export function chapterFrames(moments: { name: string; seconds: number }[], duration: number): Buffer[] {
  if (moments.length === 0) return [];
  const starts = moments.map(({ seconds }) => Math.round(1_000 * seconds));
  const ids = moments.map((_, index) => `chp${index}\0`);
  const chapters = moments.map(({ name }, index) => {
    const start = starts[index] ?? 0;
    const times = Buffer.alloc(16);
    times.writeUInt32BE(start, 0);
    times.writeUInt32BE(Math.max(start + 1, starts[index + 1] ?? Math.round(1_000 * duration)), 4);
    times.writeUInt32BE(NO_OFFSET, 8);
    times.writeUInt32BE(NO_OFFSET, 12);
    return frameOf('CHAP', Buffer.concat([Buffer.from(ids[index] ?? ''), times, buildFrame('TIT2', name)]));
  });
  const list = Buffer.concat([
    Buffer.from('toc\0'),
    Buffer.from([TOP_LEVEL_ORDERED, ids.length]),
    Buffer.from(ids.join('')),
  ]);
  return [frameOf('CTOC', list), ...chapters];
}

/** Builds the tag without the bytes of a picture (JPEG), which must follow. */
export function buildId3Header(frames: Buffer[], pictureBytes: number | undefined): Buffer {
  const picture = pictureBytes === undefined ? [] : buildPictureHeader(pictureBytes);
  const body = Buffer.concat([...frames, ...picture]);
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0]);
  return Buffer.concat([header, synchsafe(body.length + (pictureBytes ?? 0)), body]);
}

function buildPictureHeader(bytes: number): Buffer[] {
  const fields = Buffer.concat([Buffer.from([LATIN1]), Buffer.from('image/jpeg\0'), Buffer.from([FRONT_COVER, 0])]);
  return [buildFrameHeader('APIC', fields.length + bytes), fields];
}

function buildFrame(id: string, text: string): Buffer {
  return frameOf(id, Buffer.concat([Buffer.from([UTF8]), Buffer.from(text)]));
}

const frameOf = (id: string, content: Buffer) => Buffer.concat([buildFrameHeader(id, content.length), content]);

const buildFrameHeader = (id: string, bytes: number) =>
  Buffer.concat([Buffer.from(id, 'latin1'), synchsafe(bytes), Buffer.alloc(2)]);

function synchsafe(value: number): Buffer {
  return Buffer.from([(value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127]);
}

/** A zero byte would begin another value. */
const cleanText = (text: string) => text.replaceAll('\0', ' ').trim().normalize('NFC');
