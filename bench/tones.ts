import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SAMPLE_RATE } from '../demo/music/dsp.ts';
import { createWavHeader, encodePcm16 } from '../demo/wav.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';

/** Writes a folder for each release, with one WAV file. Returns the folder of all. */
export async function writeTones(releases: number, seconds: number): Promise<string> {
  const folder = await temporaryFolder('promenade-tones-');
  for (let number = 1; number <= releases; number++) {
    await mkdir(join(folder, `Tone ${number}`));
    await writeFile(join(folder, `Tone ${number}`, '01 Tone.wav'), createTone(number, seconds));
  }
  return folder;
}

/** A WAV file with a tone of its own. */
export function createTone(number: number, seconds: number): Buffer {
  const tone = Float32Array.from(
    { length: SAMPLE_RATE * seconds },
    (_, index) => 0.5 * Math.cos((2 * Math.PI * (300 + number) * index) / SAMPLE_RATE),
  );
  const pcm = encodePcm16({ left: tone, right: tone });
  const tags = { INAM: `Tone ${number}`, IART: 'Bench', IPRD: `Tone ${number}` };
  return Buffer.concat([createWavHeader(pcm.length, tags), pcm]);
}
