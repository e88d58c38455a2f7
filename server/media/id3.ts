/** An ID3v2.4 tag is written here in the forms that every reader knows: UTF-8, no padding, nothing unsynchronised. */
const UTF8 = 3;
const LATIN1 = 0;
const FRONT_COVER = 3;
/** Three letters of ISO 639-2: nobody told the language. */
const NO_LANGUAGE = 'und';

/** Values of a text frame; nothing where all are absent. */
export function textFrame(id: string, ...values: (string | null | undefined)[]): Buffer[] {
  const said = values.map((value) => plain(value ?? '')).filter(Boolean);
  return said.length === 0 ? [] : [frame(id, Buffer.from([UTF8]), said.join('\0'))];
}

/** A text with a name of our own; nothing where it is absent. */
export const namedFrame = (name: string, value: string | null | undefined): Buffer[] =>
  value ? [frame('TXXX', Buffer.from([UTF8]), `${name}\0${plain(value)}`)] : [];

/** Who did what; nothing where the name is absent. */
export const involvedFrame = (role: string, name: string | null): Buffer[] =>
  name ? [frame('TIPL', Buffer.from([UTF8]), `${role}\0${plain(name)}`)] : [];

/** The words of a song; nothing where there are none. */
export const lyricsFrame = (words: string): Buffer[] =>
  words === '' ? [] : [frame('USLT', Buffer.from([UTF8]), `${NO_LANGUAGE}\0${plain(words)}`)];

/** The whole tag, or with a picture (JPEG) all of it but the picture's own bytes, which follow. */
export function id3Head(frames: Buffer[], pictureBytes: number | undefined): Buffer {
  const picture = pictureBytes === undefined ? [] : pictureHead(pictureBytes);
  const body = Buffer.concat([...frames, ...picture]);
  const head = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0]);
  return Buffer.concat([head, synchsafe(body.length + (pictureBytes ?? 0)), body]);
}

function pictureHead(bytes: number): Buffer[] {
  const about = Buffer.concat([Buffer.from([LATIN1]), Buffer.from('image/jpeg\0'), Buffer.from([FRONT_COVER, 0])]);
  return [frameHead('APIC', about.length + bytes), about];
}

function frame(id: string, about: Buffer, text: string): Buffer {
  const words = Buffer.from(text);
  return Buffer.concat([frameHead(id, about.length + words.length), about, words]);
}

const frameHead = (id: string, bytes: number) =>
  Buffer.concat([Buffer.from(id, 'latin1'), synchsafe(bytes), Buffer.alloc(2)]);

/** Four bytes of seven bits. */
function synchsafe(value: number): Buffer {
  return Buffer.from([(value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127]);
}

/** A zero would begin another value. */
const plain = (text: string) => text.replaceAll('\0', ' ').trim().normalize('NFC');
