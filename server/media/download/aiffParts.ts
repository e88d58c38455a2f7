import type { AppContext } from '../../platform/context.ts';
import { type Part, partLength, totalLength } from '../../platform/http/parts.ts';
import type { Samples } from '../../platform/http/swappedSamples.ts';
import type { DownloadRendition, DownloadTrack } from './downloadQueries.ts';
import { joinBuffers, readStoredWav } from './storedSound.ts';
import { buildTagParts } from './trackTags.ts';

const CODINGS: Record<number, Samples['coding']> = { 8: 'u8', 16: 's16', 24: 's24', 32: 's32' };

/**
 * Builds an AIFF around the stored PCM, whose bytes are swapped while they are sent: `COMM`, `SSND` and the ID3 tag, which is
 * of even length, else sox finds no sound. Without NAME and AUTH, which hide the album from MPD.
 */
export async function buildAiffParts(
  context: Pick<AppContext, 'storage'>,
  track: DownloadTrack,
  rendition: DownloadRendition,
  takingId: string,
): Promise<Part[]> {
  const { file: key, data_offset: start, data_bytes } = rendition;
  const { format } = await readStoredWav(context.storage, rendition);
  const frameBytes = (format.channels * format.bits) / 8;
  const frames = Math.floor(data_bytes / frameBytes);
  const bytes = frames * frameBytes;
  const coding = format.float ? 'f32' : CODINGS[format.bits];
  if (!coding) throw new Error(`AIFF has no samples of ${format.bits} bits.`);
  const common = Buffer.alloc(18);
  common.writeUInt16BE(format.channels, 0);
  common.writeUInt32BE(frames, 2);
  common.writeUInt16BE(format.bits, 6);
  writeExtended(common, format.sampleRate, 8);
  // Offset and block size are 0.
  const soundHeader = Buffer.concat([buildHeader('SSND', 8 + bytes), Buffer.alloc(8)]);
  const tag = await buildTagParts(context, track, rendition, takingId, true);
  const tagBytes = totalLength(tag);
  const chunks: Part[] = [
    Buffer.concat([buildHeader('COMM', common.length), common, soundHeader]),
    { key, start, bytes, samples: { start, coding } },
    Buffer.concat([Buffer.alloc(bytes % 2), buildHeader('ID3 ', tagBytes + (tagBytes % 2))]),
    ...tag,
    Buffer.alloc(tagBytes % 2),
  ];
  const head = Buffer.concat([buildHeader('FORM', 4 + totalLength(chunks)), Buffer.from('AIFF')]);
  return joinBuffers([head, ...chunks].filter((part) => partLength(part) > 0));
}

function buildHeader(id: string, bytes: number): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 'latin1');
  header.writeUInt32BE(bytes, 4);
  return header;
}

/** A whole number as 80-bit floating point (IEEE 754 extended). */
function writeExtended(target: Buffer, value: number, offset: number): void {
  const exponent = Math.floor(Math.log2(value));
  target.writeUInt16BE(16_383 + exponent, offset);
  target.writeBigUInt64BE(BigInt(value) << BigInt(63 - exponent), offset + 2);
}
