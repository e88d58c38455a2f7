import { writeFile } from 'node:fs/promises';
import { buildChunk, buildChunkHeader, buildFormatChunk } from '../platform/storage/riff.ts';

/** A generator of numbers from 0 to 1, always the same for a seed. */
export function createNoise(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/**
 * Composes stereo music: a bass, chords of partials that fade, and drums of noise. The same seed gives the same song.
 * @param loopSeconds repeats its beginning exactly
 */
export function composeSong(input: {
  seconds: number;
  sampleRate: number;
  seed: number;
  loopSeconds?: number;
}): [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] {
  const { seconds, sampleRate, seed, loopSeconds = Number.POSITIVE_INFINITY } = input;
  const random = createNoise(seed);
  const noise = createNoise(seed + 1_000);
  const length = Math.round(seconds * sampleRate);
  const [left, right] = [new Float32Array(length), new Float32Array(length)];
  const composed = Math.min(length, Math.round(loopSeconds * sampleRate));
  const beat = 0.22 + 0.1 * random();
  const root = 50 + 40 * random();
  const add = (start: number, decay: number, pan: number, sound: (time: number) => number) => {
    const from = Math.round(start * sampleRate);
    for (let at = from; at < Math.min(composed, from + 6 * decay * sampleRate); at++) {
      const time = (at - from) / sampleRate;
      const sample = sound(time) * Math.exp(-time / decay) * Math.min(1, time * 400);
      left[at] = (left[at] ?? 0) + sample * (1 - pan);
      right[at] = (right[at] ?? 0) + sample * pan;
    }
  };
  for (let start = 0; start < seconds && start * sampleRate < composed; start += beat) {
    for (let voice = 0; voice < 3; voice++) {
      const hz = root * 2 ** (Math.floor(random() * 36) / 12 + voice);
      const bright = 0.4 + 0.4 * random();
      add(start + beat * random() * 0.1, 0.15 + 0.4 * random(), 0.2 + 0.6 * random(), (time) => {
        let sum = 0;
        for (let partial = 1; partial <= 8; partial++)
          sum += bright ** partial * Math.sin(2 * Math.PI * hz * partial * time);
        return 0.09 * sum;
      });
    }
    const [level, decay, pan] = [0.08 + 0.2 * random(), 0.02 + 0.08 * random(), 0.3 + 0.4 * random()];
    add(start, decay, pan, () => level * (noise() - 0.5));
  }
  for (const samples of [left, right])
    for (let at = composed; at < length; at++) samples[at] = samples[at - composed] ?? 0;
  return [left, right];
}

/** Writes a WAV file, by default of 16 bits. */
export async function writeWav(
  path: string,
  channels: readonly Float32Array[],
  format: { sampleRate: number; bits?: number; float?: boolean; isRf64?: boolean },
): Promise<void> {
  const { sampleRate, bits = 16, float = false, isRf64 = false } = format;
  const frames = channels[0]?.length ?? 0;
  const sampleBytes = bits / 8;
  const pcm = Buffer.alloc(frames * channels.length * sampleBytes);
  const fullScale = 2 ** (bits - 1);
  for (const [channel, samples] of channels.entries())
    for (const [at, sample] of samples.entries()) {
      const offset = (at * channels.length + channel) * sampleBytes;
      if (float) pcm.writeFloatLE(sample, offset);
      else
        pcm.writeIntLE(
          Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale))),
          offset,
          sampleBytes,
        );
    }
  const channelMask = channels.length === 1 ? 4 : 3;
  const chunk = buildFormatChunk({ sampleRate, channels: channels.length, bits, float, channelMask });
  const sizes = Buffer.alloc(28);
  sizes.writeBigUInt64LE(BigInt(pcm.length), 8);
  const head = Buffer.concat([Buffer.from('WAVE'), ...(isRf64 ? [buildChunk('ds64', sizes)] : []), chunk]);
  const data = buildChunkHeader('data', isRf64 ? 0xffffffff : pcm.length);
  const riff = buildChunkHeader(isRf64 ? 'RF64' : 'RIFF', isRf64 ? 0xffffffff : head.length + 8 + pcm.length);
  await writeFile(path, Buffer.concat([riff, head, data, pcm]));
}
