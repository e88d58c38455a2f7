import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../../platform/storage/readAt.ts';
import { readChunks, readExtended } from './pcmFile.ts';

/** A moment that a file names; the name may be empty. */
export interface Mark {
  seconds: number;
  name: string;
}

const CHUNK_BYTES_MAX = 1024 ** 2;

/** Reads the points of `cue ` with the names of `LIST` adtl, and `MARK` of an AIFF. */
export async function readPcmMarks(file: FileHandle, fileBytes: number, format: 'wav' | 'aiff'): Promise<Mark[]> {
  const chunks = new Map<string, Buffer>();
  for await (const { id, offset, bytes } of readChunks(file, fileBytes, format === 'wav')) {
    if (!['fmt ', 'COMM', 'cue ', 'LIST', 'MARK'].includes(id) || bytes > CHUNK_BYTES_MAX) continue;
    const chunk = await readAt(file, offset, bytes);
    const name = id === 'LIST' ? chunk.toString('latin1', 0, 4) : id;
    chunks.set(name, chunk);
  }
  return format === 'wav' ? readCuePoints(chunks) : readAiffMarks(chunks);
}

type Chunks = ReadonlyMap<string, Buffer>;

/** The id and position in samples of each point (RIFF MCI, 1991), which are 24 bytes. */
function readCuePoints(chunks: Chunks): Mark[] {
  const [format, cue] = [chunks.get('fmt '), chunks.get('cue ')];
  if (!format || format.length < 8 || !cue || cue.length < 4) return [];
  const names = readLabels(chunks.get('adtl') ?? Buffer.alloc(4));
  const count = Math.min(cue.readUInt32LE(0), Math.floor((cue.length - 4) / 24));
  return Array.from({ length: count }, (_, index) => {
    const at = 4 + 24 * index;
    const seconds = cue.readUInt32LE(at + 20) / format.readUInt32LE(4);
    return { seconds, name: names.get(cue.readUInt32LE(at)) ?? '' };
  });
}

function readLabels(list: Buffer): Map<number, string> {
  const names = new Map<number, string>();
  for (let at = 4; at + 12 <= list.length; ) {
    const bytes = list.readUInt32LE(at + 4);
    if (list.toString('latin1', at, at + 4) === 'labl')
      names.set(list.readUInt32LE(at + 8), list.toString('utf8', at + 12, at + 8 + bytes).replace(/\0.*$/s, ''));
    at += 8 + bytes + (bytes % 2);
  }
  return names;
}

/** AIFF 1.3: id, position in frames and a Pascal string of even length. */
function readAiffMarks(chunks: Chunks): Mark[] {
  const [common, marks] = [chunks.get('COMM'), chunks.get('MARK')];
  if (!common || common.length < 18 || !marks || marks.length < 2) return [];
  const found: Mark[] = [];
  for (let at = 2; found.length < marks.readUInt16BE(0) && at + 7 <= marks.length; ) {
    const length = marks[at + 6] ?? 0;
    const name = marks.toString('utf8', at + 7, at + 7 + length);
    found.push({ seconds: marks.readUInt32BE(at + 2) / readExtended(common, 8), name });
    at += 7 + length + ((length + 1) % 2);
  }
  return found;
}
