import { buildChunk, buildChunkHeader, buildInfoChunk } from '../server/platform/storage/riff.ts';
import { SAMPLE_RATE } from './tone.ts';

/** Short texts that stand in the file itself; keys are those of a RIFF INFO list (`INAM`, `IART`, …). */
export type WavTags = Record<string, string>;

/** What stands before the sound in a WAV file of 16-bit stereo PCM: its format and an INFO list. */
export function wavHead(pcmBytes: number, tags: WavTags): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(2, 2);
  format.writeUInt32LE(SAMPLE_RATE, 4);
  format.writeUInt32LE(SAMPLE_RATE * 4, 8);
  format.writeUInt16LE(4, 12);
  format.writeUInt16LE(16, 14);
  const head = Buffer.concat([buildChunk('fmt ', format), buildInfoChunk(tags), buildChunkHeader('data', pcmBytes)]);
  return Buffer.concat([buildChunkHeader('RIFF', 4 + head.length + pcmBytes), Buffer.from('WAVE'), head]);
}
