import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { viewports } from './browser.ts';
import { FULL_DEMO_TIMEOUT_MS, signInToFullDemo } from './fullDemo.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { getBox, notifications, pauseButton, playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

/** The height of the header, which covers the top edge of the list. */
const HEADER_PX = 72;

const queue = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Play queue' }).or(page.getByRole('dialog', { name: 'Play queue' }));
const queueButton = (page: Page): Locator => page.getByRole('button', { name: 'Play queue' }).first();
const playButtons = (page: Page): Locator => queue(page).getByRole('button', { name: /^Play Item/ });
/** Titles of the playable items, in queue order. */
const getTitles = async (page: Page) =>
  (await queue(page).getByRole('listitem').allInnerTexts()).flatMap((text) => /Item \d+/.exec(text) ?? []).map(String);

/** Stores a queue of single songs in the browser: Item 1, Item 2, …; the first one is selected. */
async function storeQueue(page: Page, count: number): Promise<void> {
  // Leaving the app saves its state; another page of the same origin does not overwrite the new state.
  await page.goto('/players/musicsite/en.json');
  await page.evaluate((items) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('promenade:')) ?? '';
    const saved = JSON.parse(localStorage.getItem(key) ?? '{}') as { state: Record<string, unknown> };
    const { song } = saved.state['player'] as { song: Record<string, unknown> };
    const queued = Array.from({ length: items }, (_none, index) => {
      const title = `Item ${index + 1}`;
      const { releaseid, trackid, artist, coverart } = song;
      return {
        uuid: `item-${index}`,
        type: 'song',
        title,
        releaseid,
        trackid,
        artist,
        explicit: false,
        thumbnail: coverart,
        songs: [{ ...song, uuid: `song-${index}`, title }],
      };
    });
    saved.state['playQueue'] = {
      items: queued,
      history: [],
      selectedItem: 'item-0',
      selectedSong: 'song-0',
    };
    saved.state['player'] = { ...(saved.state['player'] as object), song: queued[0]?.songs[0] };
    localStorage.setItem(key, JSON.stringify(saved));
  }, count);
  await page.goto('/releases');
  await releaseLinks(page).first().waitFor();
}

async function signInWithQueue(page: Page, count: number): Promise<void> {
  await signIn(page);
  await playFirstRelease(page);
  await storeQueue(page, count);
}

journey(
  'the queue narrows the gallery, keeps its releases in view, and keeps the playing release after a reload, paused at its start',
  { timeout: FULL_DEMO_TIMEOUT_MS, tags: ['C-SHELL-14', 'C-QUEUE-01', 'C-QUEUE-05', 'C-PERSIST-04'] },
  async ({ page }) => {
    await signInToFullDemo(page);
    await page.setViewportSize({ width: 1440, height: 600 });
    const main = page.getByRole('main');
    const top = () => main.evaluate((scroller) => scroller.scrollTop);
    const width = async () => (await main.boundingBox())?.width ?? 0;
    const before = await width();
    await page.mouse.move(700, 300);
    await page.mouse.wheel(0, 700);
    await expect.poll(top).toBe(700);
    const edgeLink = await main.getByRole('article').evaluateAll((cards) => {
      const getDistance = (card: Element) => Math.abs(card.getBoundingClientRect().top);
      const [nearest] = cards.toSorted((a, b) => getDistance(a) - getDistance(b));
      return nearest?.querySelector('a')?.getAttribute('href');
    });
    await queueButton(page).click();
    await queue(page).waitFor();
    await expect.poll(top).toBeGreaterThan(700);
    await expect.poll(async () => before - (await width())).toBeGreaterThan(300);
    const isInView = async () => {
      const card = main.getByRole('article').filter({ has: page.locator(`a[href="${edgeLink}"]`) });
      const { y, height } = await getBox(card);
      return y + height > HEADER_PX && y < 500;
    };
    await expect.poll(isInView).toBe(true);
    await queueButton(page).click();
    await expect.poll(top).toBe(700);
    await expect.poll(width).toBe(before);

    await page.setViewportSize(viewports.desktop);
    await page.mouse.wheel(0, -5_000);
    await expect.poll(top).toBe(0);
    await queueButton(page).click();
    await queue(page).getByText('Your play queue is empty').waitFor();
    const title = await releaseLinks(page).first().innerText();
    await playFirstRelease(page);
    await queue(page).getByText('Currently playing').waitFor();
    await queue(page)
      .getByRole('button', { name: `Play ${title}`, exact: true, pressed: true })
      .first()
      .waitFor();
    await expectAccessible(page, 'queue beside the page');
    await page.reload();
    await queue(page)
      .getByRole('button', { name: `Play ${title}`, exact: true })
      .first()
      .waitFor();
    await playerBar(page).getByRole('button', { name: 'Play', exact: true }).waitFor();
    await playerBar(page).getByText('0:00').first().waitFor();
  },
);

journey(
  'items are reordered by mouse and keys, also after a reload; removing one can be undone, clearing all needs confirmation',
  { tags: ['C-QUEUE-04', 'C-QUEUE-17', 'C-QUEUE-23', 'C-PERSIST-01'] },
  async ({ page }) => {
    await signInWithQueue(page, 5);
    await queueButton(page).click();
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4', 'Item 5']);
    const handle = (name: string) => queue(page).getByRole('button', { name: `Move ${name}:` });
    const getCentre = async (locator: Locator) => {
      const { x, y, width, height } = await getBox(locator);
      return { x: x + width / 2, y: y + height / 2 };
    };
    await playButtons(page).nth(1).hover();
    const [from, to] = [await getCentre(handle('Item 2')), await getCentre(handle('Item 4'))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 20, { steps: 4 });
    await page.mouse.move(to.x, to.y + 4, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 3', 'Item 4', 'Item 2', 'Item 5']);
    await handle('Item 5').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 5', 'Item 3', 'Item 4', 'Item 2']);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 3', 'Item 5', 'Item 4', 'Item 2']);
    await expect.poll(() => handle('Item 5').evaluate((grip) => grip === document.activeElement)).toBe(true);
    await page.reload();
    await playButtons(page).first().waitFor();
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 3', 'Item 5', 'Item 4', 'Item 2']);

    await playerBar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await pauseButton(playerBar(page)).waitFor();
    await playButtons(page).nth(1).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 5', 'Item 4', 'Item 2']);
    await notifications(page).getByText('Item 3 removed from the queue').waitFor();
    await notifications(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 3', 'Item 5', 'Item 4', 'Item 2']);
    await queue(page).getByRole('button', { name: 'Clear' }).click();
    const confirmDialog = page.getByRole('alertdialog', { name: 'Clear the play queue?' });
    await expectAccessible(page, 'confirmation of Clear');
    await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => getTitles(page)).toHaveLength(5);
    await queue(page).getByRole('button', { name: 'Clear' }).click();
    await confirmDialog.getByRole('button', { name: 'Clear queue' }).click();
    await queue(page).getByText('Your play queue is empty').waitFor();
    await pauseButton(playerBar(page)).waitFor();
  },
);

journey(
  'two thousand items scroll without blank rows, and only the visible ones are rendered',
  { tags: ['C-QUEUE-01'] },
  async ({ page }) => {
    await signInWithQueue(page, 2_000);
    await queueButton(page).click();
    await playButtons(page).first().waitFor();
    const list = queue(page).getByRole('list', { name: 'Up next' });
    const box = await getBox(list.locator('../..'));
    await page.mouse.move(box.x + 100, box.y + 200);
    for (let turn = 0; turn < 12; turn += 1) {
      await page.mouse.wheel(0, 5_000);
      // The middle of the list must show an item.
      await expect
        .poll(() =>
          list.evaluate((element) => {
            const { left, width, top, height } =
              element.parentElement?.parentElement?.getBoundingClientRect() ?? element.getBoundingClientRect();
            const middle = document.elementFromPoint(left + width / 2, top + height / 3);
            return middle?.closest('[role=listitem]') !== null;
          }),
        )
        .toBe(true);
      expect(await list.getByRole('listitem').count()).toBeLessThan(60);
    }
    await queue(page)
      .getByRole('button', { name: /^Play Item (9|10)\d\d$/ })
      .first()
      .waitFor();
    await playButtons(page).nth(3).focus();
    await page.keyboard.press('End');
    await queue(page).getByRole('button', { name: 'Play Item 2000', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await playerBar(page).getByText('Item 2000').first().waitFor();
  },
);

journey(
  'on a tablet the queue is a drawer over the page beside which the player works, on a phone it fills the screen',
  { tags: ['C-SHELL-14', 'C-QUEUE-01'] },
  async ({ page }) => {
    await page.setViewportSize(viewports.tablet);
    await signInWithQueue(page, 3);
    await queueButton(page).click();
    const drawer = queue(page);
    await drawer.getByText('Up next').waitFor();
    const getCorner = async () => {
      const { x, y, width, height } = await getBox(drawer);
      return { width: x + width, height: y + height };
    };
    await expect.poll(getCorner).toEqual(viewports.tablet);
    await playerBar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await pauseButton(playerBar(page)).click();
    // The page behind is inert, as behind a modal dialog, where axe knows it; but the player goes on, so this is none.
    await expectAccessible(page, 'queue as a drawer', ['landmark-one-main', 'page-has-heading-one']);
    await drawer.getByRole('button', { name: 'Remove Item 2 from the queue' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 2', 'Item 3']);
    // The focus returns to the drawer when the toast closes.
    await expect.poll(() => drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await drawer.getByRole('button', { name: 'Move Item 3:' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(() => getTitles(page)).toEqual(['Item 1', 'Item 3', 'Item 2']);
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toContain('Move Item 3:');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await queueButton(page).click();
    await drawer.waitFor();
    await page.mouse.click(100, 300);
    await drawer.waitFor({ state: 'detached' });
    await queueButton(page).click();
    await drawer.waitFor();
    await page.setViewportSize(viewports.mobile);
    await expect
      .poll(async () => {
        const box = await drawer.boundingBox();
        return box && [Math.round(box.x), Math.round(box.width), Math.round(box.height)];
      })
      .toEqual([0, viewports.mobile.width, viewports.mobile.height]);
    await expectAccessible(page, 'queue on a phone');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
  },
);
