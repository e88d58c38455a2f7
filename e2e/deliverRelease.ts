import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { synthesise } from '../demo/synthesiser.ts';
import { createWavHeader, encodePcm16 } from '../demo/wav.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { runCommand } from './runCommand.ts';

/** Imports a delivery with one synthesised WAV file of the label Night Shift; returns the JSON output of the importer. */
export async function deliverRelease(title: string, seconds: number, ...options: string[]): Promise<string> {
  const folder = await temporaryFolder('promenade-delivery-');
  try {
    await writeSong(join(folder, `01 ${title}.wav`), title, seconds);
    return await importFolder(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Imports releases with a `release.json` and one song each. */
export async function deliverReleases(
  releases: { title: string; artist: string; genres: string[] }[],
  ...options: string[]
): Promise<string> {
  const folder = await temporaryFolder('promenade-deliveries-');
  try {
    for (const [index, release] of releases.entries()) {
      const delivery = join(folder, String(index));
      await mkdir(delivery);
      await writeSong(join(delivery, 'song.wav'), release.title, 5);
      const { title, artist } = release;
      const tracks = [{ file: 'song.wav', title, artist, version: 'Instrumental' }];
      await writeFile(join(delivery, 'release.json'), JSON.stringify({ ...release, tracks }));
    }
    return await importFolder(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSong(file: string, title: string, seconds: number): Promise<void> {
  const pcm = encodePcm16(synthesise({ work: title, style: 'house', arrangement: 'full', seconds }));
  const tags = { INAM: title, IART: 'The Couriers', IPRD: title };
  await writeFile(file, Buffer.concat([createWavHeader(pcm.length, tags), pcm]));
}

const importFolder = (folder: string, options: string[]): Promise<string> =>
  runCommand('server/import.ts', [folder, '--label', 'Night Shift', '--json', ...options]);
