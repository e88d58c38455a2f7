import { viewports } from '../browser.ts';
import { signIn } from '../signIn.ts';
import { button, createCrawl, phones, wide } from './crawl.ts';
import { listenerJourney } from './listenerJourney.ts';
import { LONG_TITLE, LONG_WORD } from './longNames.ts';

listenerJourney('no text of the page of a release is cut', async ({ page, listener }) => {
  const { visit, visitPath, visitLayer } = createCrawl(page);
  await signIn(page, listener.email);
  const main = page.getByRole('main');
  const tracks = main.getByRole('list', { name: /^Tracks of/ }).getByRole('listitem');
  await visitPath('release', listener.releasePath, tracks);
  await visitLayer('menu of a song', button(main, /^More actions for/), wide);
  await button(main, 'Expand all').click();
  await visit('release, details of the songs', main.getByText('QZLNG2600001'));
  await button(main, 'Show press text').click();
  const pressText = main.getByRole('region', { name: 'From the label' });
  await visit('release, press text', button(pressText, 'Close'), wide);
  await button(pressText, 'Close').click();
  await page.setViewportSize(viewports.mobile);
  await visitLayer('menu of a song', button(main, /^More actions for/), phones);
  await visitLayer('press text', button(main, 'Show press text'), phones);
  await page.setViewportSize(viewports.desktop);
  await main.getByRole('tab', { name: 'Metadata' }).click();
  await visit('metadata', main.getByText('12345678901231').first());
  await main.getByRole('tab', { name: 'Attachments' }).click();
  await visit('attachments', main.getByText(LONG_WORD).first());
});

listenerJourney('no text of a release that cannot be shown is cut', async ({ page, listener }) => {
  const { visitPath, visit } = createCrawl(page);
  await signIn(page, listener.email);
  const missing = '/releases/releaseInfo/00000000-0000-4000-8000-000000000000';
  await visitPath('unknown release', missing, page.getByRole('heading', { name: 'Cannot fetch information' }));
  for (const [status, code, title] of [
    [403, 'FORBIDDEN', 'Access Denied'],
    [410, 'RELEASE_NOT_AVAILABLE', 'Release Not Available'],
    [503, 'BUSY', 'Service Unavailable'],
  ] as const) {
    await page.route('**/api/release/*', (route) => route.fulfill({ status, json: { error: { code } } }));
    await page.goto('/releases');
    await page.getByRole('article').filter({ hasText: LONG_TITLE }).getByRole('link').first().click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: title });
    await visit(`${title}, from the gallery`, dialog);
    await visitPath(title, listener.releasePath, page.getByRole('heading', { name: title }));
    await page.unroute('**/api/release/*');
  }
});
