import { expect } from 'vitest';
import { measureAudio } from './audioProbe.ts';
import { createAccount } from './createAccount.ts';
import { deliverRelease } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

journey('a delivered audio file becomes a release that can be played', async ({ page, address }) => {
  const email = await createAccount(address, 'import');
  const result = await deliverRelease({ title: 'Late Delivery', seconds: 12, packageName: 'Imports', email });
  expect(result).toMatchObject({ releases: [{ title: 'Late Delivery', tracks: 1, result: 'created' }], failed: [] });
  await signIn(page, email);
  await releaseLinks(page).filter({ hasText: 'Late Delivery' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  expect((await measureAudio(page)).peak).toBeGreaterThan(0.01);
});
