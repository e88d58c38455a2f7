import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { synthesise } from '../demo/music/synthesiser.ts';
import { createWavHeader, encodePcm16 } from '../demo/wav.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { runCommand } from './runCommand.ts';

/** Imports a delivery with one synthesised WAV file of the label Night Shift; returns the JSON output of the importer. */
export async function deliverRelease(title: string, seconds: number, ...options: string[]): Promise<string> {
  const folder = await temporaryFolder('promenade-delivery-');
  try {
    const pcm = encodePcm16(synthesise({ work: title, style: 'house', arrangement: 'full', seconds }));
    const tags = { INAM: title, IART: 'The Couriers', IPRD: title };
    await writeFile(join(folder, `01 ${title}.wav`), Buffer.concat([createWavHeader(pcm.length, tags), pcm]));
    return await runCommand('server/import.ts', [folder, '--label', 'Night Shift', '--json', ...options]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
