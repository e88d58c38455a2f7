import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { synthesise } from '../demo/music/synthesiser.ts';
import { createWavHeader, encodePcm16 } from '../demo/wav.ts';
import { upsertNames } from '../server/catalogue/publishQueries.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { withDatabase } from './database.ts';
import { operate, runCommand } from './runCommand.ts';

interface Delivery {
  title: string;
  seconds: number;
  packageName: string;
  /** The only account that gets the package: others hear and count the releases of the demo at the same time. */
  email: string;
}

interface Imported {
  releases: { releaseid: string; title: string }[];
}

/** Imports a delivery with one synthesised WAV file of the label Night Shift; returns the output of the importer. */
export async function deliverRelease({ title, seconds, packageName, email }: Delivery): Promise<Imported> {
  const folder = await temporaryFolder('promenade-delivery-');
  try {
    const pcm = encodePcm16(synthesise({ work: title, style: 'house', arrangement: 'full', seconds }));
    const tags = { INAM: title, IART: 'The Couriers', IPRD: title };
    await writeFile(join(folder, `01 ${title}.wav`), Buffer.concat([createWavHeader(pcm.length, tags), pcm]));
    // Before the import: a release that an account gets later is not mailed.
    await withDatabase((db) => upsertNames(db, 'packages', [packageName]));
    await operate(['packages', email, '--add', packageName]);
    const options = ['--label', 'Night Shift', '--package', packageName, '--json'];
    return JSON.parse(await runCommand('server/import.ts', [folder, ...options])) as Imported;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
