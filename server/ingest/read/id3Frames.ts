import type { FileHandle } from 'node:fs/promises';
import { type IAudioMetadata, type IOptions, parseBuffer } from 'music-metadata';
import { PICTURE_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import { getId3TagBytes } from '../decoders/mp3Frames.ts';
import { describeUnreadable } from './tags.ts';

const HEAD_BYTES = 10;

/** Whether bytes of ID3v2.2 or ID3v2.3 that look like sound have a zero behind them (ID3v2.3 §5). */
const isUnsynchronised = ([, , , version = 0, , flags = 0]: Buffer): boolean => version < 4 && (flags & 0x80) !== 0;

/** The parser does not know all of ID3v2.2, nor the zeros of a whole tag. */
export const isMisreadTag = (head: Buffer): boolean =>
  head.toString('latin1', 0, 3) === 'ID3' && (head[3] === 2 || isUnsynchronised(head));

/** Reads each frame of the tag at the start alone, because the parser gives up at the first one that it cannot read. */
export async function readId3Frames(file: FileHandle, unreadable: string[]): Promise<IAudioMetadata['native']> {
  const head = await readAt(file, 0, HEAD_BYTES);
  const bytes = await readAt(file, 0, Math.min(getId3TagBytes(head), PICTURE_BYTES_MAX));
  const tag = isUnsynchronised(head)
    ? Buffer.from(bytes.toString('latin1').replaceAll('\xff\0', '\xff'), 'latin1')
    : bytes;
  const id3: IAudioMetadata['native'] = {};
  for (const { id, frame } of listId3Frames(tag)) {
    // The list of people of ID3v2.2 (§4.4) has the shape of the one of ID3v2.3.
    const [major, known]: [number, Buffer] = id === 'IPL' ? [3, buildPeopleFrame(frame)] : [tag[3] ?? 0, frame];
    const read = await readFrame(major, known);
    if (!read) unreadable.push(describeUnreadable(id));
    for (const [type, tags] of Object.entries(read ?? {})) (id3[type] ??= []).push(...tags);
  }
  return id3;
}

/** @param frame `IPL` with its header */
function buildPeopleFrame(frame: Buffer): Buffer {
  const head = Buffer.from('IPLS\0\0\0\0\0\0');
  head.writeUInt32BE(frame.length - 6, 4);
  return Buffer.concat([head, frame.subarray(6)]);
}

/** Undefined if it cannot be read. */
async function readFrame(version: number, frame: Buffer): Promise<IAudioMetadata['native'] | undefined> {
  const size = [21, 14, 7, 0].map((bits) => (frame.length >> bits) & 127);
  let read: IAudioMetadata['native'] | undefined;
  const observer: IOptions['observer'] = ({ metadata, tag }) => {
    if (tag.id === 'chapters') read ??= pickId3(metadata.native);
  };
  // After the frame there is no sound, which the parser may refuse.
  const tag = Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, 0, ...size]), frame]);
  await parseBuffer(tag, { mimeType: 'audio/mpeg' }, { observer }).catch(() => {});
  return read;
}

/** Frames with their headers (ID3v2.2 §3.2, ID3v2.3 §3.3, ID3v2.4 §4). */
function* listId3Frames(tag: Buffer): Generator<{ id: string; frame: Buffer }> {
  const version = tag[3] ?? 0;
  const [idBytes, headBytes] = version === 2 ? [3, 6] : [4, 10];
  for (let offset = 10; offset + headBytes <= tag.length && tag[offset] !== 0; ) {
    const [a = 0, b = 0, c = 0, d = 0] = tag.subarray(offset + 4, offset + 8);
    const bytes =
      version === 2
        ? tag.readUIntBE(offset + 3, 3)
        : version === 3
          ? tag.readUInt32BE(offset + 4)
          : (a << 21) + (b << 14) + (c << 7) + d;
    const frame = tag.subarray(offset, offset + headBytes + bytes);
    yield { id: tag.toString('latin1', offset, offset + idBytes), frame };
    offset += headBytes + bytes;
  }
}

export const pickId3 = (native: IAudioMetadata['native']): IAudioMetadata['native'] =>
  Object.fromEntries(
    Object.entries(native).flatMap(([type, tags]) => (type.startsWith('ID3v2') ? [[type, [...tags]]] : [])),
  );
