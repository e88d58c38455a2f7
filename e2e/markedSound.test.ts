import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { findFfmpeg } from '../server/ingest/sound/ffmpeg.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { expectAccessible } from './accessibility.ts';
import { measureAudio } from './audioProbe.ts';
import { viewports } from './browser.ts';
import { createAccount } from './createAccount.ts';
import { deliverRelease } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';
import { hasHorizontalOverflow, releaseLinks, saveDownload } from './webApp.ts';

const ffmpeg = await findFfmpeg();

journey(
  'a marked song plays, says whose it is, and leads from a converted file to its account in the console',
  async ({ page, address, context, skip }) => {
    skip(!ffmpeg, 'Without ffmpeg nothing is marked.');
    const email = await createAccount(address, 'marked');
    const delivery = { title: 'Marked Crossing', seconds: 16, packageName: 'Marked', email };
    const { releases } = await deliverRelease(delivery);
    const said = await operate(['mark', releases[0]?.releaseid ?? ''], undefined, { MARK_SOUND: 'on' });
    expect(said).toContain('is marked, 1 sounds just now');
    await signIn(page, email);
    await releaseLinks(page).filter({ hasText: 'Marked Crossing' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    expect((await measureAudio(page)).peak).toBeGreaterThan(0.01);
    const { path } = await saveDownload(page, () =>
      dialog.getByRole('button', { name: /^Download .* as MP3/ }).click(),
    );
    await page.goto(`/releases/releaseInfo/${releases[0]?.releaseid}`);
    await page.getByText('This copy was made for you.').waitFor();
    const leak = join(await temporaryFolder('promenade-leak-'), 'leak.mp3');
    await promisify(execFile)(ffmpeg ?? '', ['-v', 'error', '-i', path, '-map_metadata', '-1', '-b:a', '128k', leak]);
    await context.clearCookies();
    await signIn(page, 'operator@demo.test');
    await page.goto('/operator/trace');
    await page.getByLabel('Choose files').setInputFiles(leak);
    await page.getByText('leak.mp3: its sound is read.').waitFor();
    await page.getByText('Made for').waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: new RegExp(email) }).waitFor();
    await page.getByText(/by chance: less than 1 in 10\^\d+\.$/).waitFor();
    await expectAccessible(page, 'a traced sound');
    for (const [name, size] of Object.entries(viewports)) {
      await page.setViewportSize(size);
      await expect.poll(() => hasHorizontalOverflow(page), { message: name }).toBe(false);
    }
  },
);
