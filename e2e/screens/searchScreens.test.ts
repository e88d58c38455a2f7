import type { Page } from 'playwright-core';
import { signIn } from '../signIn.ts';
import { titleLinks } from '../webApp.ts';
import { button, createCrawl } from './crawl.ts';
import { listenerJourney } from './listenerJourney.ts';
import { LONG_TITLE, LONG_WORD } from './longNames.ts';

const results = (page: Page) => page.getByRole('main').getByRole('grid').getByRole('row').nth(1);

listenerJourney('no text of the search is cut', async ({ page, listener }) => {
  const { visit, visitPath } = createCrawl(page);
  await signIn(page, listener.email);
  await visitPath('search', `/search/top?q=${LONG_WORD}`, page.getByRole('heading', { name: 'Top results' }));
  for (const name of ['Tracks', 'Artists', 'Releases']) {
    await page.getByRole('tab', { name }).click();
    await visit(`search, ${name}`, results(page));
  }
  await visitPath('search, a label', '/search/top?q=long+winding', page.getByRole('heading', { name: 'Labels' }));
  await page.getByRole('tab', { name: 'Labels' }).click();
  await visit('search, Labels', results(page));
  await visitPath('search, nothing', `/search/tracks?q=${'x'.repeat(60)}`, page.getByText('No results found'));
  await page.getByRole('searchbox').press('Enter');
  await button(page, 'Clear the search').first().click();
  await visit('recent searches', page.getByRole('main').getByRole('link', { name: 'xxx' }));
  await page.route('**/api/search*', (route) => route.fulfill({ status: 503, json: { error: { code: 'BUSY' } } }));
  await visitPath('search, failed', '/search/top?q=failed', page.getByText('Something went wrong with your search'));
});

listenerJourney('no text of an artist or a label is cut', async ({ page, listener }) => {
  const { visit, visitPath } = createCrawl(page);
  await signIn(page, listener.email);
  const main = page.getByRole('main');
  await page.goto(listener.releasePath);
  const [artist, label] = [main.locator('a[href^="/artists/"]').first(), main.locator('a[href^="/labels/"]').first()];
  const paths = [await artist.getAttribute('href'), await label.getAttribute('href')].map(String);
  for (const [index, path] of paths.entries()) await visitPath(index ? 'label' : 'artist', path, results(page));
  await page.goto(paths[0] ?? '');
  await main.getByRole('tab', { name: 'Tracks' }).click();
  await visit('artist, songs', results(page));
  const name = encodeURIComponent(LONG_TITLE.slice(0, 80));
  await visitPath('releases of a label', `/search/releases/label?q=${name}%20Recordings`, titleLinks(main));
  await visitPath('no such artist', '/artists/00000000-0000-4000-8000-000000000000', main.getByRole('heading'));
  await page.context().setOffline(true);
  await visit('offline', page.getByRole('alert').filter({ hasText: 'Not Connected' }));
});
