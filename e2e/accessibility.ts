import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Layout, viewports } from './browser.ts';

/** The source of axe, minified, because every page that is tested has to parse it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Style sheets are not preloaded, because none of the enabled rules reads them. axe leaves out `target-size` by default. */
const OPTIONS: axe.RunOptions = {
  resultTypes: ['violations'],
  preload: { assets: ['media'] },
  rules: { 'target-size': { enabled: true } },
};

/**
 * Expects no accessibility violation in either theme; the page stays in the second one.
 * @param ignored rules that do not fit this state of the page
 */
export async function expectAccessible(page: Page, message: string, ignored: string[] = []): Promise<void> {
  const find = async () =>
    (await findViolations(page)).filter((line) => !ignored.some((rule) => line.startsWith(`${rule} `)));
  await expect.poll(find, { message }).toEqual([]);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const colorScheme = isDark ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme });
  // Themes differ only in colours.
  const findContrastViolations = () => findViolations(page, ['color-contrast']);
  await expect.poll(findContrastViolations, { message: `${message}, ${colorScheme}` }).toEqual([]);
}

/** The layouts of dialogs and of the pages before the sign-in, where a tablet has that of a desktop. */
export const twoLayouts: Layout[] = ['mobile', 'desktop'];

/** Expects no accessibility violation in each of these layouts; the page keeps the last one. */
export async function expectAccessibleInLayouts(
  page: Page,
  message: string,
  layouts: Layout[] = ['mobile', 'tablet', 'desktop'],
): Promise<void> {
  for (const layout of layouts) {
    await page.setViewportSize(viewports[layout]);
    await expectAccessible(page, `${message}: ${layout}`);
  }
}

/**
 * Runs axe with these rules (default: all) and returns one line per violation. Waits for animations to finish, because
 * a half transparent element has less contrast. Skips sandboxed frames, where no script can run.
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(async () => {
    // A theme change takes effect with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const animations = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(animations.map(({ finished }) => finished));
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const repeated = rules ? [] : await page.evaluate(listRepeatedTitles);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['iframe'] }, options),
    rules ? { ...OPTIONS, runOnly: rules } : OPTIONS,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => [id, 'at', ...target, any[0]?.message].join(' ')),
  );
  return [...found, ...repeated];
}

/** Screen readers speak the title of a control after its name: one that says the same is spoken twice. Tooltips are there while the pointer is. */
function listRepeatedTitles(): string[] {
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
    return [...node.childNodes].map(textOf).join('');
  };
  return [
    ...document.querySelectorAll<HTMLElement>(
      ':is(a, button, input, select, summary, [role])[title]:not([data-tooltip], .ellipsis)',
    ),
  ]
    .filter((control) => control.title === (control.getAttribute('aria-label') ?? textOf(control)).trim())
    .map((control) => `title repeats the name "${control.title}"`);
}
