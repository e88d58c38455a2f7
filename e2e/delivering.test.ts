import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { createWavHeader } from '../demo/wav.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { expectAccessible, expectAccessibleInLayouts } from './accessibility.ts';
import { createAccount } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { journey } from './journey.ts';
import { runCommand } from './runCommand.ts';
import { signIn } from './signIn.ts';
import { findTextFaultsAtSizes } from './textFaults.ts';

/** More than one part of an upload. */
const SONG_BYTES = 6 * 1024 * 1024;
const TITLE = 'Ferry Songs';
const NAME = 'Über die allmähliche Verfertigung der Gedanken beim Warten auf die Straßenbahn';

/** Two songs and a cover. */
async function writeRelease(folder: string): Promise<void> {
  await mkdir(folder);
  const pcm = Buffer.from(
    Int16Array.from({ length: SONG_BYTES / 2 }, (_, index) => 8_000 * Math.sin(index / 40)).buffer,
  );
  for (const [index, title] of ['Ferry', 'Donaudampfschifffahrtsgesellschaft'].entries()) {
    const tags = { INAM: title, IART: 'The Couriers', IPRD: TITLE };
    const wav = Buffer.concat([createWavHeader(pcm.length, tags), pcm]);
    await writeFile(join(folder, `0${index + 1} ${title} ${NAME}.wav`), wav);
  }
  await copyFile(join(import.meta.dirname, '../server/ingest/fixtures/cover.jpg'), join(folder, 'cover.jpg'));
}

const chooseFolder = (page: Page, folder: string) => page.getByLabel('Choose a folder').first().setInputFiles(folder);

journey('a folder is uploaded, cut off, continued after a reload, and becomes a draft', async ({ page, address }) => {
  const parent = await temporaryFolder('promenade-delivery-');
  const folder = join(parent, NAME);
  try {
    await writeRelease(folder);
    const staff = await createAccount(address, 'deliverer');
    const { name } = await withDatabase((db) => db.selectFrom('labels').select('name').executeTakeFirstOrThrow());
    await runCommand('server/operator.ts', ['staff', name, staff, '--role', 'editor']);
    await signIn(page, staff);
    await page.goto('/label');
    // The second part of each song is lost.
    const parts = '**/api/label/uploads/*';
    const cut = (route: Route) =>
      route.request().method() === 'PATCH' && route.request().headers()['upload-offset'] !== '0'
        ? route.abort()
        : route.continue();
    await page.route(parts, cut);
    await page.getByRole('button', { name: 'New release' }).click();
    await chooseFolder(page, folder);
    const deliveries = page.getByRole('region', { name: 'Open deliveries' });
    await deliveries.getByText('No connection. The upload goes on by itself.').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await deliveries.getByText(/^Choose the same files again to continue/).waitFor();
    await expectAccessibleInLayouts(page, 'open delivery');
    await deliveries.getByText('3 files').click();
    await expectAccessible(page, 'files of a delivery');
    expect(await findTextFaultsAtSizes(page, 'open delivery', deliveries)).toEqual([]);
    await page.unroute(parts, cut);
    await chooseFolder(page, folder);
    await page.waitForURL(/\/label\/releases\/[\w-]{36}$/);
    await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    await page.goto('/label');
    await page.getByRole('grid').getByRole('link', { name: TITLE }).waitFor();
    expect(await deliveries.count()).toBe(0);
    await expectAccessibleInLayouts(page, 'releases of labels');
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
});
