import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { closeDialog, getBox, hasHorizontalOverflow, releaseLinks, saveDownload } from './webApp.ts';

/** The demo's newest release has lyrics, a press text with a picture, a one sheet and a press picture. */
const TITLE = 'Harbour Sun';

/** Signs in and opens the page of the release; returns its path. */
async function openReleasePage(page: Page): Promise<string> {
  await signIn(page);
  const path = await releaseLinks(page).filter({ hasText: TITLE }).first().getAttribute('href');
  await page.goto(path ?? '');
  await page.getByRole('tabpanel', { name: 'Tracklist' }).getByText('Instrumental').waitFor();
  return path ?? '';
}

const pressTextButton = (page: Page) => page.getByRole('button', { name: 'Show press text' });
const getWidth = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())?.width;

journey(
  'a reviewer views the cover, reads lyrics and metadata, saves attachments under their names, and goes back by tabs',
  {
    tags: [
      'C-DETAIL-01',
      'C-DETAIL-08',
      'C-DETAIL-15',
      'C-DETAIL-16',
      'C-DETAIL-17',
      'C-DETAIL-18',
      'C-DETAIL-19',
      'C-DETAIL-20',
      'C-DETAIL-22',
      'C-DETAIL-23',
      'C-MODAL-02',
    ],
  },
  async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.url().includes('/api/attachment/') && requests.push(request.url()));
    const path = await openReleasePage(page);
    const coverButton = page.getByRole('button', { name: `View the cover of ${TITLE} in full size` });
    const hasFocus = () => coverButton.evaluate((button) => button === document.activeElement);
    await coverButton.press('Enter');
    const cover = page.getByRole('dialog', { name: `Cover of ${TITLE}` });
    await expect.poll(() => getBox(cover)).toEqual({ x: 0, y: 0, ...viewports.desktop });
    await expect.poll(() => cover.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1000);
    await page.keyboard.press('Escape');
    await cover.waitFor({ state: 'detached' });
    await expect.poll(hasFocus).toBe(true);
    await coverButton.press('Enter');
    await cover.getByRole('button', { name: 'Close' }).click();
    await expect.poll(hasFocus).toBe(true);

    await page.getByRole('button', { name: 'Expand all' }).click();
    await expect.poll(() => page.getByText('ISRC', { exact: true }).count()).toBe(4);
    await page.getByRole('button', { name: 'Read more' }).click();
    await page.getByText('In every story that I told').waitFor();
    await page.getByRole('button', { name: 'Read less' }).click();
    await page.getByRole('tab', { name: 'Tracklist' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${path}?tab=metadata`);
    const metadata = page.getByRole('tabpanel', { name: 'Metadata' });
    await expect.poll(() => metadata.getByText(/^QZ9NT26\d{5}$/).count()).toBe(4);
    expect(await metadata.getByRole('link', { name: 'Open as PDF' }).getAttribute('href')).toMatch(/report\.pdf$/);
    await page.reload();
    await metadata.waitFor();
    await page.getByRole('tab', { name: 'Tracklist' }).click();
    await page.waitForURL(`**${path}`);
    await page.goBack();
    await page.waitForURL('**/releases');

    await page.goForward();
    await page.getByRole('tab', { name: 'Attachments' }).click();
    const pdf = await saveDownload(page, () => page.getByRole('button', { name: /^One sheet/ }).click());
    expect(pdf.name).toBe('one-sheet.pdf');
    const bytes = await readFile(pdf.path);
    const sentBytes = await page.evaluate(
      async (url) => (await (await fetch(url)).arrayBuffer()).byteLength,
      requests[0] ?? '',
    );
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBe(sentBytes);
    const picture = await saveDownload(page, () => page.getByRole('button', { name: /^Press picture/ }).click());
    expect((await readFile(picture.path)).subarray(0, 2).toString('hex')).toBe('ffd8');
    await expect.poll(() => page.getByText('Saved', { exact: true }).count()).toBe(2);
  },
);

journey(
  'the press text opens beside the page with its picture, at the width of the layout',
  { tags: ['C-DETAIL-09', 'C-DETAIL-10', 'C-DETAIL-11', 'C-DETAIL-12', 'C-DETAIL-28', 'C-CONST-17'] },
  async ({ page }) => {
    await openReleasePage(page);
    const getPictureWidth = () =>
      page.evaluate(() => document.querySelector('iframe')?.contentDocument?.images[0]?.naturalWidth);
    await expect.poll(getPictureWidth).toBeGreaterThan(0);
    await pressTextButton(page).click();
    const archive = page.getByRole('main').getByRole('button', { name: `Archive ${TITLE}`, exact: true });
    for (const [width, panel] of [
      [1440, 860],
      [1280, 568],
      [1024, 320],
      [768, 320],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => getWidth(page, 'section:has(iframe)')).toBe(panel);
      await expect.poll(() => archive.count()).toBe(width < 1280 ? 0 : 1);
      await expect.poll(() => hasHorizontalOverflow(page)).toBe(false);
    }
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.poll(() => getWidth(page, 'section:has(iframe)')).toBeLessThan(320);
    await page.setViewportSize(viewports.mobile);
    await pressTextButton(page).click();
    await expect.poll(() => getWidth(page, 'dialog')).toBe(viewports.mobile.width);
    await expect.poll(getPictureWidth).toBeGreaterThan(0);
    await closeDialog(page);
  },
);

/** Markup that a sanitiser would remove; here the sandboxed frame alone must block it. */
const createHostileHtml = (otherOrigin: string): string => `<script>top.hit = 'script'</script>
<img src="data:," onerror="top.hit = 'onerror'"><svg onload="top.hit = 'onload'"></svg>
<iframe srcdoc="<script>top.hit = 'frame'</script>"></iframe><iframe src="javascript:top.hit='address'"></iframe>
<iframe src="${otherOrigin}/frame"></iframe><object data="${otherOrigin}/object"></object>
<img src="${otherOrigin}/pixel.png"><link rel="stylesheet" href="${otherOrigin}/a.css"><link rel="preload" as="image" href="${otherOrigin}/b">
<style>@import '${otherOrigin}/c.css'; body { display: none }</style>
<meta http-equiv="refresh" content="0;url=${otherOrigin}/away"><base href="${otherOrigin}/">
<p><a href="javascript:top.hit='link'" target="_self">run</a> <a href="javascript:top.hit='tab'">open</a></p>
<form action="${otherOrigin}/form"><button>send</button></form>
<p><a href="/robots.txt">leave</a></p>`;

journey(
  'a press text cannot run scripts, load, navigate or submit; its links open tabs without an opener',
  { tags: ['C-DETAIL-13'] },
  async ({ page, context, address }) => {
    const requests: string[] = [];
    const otherServer = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(otherServer, 'listening');
    const { port } = otherServer.address() as AddressInfo;
    await page.route('**/api/release/*-*', async (route) => {
      const response = await route.fetch();
      const promoinfo = createHostileHtml(`http://127.0.0.1:${port}`);
      await route.fulfill({ response, json: { ...(await response.json()), promoinfo } });
    });
    await openReleasePage(page);
    await pressTextButton(page).click();
    const pressText = page.frameLocator('section > iframe');
    for (const name of ['run', 'open', 'send']) await pressText.getByText(name, { exact: true }).click();
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      pressText.getByText('leave', { exact: true }).click(),
    ]);
    await tab.waitForURL(`${address}/robots.txt`);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(TITLE);
    otherServer.close();
    expect(requests).toEqual([]);
  },
);

journey(
  'an unknown release and a mangled link have an error page with a link back',
  { tags: ['C-DETAIL-25', 'C-DETAIL-26', 'C-ERR-01', 'C-ERR-04', 'C-ROUTE-25'] },
  async ({ page }) => {
    await signIn(page);
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const id of [
      unknown,
      unknown.slice(0, -5),
      `${unknown}%3E,`,
      '..%2F..%2F',
      '%00',
      '%ff',
      'x'.repeat(5_000),
      'no-id',
    ]) {
      const answer = page.waitForResponse((response) => response.url().includes('/api/release/'));
      await page.goto(`/releases/releaseInfo/${id}`);
      expect((await answer).status(), id).toBe(404);
      await page.getByRole('heading', { name: 'Cannot fetch information about this release.' }).waitFor();
    }
    for (const [path, message] of [
      ['/playlists/no-id', 'Playlist not found'],
      ['/artists/no-id', 'Page not found'],
      ['/labels/no-id', 'Page not found'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: message }).waitFor();
    }
    await page.goto(`/releases/releaseInfo/${unknown}`);
    await page.getByRole('link', { name: 'Go to releases' }).click();
    await releaseLinks(page).first().waitFor();
  },
);

journey(
  'a flag set in the dialog survives a reload, and a click outside closes the dialog',
  { tags: ['C-POPUP-07', 'C-TRACK-04'] },
  async ({ page }) => {
    await signIn(page);
    const dialog = page.getByRole('dialog');
    const open = () => releaseLinks(page).filter({ hasText: TITLE }).first().click();
    const flag = dialog
      .getByRole('list', { name: `Tracks of ${TITLE}` })
      .getByRole('button', { name: /^Flag / })
      .last();
    const getName = () => flag.getAttribute('aria-pressed');
    await open();
    const before = await getName();
    await flag.click();
    await expect.poll(getName).not.toBe(before);
    const after = await getName();
    await page.mouse.click(5, 450);
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await open();
    await expect.poll(getName).toBe(after);
    await flag.click();
    await expect.poll(getName).toBe(before);
  },
);

journey('no part of the release page has an accessibility violation in any layout', async ({ page }) => {
  await openReleasePage(page);
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expectAccessibleInLayouts(page, 'tracklist');
  for (const [tab, text] of [
    ['Metadata', 'Open as PDF'],
    ['Attachments', 'One sheet'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(text).waitFor();
    await expectAccessibleInLayouts(page, tab);
  }
  await pressTextButton(page).click();
  await expectAccessibleInLayouts(page, 'press text');
});
