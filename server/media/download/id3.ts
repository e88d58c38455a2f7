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
  const content = Buffer.from(`promenade\0${id}`, 'latin1');
  return [Buffer.concat([buildFrameHeader('UFID', content.length), content])];
};

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
  const content = Buffer.concat([Buffer.from([UTF8]), Buffer.from(text)]);
  return Buffer.concat([buildFrameHeader(id, content.length), content]);
}

const buildFrameHeader = (id: string, bytes: number) =>
  Buffer.concat([Buffer.from(id, 'latin1'), synchsafe(bytes), Buffer.alloc(2)]);

function synchsafe(value: number): Buffer {
  return Buffer.from([(value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127]);
}

/** A zero byte would begin another value. */
const cleanText = (text: string) => text.replaceAll('\0', ' ').trim().normalize('NFC');
