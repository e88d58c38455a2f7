import { createWavHeader } from '../../demo/wav.ts';

export const TONE_SECONDS = 5;

/** A WAV with a sound and a waveform of its own. */
export function tone(frequency: number, seconds = TONE_SECONDS): Buffer {
  const pcm = Buffer.alloc(44_100 * seconds * 4);
  for (let n = 0; n < 44_100 * seconds; n++) {
    const volume = 2_000 + ((n * frequency) % 40_000_000) / 5_000;
    const sample = Math.round(volume * Math.sin((n * frequency * 2 * Math.PI) / 44_100));
    pcm.writeInt16LE(sample, n * 4);
    pcm.writeInt16LE(sample, n * 4 + 2);
  }
  return Buffer.concat([createWavHeader(pcm.length, {}), pcm]);
}
