import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter, player, playFirst } from './enter.ts';
import { expectClean } from './expectClean.ts';
import { screens } from './openBrowser.ts';

const queue = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Play queue' }).or(page.getByRole('dialog', { name: 'Play queue' }));
const toggle = (page: Page): Locator => page.getByRole('button', { name: 'Play queue' }).first();
const playButtons = (page: Page): Locator => queue(page).getByRole('button', { name: /^(Play|Pause) Item/ });
/** The items that can be played, in their order. */
const order = async (page: Page) =>
  (await queue(page).getByRole('listitem').allInnerTexts()).flatMap((text) => /Item \d+/.exec(text) ?? []).map(String);

/** Puts a queue of single songs into the browser: Item 1, Item 2, … of which the first is on. */
async function keepQueue(page: Page, count: number): Promise<void> {
  // Another page of the same address: leaving writes what is kept, and nothing writes over what is put there.
  await page.goto('/players/musicsite/en.json');
  await page.evaluate((items) => {
    const kept = JSON.parse(localStorage.getItem('promenade') ?? '{}') as { state: Record<string, unknown> };
    const { song } = kept.state['player'] as { song: Record<string, unknown> };
    const queued = Array.from({ length: items }, (_none, at) => {
      const own = { ...song, uuid: `song-${at}`, title: `Item ${at + 1}` };
      const { releaseid, trackid, artist, coverart } = song;
      return {
        uuid: `item-${at}`,
        type: 'song',
        title: `Item ${at + 1}`,
        releaseid,
        trackid,
        artist,
        explicit: false,
        thumbnail: coverart,
        songs: [own],
      };
    });
    kept.state['playQueue'] = {
      items: queued,
      history: [],
      selectedItem: 'item-0',
      selectedSong: 'song-0',
    };
    kept.state['player'] = { ...(kept.state['player'] as object), song: queued[0]?.songs[0] };
    localStorage.setItem('promenade', JSON.stringify(kept));
  }, count);
  await page.goto('/releases');
  await cards(page).first().waitFor();
}

/** Signs in with a queue of so many single songs. */
async function enterWithQueue(page: Page, count: number): Promise<void> {
  await enter(page);
  await playFirst(page);
  await keepQueue(page, count);
}

journey(
  'a queue that opens beside the gallery takes columns, and leaves the releases in view that were looked at',
  { tags: ['C-SHELL-14', 'C-QUEUE-01'] },
  async ({ page }) => {
    await enter(page);
    await page.setViewportSize({ width: 1440, height: 600 });
    const main = page.getByRole('main');
    const top = () => main.evaluate((scroller) => scroller.scrollTop);
    const width = async () => (await main.boundingBox())?.width ?? 0;
    // The rest of the demo comes in the background.
    const height = async () => {
      await page.reload();
      await cards(page).first().waitFor();
      return main.evaluate((scroller) => scroller.scrollHeight);
    };
    await expect.poll(height, { timeout: 90_000, interval: 3_000 }).toBeGreaterThan(1_500);
    const before = await width();
    await page.mouse.move(700, 300);
    await page.mouse.wheel(0, 700);
    await expect.poll(top).toBe(700);
    const seen = await main.getByRole('article').evaluateAll((all) =>
      all
        .find((card) => card.getBoundingClientRect().top > 80)
        ?.querySelector('a')
        ?.getAttribute('href'),
    );
    await toggle(page).click();
    await queue(page).waitFor();
    await expect.poll(top).toBeGreaterThan(800);
    expect(before - (await width())).toBeGreaterThan(300);
    const { y } = (await main.locator(`a[href="${seen}"]`).first().boundingBox()) ?? { y: -1 };
    expect([y > 0, y < 500]).toEqual([true, true]);
    await toggle(page).click();
    await expect.poll(top).toBe(700);
    expect(await width()).toBe(before);
  },
);

journey(
  'what is played stands in the queue beside the page, is still there after a reload, paused and at its start',
  { tags: ['C-QUEUE-01', 'C-QUEUE-05', 'C-SHELL-14', 'C-PERSIST-04'] },
  async ({ page }) => {
    await enter(page);
    await toggle(page).click();
    await queue(page).getByText('Your play queue is empty').waitFor();
    const title = await cards(page).first().innerText();
    await playFirst(page);
    await queue(page).getByText('Currently playing').waitFor();
    await queue(page)
      .getByRole('button', { name: `Pause ${title}`, exact: true })
      .first()
      .waitFor();
    await expectClean(page, 'queue beside the page');
    await page.reload();
    await queue(page)
      .getByRole('button', { name: `Play ${title}`, exact: true })
      .first()
      .waitFor();
    await player(page).getByRole('button', { name: 'Play', exact: true }).waitFor();
    await player(page).getByText('0:00').first().waitFor();
  },
);

journey(
  'items change places under the mouse and by keys, and stay so after a reload',
  { tags: ['C-QUEUE-04', 'C-PERSIST-01'] },
  async ({ page }) => {
    await enterWithQueue(page, 5);
    await toggle(page).click();
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4', 'Item 5']);
    const handle = (name: string) => queue(page).getByRole('button', { name: `Move ${name}:` });
    const middle = async (of: Locator) => {
      const box = await of.boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    await playButtons(page).nth(1).hover();
    const [from, to] = [await middle(handle('Item 2')), await middle(handle('Item 4'))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 20, { steps: 4 });
    await page.mouse.move(to.x, to.y + 4, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 3', 'Item 4', 'Item 2', 'Item 5']);
    await handle('Item 5').focus();
    await page.keyboard.press('Home');
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 5', 'Item 3', 'Item 4', 'Item 2']);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 3', 'Item 5', 'Item 4', 'Item 2']);
    await expect.poll(() => handle('Item 5').evaluate((grip) => grip === document.activeElement)).toBe(true);
    await page.reload();
    await playButtons(page).first().waitFor();
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 3', 'Item 5', 'Item 4', 'Item 2']);
  },
);

journey(
  'an item is removed and brought back, the queue is cleared after a question while the song plays on',
  { tags: ['C-QUEUE-04', 'C-QUEUE-17', 'C-QUEUE-23'] },
  async ({ page }) => {
    await enterWithQueue(page, 4);
    await toggle(page).click();
    await player(page).getByRole('button', { name: 'Play', exact: true }).click();
    await player(page).getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await playButtons(page).nth(1).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 3', 'Item 4']);
    const toasts = page.getByRole('region', { name: 'Notifications' });
    await toasts.getByText('Item 2 removed from the queue').waitFor();
    await toasts.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4']);
    await queue(page).getByRole('button', { name: 'Clear' }).click();
    const question = page.getByRole('alertdialog', { name: 'Clear the play queue?' });
    await expectClean(page, 'clear the queue?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await order(page)).toHaveLength(4);
    await queue(page).getByRole('button', { name: 'Clear' }).click();
    await question.getByRole('button', { name: 'Clear queue' }).click();
    await queue(page).getByText('Your play queue is empty').waitFor();
    await player(page).getByRole('button', { name: 'Pause', exact: true }).waitFor();
  },
);

journey(
  'two thousand items scroll without blank lines, and few of them exist at a time',
  { tags: ['C-QUEUE-01'] },
  async ({ page }) => {
    await enterWithQueue(page, 2_000);
    await toggle(page).click();
    await playButtons(page).first().waitFor();
    const list = queue(page).getByRole('list', { name: 'Queue' });
    const box = await list.locator('..').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 200);
    for (let turn = 0; turn < 12; turn += 1) {
      await page.mouse.wheel(0, 5_000);
      // What stands in the middle of the list is a line, not an empty place.
      await expect
        .poll(
          () =>
            list.evaluate((lines) => {
              const { left, width, top, height } =
                lines.parentElement?.getBoundingClientRect() ?? lines.getBoundingClientRect();
              const there = document.elementFromPoint(left + width / 2, top + height / 3);
              return there?.closest('[role=listitem]') !== null;
            }),
          { timeout: 10_000 },
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
    await player(page).getByText('Item 2000').first().waitFor();
  },
);

journey(
  'on a tablet the queue is a drawer over the page, on a phone it fills the screen',
  { tags: ['C-SHELL-14', 'C-QUEUE-01'] },
  async ({ page }) => {
    await page.setViewportSize(screens.tablet);
    await enterWithQueue(page, 3);
    await toggle(page).click();
    const drawer = page.getByRole('dialog', { name: 'Play queue' });
    await drawer.getByText('Up next').waitFor();
    await expect
      .poll(async () => {
        const box = await drawer.boundingBox();
        return box && [Math.round(box.x + box.width), Math.round(box.height)];
      })
      .toEqual([screens.tablet.width, screens.tablet.height]);
    await expectClean(page, 'queue as a drawer');
    await drawer.getByRole('button', { name: 'Remove Item 2 from the queue' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => order(page)).toEqual(['Item 1', 'Item 2', 'Item 3']);
    // The toast is over, and the drawer has the focus again.
    await expect.poll(() => drawer.evaluate((open) => open.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await toggle(page).click();
    await drawer.waitFor();
    await page.mouse.click(100, 300);
    await drawer.waitFor({ state: 'detached' });
    await toggle(page).click();
    await drawer.waitFor();
    await page.setViewportSize(screens.mobile);
    await expect
      .poll(async () => {
        const box = await drawer.boundingBox();
        return box && [Math.round(box.x), Math.round(box.width), Math.round(box.height)];
      })
      .toEqual([0, screens.mobile.width, screens.mobile.height]);
    await expectClean(page, 'queue on a phone');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
  },
);
