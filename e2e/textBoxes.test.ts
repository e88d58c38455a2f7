import { expect } from 'vitest';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { findTextFaults, findTextFaultsAtSizes } from './textFaults.ts';
import { closeDialog, getBox, playerBar, releaseLinks } from './webApp.ts';

journey(
  'in a language that is written from right to left the layout is mirrored, and no text is cut without a tooltip',
  async ({ page }) => {
    await page.route('**/players/musicsite/he.json', async (route) =>
      route.fulfill({ response: await route.fetch({ url: route.request().url().replace('he.json', 'en.json') }) }),
    );
    await page.route('**/players/musicsite/languages.json', (route) =>
      route.fulfill({
        json: {
          lang: [
            { code: 'en', name: 'English' },
            { code: 'he', name: 'עברית' },
          ],
        },
      }),
    );
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('he');
    await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
    await signIn(page);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect.poll(async () => (await getBox(navigation)).x).toBeGreaterThan(1_200);
    const faults = await findTextFaultsAtSizes(page, 'gallery', releaseLinks(page).first());
    await releaseLinks(page).first().click();
    const track = page.getByRole('dialog').getByRole('listitem').first();
    faults.push(...(await findTextFaultsAtSizes(page, 'pop-up', track)));
    expect(faults).toEqual([]);
    await closeDialog(page);
    // Back stands left of Play and forward right of it in every language, as on any player.
    const bar = playerBar(page);
    const areInOrder = async () => {
      const starts: number[] = [];
      for (const name of ['Skip back', 'Play', 'Skip forward'])
        starts.push((await getBox(bar.getByRole('button', { name, exact: true }))).x);
      return starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? 0));
    };
    await expect.poll(areInOrder).toBe(true);
  },
);

const LINE = 'overflow: hidden; width: 100px; white-space: nowrap';
const ELLIPSIS = `${LINE}; text-overflow: ellipsis`;
const WORDS = 'Words that are wider than their box';

journey('a text or control that is cut is found, unless an ellipsis and a tooltip show the rest', async ({ page }) => {
  const measure = async (html: string) => {
    await page.setContent(html);
    return findTextFaults(page);
  };
  expect(await measure(`<p>${WORDS}</p>`)).toEqual([]);
  expect(await measure(`<p class="line" style="${LINE}">${WORDS}</p>`)).toEqual([`“${WORDS}” is cut by p.line`]);
  expect(await measure(`<p style="${LINE}" title="${WORDS}">${WORDS}</p>`)).toHaveLength(1);
  expect(await measure(`<p style="${ELLIPSIS}">${WORDS}</p>`)).toHaveLength(1);
  expect(await measure(`<p style="${ELLIPSIS}" title="Other words">${WORDS}</p>`)).toHaveLength(1);
  expect(await measure(`<p style="${ELLIPSIS}" title="${WORDS}">${WORDS}</p>`)).toEqual([]);
  expect(await measure(`<p style="overflow: auto; width: 100px; white-space: nowrap">${WORDS}</p>`)).toEqual([]);
  expect(await measure(`<p style="overflow: hidden; width: 100px; height: 20px">${WORDS}</p>`)).toHaveLength(1);
  expect(await measure(`<p style="margin-left: -60px">${WORDS}</p>`)).toHaveLength(1);
  expect(await measure(`<p style="margin: 0">${WORDS}</p><p style="margin: -12px 0">Others</p>`)).toHaveLength(1);
  expect(await measure('<button style="position: absolute; left: -20px">Play</button>')).toContain(
    'button. “Play” is cut by html.',
  );
  expect(await measure(`<input placeholder="${WORDS}" style="width: 80px">`)).toEqual([`“${WORDS}” is cut by input.`]);
  expect(await measure(`<select style="width: 80px"><option>${WORDS}</option></select>`)).toHaveLength(1);
  expect(await measure(`<p style="${LINE}">${WORDS}</p><dialog open>Yes or no?</dialog>`)).toEqual([]);
});
