import type { FileHandle } from 'node:fs/promises';
import { DeliveryRefusal, formatBytes, M4A_INDEX_BYTES_MAX } from '../../catalogue/document/deliveryRules.ts';
import { readAt } from '../../platform/storage/readAt.ts';
import type { AudioBlock } from './pcm.ts';

const BOXES_MAX = 10_000;
/** Header and fields of an audio entry, before the boxes inside it. */
const ENTRY_BYTES = 36;
const VERSION_BYTES = 4;
const PACKET_BYTES_MAX = 1024 ** 2;

/** Names of codecs by the type of their sample entry. */
const CODECS: Record<string, string> = {
  alac: 'alac',
  fLaC: 'flac',
  Opus: 'opus',
  'ac-3': 'ac-3',
  'ec-3': 'e-ac-3',
  '.mp3': 'mp3',
  ulaw: 'mu-law',
  alaw: 'a-law',
  ima4: 'ima-adpcm',
};
const PCM = /^(sowt|twos|in24|in32|fl32|fl64|lpcm|ipcm|fpcm|raw |NONE)$/;
/** Pictures of chapters, which are no video. */
const PICTURE = /^(jpeg|mjpa|mjpb|png |gif |tiff)$/;
/** Object types of JPEG, PNG and JPEG 2000 in an `esds` box (ISO 14496-1, table 5; mp4ra.org). */
const PICTURE_OBJECTS = [0x6c, 0x6d, 0x6e];
/** Of MPEG layer III. */
const MP3_OBJECTS = [0x69, 0x6b];
/** Fields of a visual entry, before the boxes inside it (ISO 14496-12 §12.1.3). */
const VISUAL_BYTES = 78;

interface Box {
  type: string;
  content: Buffer;
}

/** Tells whether an MP4 or MOV file has a video, and what its first sound track is. */
export async function describeTracks(file: FileHandle, fileBytes: number) {
  const index = [...boxesIn(await readIndex(file, fileBytes))];
  const tracks = index
    .filter(({ type }) => type === 'trak')
    .map((track) => {
      const media = inside(track, ['mdia']);
      const handler = media.find(({ type }) => type === 'hdlr')?.content.toString('latin1', 8, 12);
      const [entry] = entriesOf(inside(track, ['mdia', 'minf', 'stbl']));
      return { track, handler, entry };
    });
  const sound = tracks.find(({ handler, entry }) => handler === 'soun' && entry);
  const chapters = tracks.flatMap(({ track }) => listChapterTracks(track));
  const isAnyShown = tracks.some(({ track }) => readTrackHeader(track).isEnabled);
  const isVideo = ({ track, handler, entry }: (typeof tracks)[number]) => {
    const { id, isEnabled } = readTrackHeader(track);
    return handler === 'vide' && isMoving(entry) && !chapters.includes(id) && (isEnabled || !isAnyShown);
  };
  return {
    hasVideo: tracks.some(isVideo),
    codec: sound?.entry && codecOf(sound.entry),
    seconds: sound && getTimes(index, sound.track).seconds,
  };
}

function isMoving(entry: Box | undefined): boolean {
  if (!entry || PICTURE.test(entry.type)) return false;
  const object = entry.type === 'mp4v' ? findObjectType([...boxesIn(entry.content.subarray(VISUAL_BYTES))]) : undefined;
  return !PICTURE_OBJECTS.includes(object ?? 0);
}

/** Tracks that are shown for the chapters of a track (QuickTime File Format, "Chapter Lists"). */
function listChapterTracks(track: Box): number[] {
  const ids = inside(track, ['tref']).find(({ type }) => type === 'chap')?.content ?? Buffer.alloc(0);
  return Array.from({ length: Math.floor(ids.length / 4) }, (_, at) => ids.readUInt32BE(at * 4));
}

function readTrackHeader(track: Box): { id: number; isEnabled: boolean } {
  const header = inside(track, []).find(({ type }) => type === 'tkhd')?.content;
  if (!header || header.length < 24) return { id: 0, isEnabled: true };
  return { id: header.readUInt32BE(header[0] === 1 ? 20 : 12), isEnabled: ((header[3] ?? 0) & 1) !== 0 };
}

function codecOf(entry: Box): string {
  if (PCM.test(entry.type)) return 'pcm';
  if (entry.type !== 'mp4a') return CODECS[entry.type] ?? entry.type.replace(/[^\x20-\x7e]/g, '?').trim();
  return MP3_OBJECTS.includes(findObjectType(entryBoxes(entry)) ?? 0) ? 'mp3' : 'aac';
}

/** Type of the decoder that the `esds` box of an entry names. */
function findObjectType(boxes: Box[]): number | undefined {
  const esds = boxes.find(({ type }) => type === 'esds')?.content ?? Buffer.alloc(0);
  // The descriptor of the decoder: tag 4, its length in one to four bytes, the object type.
  const descriptor = /\x03[\x80-\xff]{0,3}[\0-\x7f].{3}\x04[\x80-\xff]{0,3}[\0-\x7f](.)/s;
  return descriptor.exec(esds.toString('latin1'))?.[1]?.charCodeAt(0);
}

/**
 * Reads what of a track is played, by its edit list (ISO 14496-12 §8.6.6).
 * `start` is in seconds of the media; `seconds` is undefined where the index does not say it. `parts` are joined in play.
 */
function getTimes(index: Box[], track: Box): { start: number; seconds: number | undefined; parts: number } {
  const movie = index.find(({ type }) => type === 'mvhd')?.content;
  const header = inside(track, ['mdia']).find(({ type }) => type === 'mdhd')?.content;
  const media = header && readDuration(header);
  const list = inside(track, ['edts']).find(({ type }) => type === 'elst')?.content;
  const seconds = media && media.units > 0 ? media.units / media.timescale : undefined;
  if (!list || list.length < 8 || !media || !movie) return { start: 0, seconds, parts: 1 };
  const isLong = list[0] === 1;
  const entryBytes = isLong ? 20 : 12;
  const edits = Array.from({ length: Math.min(list.readUInt32BE(4), (list.length - 8) / entryBytes) }, (_, at) => {
    const offset = 8 + at * entryBytes;
    const units = isLong ? Number(list.readBigUInt64BE(offset)) : list.readUInt32BE(offset);
    const from = isLong ? Number(list.readBigInt64BE(offset + 8)) : list.readInt32BE(offset + 4);
    return { from, seconds: units / readDuration(movie).timescale };
  }).filter(({ from }) => from >= 0);
  const [edit] = edits;
  if (!edit) return { start: 0, seconds, parts: 1 };
  const start = edit.from / media.timescale;
  const parts = edits.length;
  if (parts > 1) return { start, seconds: edits.reduce((sum, part) => sum + part.seconds, 0), parts };
  // A length of 0 goes to the end. Some writers round it up beyond the media.
  const rest = seconds === undefined ? undefined : seconds - start;
  return { start, seconds: edit.seconds > 0 ? Math.min(edit.seconds, rest ?? edit.seconds) : rest, parts };
}

/** Of `mvhd` and `mdhd`, in version 0 and 1. */
function readDuration(header: Buffer): { timescale: number; units: number } {
  const isLong = header[0] === 1;
  if (header.length < (isLong ? 32 : 20)) return { timescale: 1, units: 0 };
  const units = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return { timescale: header.readUInt32BE(isLong ? 20 : 12) || 1, units };
}

function entriesOf(tables: Box[]): Box[] {
  const description = tables.find(({ type }) => type === 'stsd')?.content.subarray(2 * VERSION_BYTES);
  return description ? [...boxesIn(description)] : [];
}

/** The boxes in an audio entry, in QuickTime also those wrapped in a `wave` box. */
function entryBoxes(entry: Box): Box[] {
  // Version 1 of QuickTime has 16 more bytes.
  const more = entry.content.length > 10 && entry.content.readUInt16BE(8) === 1 ? 16 : 0;
  const boxes = [...boxesIn(entry.content.subarray(ENTRY_BYTES - 8 + more))];
  return [...boxes, ...boxes.filter(({ type }) => type === 'wave').flatMap((box) => [...boxesIn(box.content)])];
}

/**
 * Finds the first track of a codec in an MP4 or M4A file: the decoder's configuration and the packets, which are read
 * one by one.
 * @param codec name of the entry, such as `alac`
 * @param configurationType name of the configuration in it
 */
export async function openPackets(file: FileHandle, fileBytes: number, codec: string, configurationType = codec) {
  const index = [...boxesIn(await readIndex(file, fileBytes))];
  for (const track of index.filter(({ type }) => type === 'trak')) {
    const tables = inside(track, ['mdia', 'minf', 'stbl']);
    const entry = entriesOf(tables).find(({ type }) => type === codec);
    if (!entry) continue;
    const configuration = entryBoxes(entry).find(({ type }) => type === configurationType);
    if (!configuration) break;
    const { parts, ...times } = getTimes(index, track);
    if (parts > 1) throw new DeliveryRefusal('Its edit list has several parts, which only ffmpeg can join.');
    return {
      configuration: configuration.content.subarray(VERSION_BYTES),
      packets: readPackets(file, tables),
      ...times,
    };
  }
  throw new DeliveryRefusal(`It is damaged: its index describes no ${codec.toUpperCase()}.`);
}

async function readIndex(file: FileHandle, fileBytes: number): Promise<Buffer> {
  for (let offset = 0, count = 0; offset + 8 <= fileBytes && count < BOXES_MAX; count++) {
    const head = await readAt(file, offset, 16);
    if (head.length < 16) break;
    const size = head.readUInt32BE(0);
    const bytes = size === 1 ? Number(head.readBigUInt64BE(8)) : size === 0 ? fileBytes - offset : size;
    if (bytes < 8) break;
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (bytes > M4A_INDEX_BYTES_MAX)
        throw new DeliveryRefusal(`Its index is larger than ${formatBytes(M4A_INDEX_BYTES_MAX)}.`);
      return (await readAt(file, offset, bytes)).subarray(size === 1 ? 16 : 8);
    }
    offset += bytes;
  }
  throw new DeliveryRefusal('The file has no index (moov): it ends early or is not M4A.');
}

function* boxesIn(content: Buffer): Generator<Box> {
  for (let offset = 0; offset + 8 <= content.length; ) {
    const bytes = content.readUInt32BE(offset);
    if (bytes < 8) return;
    yield {
      type: content.toString('latin1', offset + 4, offset + 8),
      content: content.subarray(offset + 8, offset + bytes),
    };
    offset += bytes;
  }
}

/** The boxes inside a box, along a path of types. */
function inside({ content }: Box, path: string[]): Box[] {
  const boxes = [...boxesIn(content)];
  const [type, ...rest] = path;
  const next = boxes.find((box) => box.type === type);
  return type === undefined ? boxes : next ? inside(next, rest) : [];
}

async function* readPackets(file: FileHandle, tables: Box[]): AsyncGenerator<Uint8Array> {
  const table = (type: string): Buffer =>
    tables.find((box) => box.type === type)?.content.subarray(VERSION_BYTES) ?? Buffer.alloc(0);
  const sizes = table('stsz');
  const runs = table('stsc');
  const isLong = tables.some(({ type }) => type === 'co64');
  const offsets = table(isLong ? 'co64' : 'stco');
  if (sizes.length < 8 || runs.length < 4 || offsets.length < 4)
    throw new DeliveryRefusal('It is damaged: its index is not complete.');
  const fixedBytes = sizes.readUInt32BE(0);
  const packets = fixedBytes > 0 ? sizes.readUInt32BE(4) : Math.min(sizes.readUInt32BE(4), sizes.length / 4 - 2);
  const chunks = Math.min(offsets.readUInt32BE(0), (offsets.length - 4) / (isLong ? 8 : 4));
  let packet = 0;
  for (let chunk = 0, run = 4, perChunk = 0; chunk < chunks && packet < packets; chunk++) {
    // A run begins at a chunk, counted from 1, and gives the packets of each chunk up to the next run.
    for (; run + 12 <= runs.length && runs.readUInt32BE(run) === chunk + 1; run += 12)
      perChunk = runs.readUInt32BE(run + 4);
    let offset = isLong ? Number(offsets.readBigUInt64BE(4 + chunk * 8)) : offsets.readUInt32BE(4 + chunk * 4);
    for (let left = perChunk; left > 0 && packet < packets; left--, packet++) {
      const bytes = fixedBytes || sizes.readUInt32BE(8 + packet * 4);
      if (bytes > PACKET_BYTES_MAX) throw new DeliveryRefusal('It is damaged: a packet is too large.');
      const read = await readAt(file, offset, bytes);
      if (read.length < bytes) throw new DeliveryRefusal('The file ends early, within a packet.');
      yield read;
      offset += bytes;
    }
  }
}

/** Yields what of the sound is played. */
export const trimToTimes = (
  blocks: AsyncIterable<AudioBlock>,
  sampleRate: number,
  { start, seconds = Number.POSITIVE_INFINITY }: { start: number; seconds: number | undefined },
) => trim(blocks, Math.round(start * sampleRate), Math.round(seconds * sampleRate));

/** Yields what lies between a start and a length, both in samples. */
async function* trim(blocks: AsyncIterable<AudioBlock>, start: number, length: number): AsyncGenerator<AudioBlock> {
  let position = 0;
  for await (const { channels } of blocks) {
    const frames = channels[0]?.length ?? 0;
    const from = Math.max(0, start - position);
    const to = Math.min(frames, start + length - position);
    position += frames;
    if (from < to)
      yield { channels: from === 0 && to === frames ? channels : channels.map((each) => each.subarray(from, to)) };
  }
}
