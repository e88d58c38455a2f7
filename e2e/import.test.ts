import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { toPcm16 } from '../demo/master.ts';
import { synthesise } from '../demo/synth.ts';
import { wavHead } from '../demo/wav.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { journey } from './browser.ts';
import { command } from './command.ts';
import { cards, enter } from './enter.ts';
import { hear } from './hear.ts';

journey('a folder of real audio becomes a release that is heard in the browser', async ({ page }) => {
  const folder = await temporaryFolder('promenade-delivery-');
  try {
    const pcm = toPcm16(synthesise({ work: 'Late Delivery', style: 'house', take: 'full', seconds: 12 }));
    const tags = { INAM: 'Late Delivery', IART: 'The Couriers', IPRD: 'Late Delivery' };
    await writeFile(join(folder, '01 Late Delivery.wav'), Buffer.concat([wavHead(pcm.length, tags), pcm]));
    const result = JSON.parse(await command('server/import.ts', [folder, '--label', 'Night Shift', '--json']));
    expect(result).toMatchObject({ releases: [{ title: 'Late Delivery', tracks: 1, result: 'created' }], failed: [] });
    await enter(page);
    await cards(page).filter({ hasText: 'Late Delivery' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
    expect((await hear(page)).loudest).toBeGreaterThan(0.01);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
