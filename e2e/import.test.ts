import { expect } from 'vitest';
import { measureAudio } from './audioProbe.ts';
import { deliverRelease } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

journey('a delivered audio file becomes a release that can be played', async ({ page }) => {
  const result = JSON.parse(await deliverRelease('Late Delivery', 12));
  expect(result).toMatchObject({ releases: [{ title: 'Late Delivery', tracks: 1, result: 'created' }], failed: [] });
  await signIn(page);
  await releaseLinks(page).filter({ hasText: 'Late Delivery' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  expect((await measureAudio(page)).peak).toBeGreaterThan(0.01);
});
