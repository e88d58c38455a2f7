import { buildChunkHeader, buildFormatChunk, buildInfoChunk } from '../server/platform/storage/riff.ts';
import { SAMPLE_RATE } from './music/dsp.ts';
import type { Stereo } from './music/mixer.ts';

/** Texts by the id of a RIFF INFO list (`INAM`, `IART`, …). */
export type WavTags = Record<string, string>;

/** Creates what precedes the samples in a WAV file of 16-bit stereo PCM: format and INFO list. */
export function createWavHeader(pcmBytes: number, tags: WavTags): Buffer {
  const format = buildFormatChunk({ sampleRate: SAMPLE_RATE, channels: 2, bits: 16, float: false, channelMask: 3 });
  const chunks = Buffer.concat([format, buildInfoChunk(tags), buildChunkHeader('data', pcmBytes)]);
  return Buffer.concat([buildChunkHeader('RIFF', 4 + chunks.length + pcmBytes), Buffer.from('WAVE'), chunks]);
}

/** Encodes 16-bit little-endian PCM with interleaved channels and dither. */
export function encodePcm16({ left, right }: Stereo): Buffer {
  const pcm = new Int16Array(left.length * 2);
  let noise = 1;
  for (let i = 0; i < left.length; i++) {
    noise = (Math.imul(noise, 1664525) + 1013904223) | 0;
    const dither = 0.5 + noise / 4294967296;
    pcm[2 * i] = Math.floor((left[i] ?? 0) * 32_700 + dither);
    pcm[2 * i + 1] = Math.floor((right[i] ?? 0) * 32_700 + dither);
  }
  return Buffer.from(pcm.buffer);
}
