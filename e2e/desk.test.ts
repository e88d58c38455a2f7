import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { packageNames } from '../demo/catalogue.ts';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { viewports } from './browser.ts';
import { createAccount } from './createAccount.ts';
import { deliverRelease } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { operate } from './runCommand.ts';
import { signIn } from './signIn.ts';
import { getBox, hasHorizontalOverflow, isDocumentScrollable, notifications, playerBar } from './webApp.ts';

/** The desk: requirements decisions 43 and 48. */
const RELEASES = 50;

const stage = (page: Page) => page.getByRole('group', { name: 'Release to decide' });
const title = (page: Page) => stage(page).getByRole('heading', { level: 1 });
const progress = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first();
const countMarks = (page: Page) =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` };
    const counts = await fetch('/api/counts', { headers });
    return (await counts.json()) as Record<'flagged' | 'archived' | 'tohear', number>;
  });

/** An account with the releases of all packages; returns its email. */
async function createFullAccount(address: string, name: string): Promise<string> {
  const email = await createAccount(address, name);
  const added = packageNames.flatMap((packageName) => ['--add', packageName]);
  await operate(['packages', email, ...added]);
  return email;
}

/** Starts a run over all releases by keys alone. */
async function startRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Listen through \d+/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/desk/*');
  await title(page).waitFor();
}

/** Presses the keys and waits for the next release. */
async function decide(page: Page, position: number, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  await progress(page, new RegExp(`^${position + 1} of `)).waitFor();
}

journey(
  'fifty releases are decided without a mouse, at most two keys each, and all of it is taken back',
  { tags: ['requirements decision 43', 'requirements decision 48'] },
  async ({ page, address }) => {
    const email = await createFullAccount(address, 'desk');
    await signIn(page, email);
    const before = await countMarks(page);
    await startRun(page);
    const first = await title(page).innerText();
    const [, total] = /^1 of (\d+)/.exec(await progress(page, /^1 of /).innerText()) ?? [];
    const count = Math.min(RELEASES, Number(total) - 1);
    expect(count).toBeGreaterThan(10);
    const decisions = [['f'], ['e'], ['Enter'], ['r', '1']];
    for (let position = 1; position <= count; position += 1)
      await decide(page, position, ...(decisions[position % decisions.length] ?? []));
    await expect.poll(async () => (await countMarks(page)).archived).toBeGreaterThan(before.archived);
    for (let position = count; position > 0; position -= 1) await decide(page, position - 1, 'z');
    expect(await title(page).innerText()).toBe(first);
    // The demo may still grow.
    await expect.poll(() => countMarks(page)).toMatchObject({ flagged: before.flagged, archived: before.archived });
  },
);

journey('a second browser continues at the same release', async ({ page, browser, address }) => {
  const email = await createFullAccount(address, 'desk-second');
  await signIn(page, email);
  await startRun(page);
  await decide(page, 1, 'f');
  const later = await title(page).innerText();
  await page.keyboard.press('s');
  await expect.poll(() => title(page).innerText()).not.toBe(later);
  const second = await browser.newContext({ baseURL: address, viewport: viewports.mobile });
  const phone = await second.newPage();
  await signIn(phone, email);
  await phone.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(() => title(phone).innerText()).toBe(await title(page).innerText());
  await phone.getByRole('button', { name: 'Archive' }).click();
  await progress(page, /^3 of .* 1 archived/).waitFor();
  expect(await hasHorizontalOverflow(phone)).toBe(false);
  await second.close();
});

journey('decisions of a moment without a network wait, and go once', async ({ page, context, address }) => {
  const email = await createAccount(address, 'desk-offline');
  await signIn(page, email);
  await startRun(page);
  await page.route('**/decisions', (route) => route.abort());
  await decide(page, 1, 'f');
  await context.setOffline(true);
  await page
    .getByText(/^Not Connected to/)
    .first()
    .waitFor();
  await page.keyboard.press('e');
  await page.unroute('**/decisions');
  await context.setOffline(false);
  await expect.poll(() => countMarks(page)).toMatchObject({ flagged: 1, archived: 0 });
  await page.reload();
  await progress(page, /^2 of .* 1 flagged · 0 archived/).waitFor();
});

journey('a release that is withdrawn while it is shown is skipped with a word', async ({ page, address }) => {
  const email = await createAccount(address, 'desk-lost');
  // Another title at each retry: a withdrawn release that is delivered again stays withdrawn.
  const lost = `Soon Lost ${email.slice(0, 18)}`;
  const { releases } = await deliverRelease({ title: lost, seconds: 5, packageName: 'Desk', email });
  await signIn(page, email);
  await startRun(page);
  await expect.poll(() => title(page).innerText()).toBe(lost);
  await operate(['withdraw', releases[0]?.releaseid ?? '', '--yes']);
  await expect.poll(() => title(page).innerText()).not.toBe(lost);
  await progress(page, /1 no longer available/).waitFor();
  await page.getByText(`${lost} is no longer available and was skipped`).first().waitFor();
});

journey('the desk is accessible in each layout and theme, and says where one is', async ({ page, address }) => {
  const email = await createAccount(address, 'desk-axe');
  await signIn(page, email);
  await startRun(page);
  await expectAccessibleInLayouts(page, 'desk');
  expect(await stage(page).ariaSnapshot()).toMatch(
    /button "Archive".*button "Later".*button "Next".*button "React".*button "Flag"/s,
  );
  const status = page.getByRole('status').filter({ hasText: /^1 of \d+, .+, .+, \d+ tracks?, / });
  await status.waitFor({ state: 'attached' });
  await page.keyboard.press('f');
  const said = page.getByRole('status').filter({ hasText: /Z takes it back\. 2 of \d+, / });
  await said.waitFor({ state: 'attached' });
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Reaction' }).waitFor();
  await expectAccessibleInLayouts(page, 'reaction');
});

journey(
  'nothing at the desk scrolls, hides or jumps',
  { tags: ['requirements decision 48'] },
  async ({ page, address }) => {
    const email = await createFullAccount(address, 'desk-place');
    await signIn(page, email);
    await startRun(page);
    const bar = stage(page).getByRole('group', { name: 'Decide' });
    const undo = stage(page).getByRole('button', { name: 'Undo' });
    const main = page.getByRole('main');
    for (const size of [viewports.desktop, viewports.tablet, { width: 768, height: 1024 }, viewports.mobile]) {
      await page.setViewportSize(size);
      const at = `${size.width} px`;
      await page.keyboard.press('Home');
      const { y } = await getBox(bar);
      const { y: beginning } = await getBox(title(page));
      // Records with few and many tracks.
      for (const key of ['Enter', 'Enter', 'Backspace', 'Backspace']) {
        await main.evaluate((scroller) => scroller.scrollTo(0, 9_999));
        await page.keyboard.press('End');
        const before = await title(page).innerText();
        await page.keyboard.press(key);
        await expect.poll(() => title(page).innerText()).not.toBe(before);
        await expect.poll(async () => (await getBox(bar)).y, { message: at }).toBe(y);
        expect(await main.evaluate((scroller) => scroller.scrollTop), at).toBe(0);
        await expect.poll(async () => (await getBox(title(page))).y, { message: at }).toBe(beginning);
      }
      expect(await isDocumentScrollable(page), at).toBe(false);
      expect(await hasHorizontalOverflow(page), at).toBe(false);
      const tracks = stage(page).getByRole('listitem');
      await page.keyboard.press('End');
      await tracks.last().getByRole('button').click();
      const { y: top, height } = await getBox(tracks.last());
      expect(top + height, at).toBeLessThanOrEqual(y);
    }
    // On a phone the bar with the player leaves the room to the record.
    const top = Math.min((await getBox(bar)).y, (await getBox(undo)).y);
    expect(viewports.mobile.height - top).toBeLessThanOrEqual(180);
    const player = await getBox(playerBar(page));
    expect((await getBox(bar)).y + (await getBox(bar)).height).toBeLessThanOrEqual(player.y);
    // A notice leaves Undo alone.
    for (const size of [viewports.mobile, viewports.desktop]) {
      await page.setViewportSize(size);
      await page.route('**/decisions', (route) =>
        route.fulfill({ status: 404, json: { error: { code: 'RUN_NOT_FOUND' } } }),
      );
      await page.keyboard.press('f');
      await notifications(page).getByRole('alert').first().waitFor();
      await undo.click({ trial: true });
    }
  },
);
