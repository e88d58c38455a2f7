import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter } from './enter.ts';
import { expectCleanEverywhere } from './expectClean.ts';
import { screens } from './openBrowser.ts';

/** The demo's newest release: it has lyrics, words of its label with a picture, a one sheet and a press picture. */
const TITLE = 'Harbour Sun';

/** Signs in and opens that release's page; answers its address. */
async function openPage(page: Page): Promise<string> {
  await enter(page);
  const address = await cards(page).filter({ hasText: TITLE }).first().getAttribute('href');
  await page.goto(address ?? '');
  await page.getByRole('tabpanel', { name: 'Tracklist' }).getByText('Instrumental').waitFor();
  return address ?? '';
}

const pressText = (page: Page) => page.getByRole('button', { name: 'Show press text' });
const widthOf = async (page: Page, piece: string) => (await page.locator(piece).boundingBox())?.width;

journey(
  'a reviewer opens all tracks, reads lyrics, the sheet and comes back by the tabs',
  { tags: ['C-DETAIL-08', 'C-DETAIL-15', 'C-DETAIL-16', 'C-DETAIL-17', 'C-DETAIL-18', 'C-DETAIL-19', 'C-DETAIL-23'] },
  async ({ page }) => {
    const address = await openPage(page);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expect.poll(() => page.getByText('ISRC', { exact: true }).count()).toBe(4);
    await page.getByRole('button', { name: 'Read more' }).click();
    await page.getByText('In every story that I told').waitFor();
    await page.getByRole('button', { name: 'Read less' }).click();
    await page.getByRole('tab', { name: 'Tracklist' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}?tab=metadata`);
    const sheet = page.getByRole('tabpanel', { name: 'Metadata' });
    await expect.poll(() => sheet.getByText(/^QZ9NT26\d{5}$/).count()).toBe(4);
    expect(await sheet.getByRole('link', { name: 'Open as PDF' }).getAttribute('href')).toMatch(/report\.pdf$/);
    await page.reload();
    await sheet.waitFor();
    await page.getByRole('tab', { name: 'Tracklist' }).click();
    await page.waitForURL(`**${address}`);
    await page.goBack();
    await page.waitForURL('**/releases');
  },
);

journey(
  'attachments are saved with every byte, under the names their label gave them',
  { tags: ['C-DETAIL-20', 'C-DETAIL-22'] },
  async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/api/attachment/') && requests.push(request.url()));
    await openPage(page);
    await page.getByRole('tab', { name: 'Attachments' }).click();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^One sheet/ }).click(),
    ]);
    expect(sheet.suggestedFilename()).toBe('one-sheet.pdf');
    const bytes = await readFile(await sheet.path());
    const sent = await page.evaluate(
      async (url) => (await (await fetch(url)).arrayBuffer()).byteLength,
      requests[0] ?? '',
    );
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBe(sent);
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Press picture/ }).click(),
    ]);
    expect((await readFile(await picture.path())).subarray(0, 2).toString('hex')).toBe('ffd8');
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(2);
  },
);

journey(
  'the label’s words open beside the page with their picture, as wide as the window allows',
  { tags: ['C-DETAIL-09', 'C-DETAIL-10', 'C-DETAIL-11', 'C-DETAIL-12', 'C-DETAIL-28', 'C-CONST-17'] },
  async ({ page }) => {
    await openPage(page);
    const picture = () =>
      page.evaluate(() => document.querySelector('iframe')?.contentDocument?.images[0]?.naturalWidth);
    await expect.poll(picture).toBeGreaterThan(0);
    await pressText(page).click();
    const archive = page.getByRole('main').getByRole('button', { name: `Archive ${TITLE}`, exact: true });
    for (const [width, panel] of [
      [1440, 860],
      [1280, 568],
      [1024, 320],
      [768, 320],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => widthOf(page, 'section:has(iframe)')).toBe(panel);
      expect(await archive.count()).toBe(width < 1280 ? 0 : 1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => widthOf(page, 'section:has(iframe)')).toBeLessThan(320);
    await page.setViewportSize(screens.mobile);
    await pressText(page).click();
    await expect.poll(() => widthOf(page, 'dialog')).toBe(screens.mobile.width);
    await expect.poll(picture).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
);

/** What a sanitiser must not let through; the frame has to hold it by itself. */
const hostile = (elsewhere: string): string => `<script>top.hit = 'script'</script>
<img src="data:," onerror="top.hit = 'onerror'"><svg onload="top.hit = 'onload'"></svg>
<iframe srcdoc="<script>top.hit = 'frame'</script>"></iframe><iframe src="javascript:top.hit='address'"></iframe>
<iframe src="${elsewhere}/frame"></iframe><object data="${elsewhere}/object"></object>
<img src="${elsewhere}/pixel.png"><link rel="stylesheet" href="${elsewhere}/a.css"><link rel="preload" as="image" href="${elsewhere}/b">
<style>@import '${elsewhere}/c.css'; body { display: none }</style>
<meta http-equiv="refresh" content="0;url=${elsewhere}/away"><base href="${elsewhere}/">
<p><a href="javascript:top.hit='link'" target="_self">run</a> <a href="javascript:top.hit='tab'">open</a></p>
<form action="${elsewhere}/form"><button>send</button></form>
<p><a href="/robots.txt">leave</a></p>`;

journey(
  'words that would run, load, leave or send cannot, whatever they hold; their links open tabs that know nothing',
  { tags: ['C-DETAIL-13'] },
  async ({ page, context, address }) => {
    const asked: string[] = [];
    const elsewhere = createServer(({ url = '' }, answer) => {
      asked.push(url);
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    await page.route('**/api/release/*-*', async (route) => {
      const answer = await route.fetch();
      const promoinfo = hostile(`http://127.0.0.1:${port}`);
      await route.fulfill({ response: answer, json: { ...(await answer.json()), promoinfo } });
    });
    await openPage(page);
    await pressText(page).click();
    const words = page.frameLocator('section > iframe');
    for (const name of ['run', 'open', 'send']) await words.getByText(name, { exact: true }).click();
    const [tab] = await Promise.all([context.waitForEvent('page'), words.getByText('leave', { exact: true }).click()]);
    await tab.waitForURL(`${address}/robots.txt`);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(TITLE);
    elsewhere.close();
    expect(asked).toEqual([]);
  },
);

journey(
  'the cover fills the screen, and Escape leads back to where the focus was',
  { tags: ['C-DETAIL-01', 'C-MODAL-02'] },
  async ({ page }) => {
    await openPage(page);
    const opener = page.getByRole('button', { name: `View the cover of ${TITLE} in full size` });
    await opener.press('Enter');
    const full = page.getByRole('dialog', { name: `Cover of ${TITLE}` });
    const { width, height } = (await full.boundingBox()) ?? {};
    expect({ width, height }).toEqual(screens.desktop);
    await expect.poll(() => full.locator('img').evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1000);
    await page.keyboard.press('Escape');
    await full.waitFor({ state: 'detached' });
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);
    await opener.press('Enter');
    await full.getByRole('button', { name: 'Close' }).click();
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);
  },
);

journey(
  'a release that is not there has a page that says so, and a way back',
  { tags: ['C-DETAIL-25', 'C-ERR-01', 'C-ERR-04'] },
  async ({ page }) => {
    await enter(page);
    await page.goto('/releases/releaseInfo/00000000-0000-4000-8000-000000000000');
    await page.getByRole('heading', { name: 'Cannot fetch information about this release.' }).waitFor();
    await page.getByRole('link', { name: 'Go to releases' }).click();
    await cards(page).first().waitFor();
  },
);

journey(
  'a flag from the pop-up is there after a reload, and a click beside the pop-up closes it',
  { tags: ['C-POPUP-07', 'C-TRACK-04'] },
  async ({ page }) => {
    await enter(page);
    const dialog = page.getByRole('dialog');
    const open = () => cards(page).filter({ hasText: TITLE }).first().click();
    const flag = dialog
      .getByRole('list', { name: `Tracks of ${TITLE}` })
      .getByRole('button', { name: /^Flag / })
      .last();
    const isFlagged = () => flag.getAttribute('aria-pressed');
    await open();
    const before = await isFlagged();
    await flag.click();
    await expect.poll(isFlagged).not.toBe(before);
    const after = await isFlagged();
    await page.mouse.click(5, 450);
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await open();
    await expect.poll(isFlagged).toBe(after);
    await flag.click();
    await expect.poll(isFlagged).toBe(before);
  },
);

journey("no part of a release's page has an accessibility fault in any layout", async ({ page }) => {
  await openPage(page);
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expectCleanEverywhere(page, 'tracklist');
  for (const [tab, text] of [
    ['Metadata', 'Open as PDF'],
    ['Attachments', 'One sheet'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).waitFor();
    await expectCleanEverywhere(page, tab);
  }
  await pressText(page).click();
  await expectCleanEverywhere(page, 'press text');
});
