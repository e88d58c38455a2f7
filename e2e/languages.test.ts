import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, PASSWORD } from './enter.ts';

interface Texts {
  [key: string]: string | Texts;
}

const pseudo = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? `⟦${text}⟧` : pseudo(text)]),
  );

/** Adds a language whose every text stands in brackets: one file more, and one line in the list. */
async function addLanguage(page: Page): Promise<void> {
  await page.route('**/players/musicsite/qq.json', async (route) => {
    const english = (await (
      await route.fetch({ url: route.request().url().replace('qq.json', 'en.json') })
    ).json()) as Texts;
    await route.fulfill({ json: pseudo(english) });
  });
  await page.route('**/players/musicsite/languages.json', (route) =>
    route.fulfill({
      json: {
        lang: [
          { code: 'en', name: 'English' },
          { code: 'qq', name: 'Pseudo' },
        ],
      },
    }),
  );
}

/** Every text of the API, so that data can be told from words; the longest first. */
function collectData(page: Page): () => Promise<string[]> {
  const known = new Set<string>();
  const coming: Promise<void>[] = [];
  const take = (value: unknown): void => {
    // Ids are digits, and would take dates apart.
    if (typeof value === 'string' && /\p{L}/u.test(value)) known.add(value.trim());
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take);
  };
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    coming.push(response.json().then(take, () => undefined));
  });
  return async () => {
    // The page shows an answer as soon as it has it, which may be before it is read here.
    await Promise.all(coming);
    return [...known].filter((text) => text !== '').sort((one, other) => other.length - one.length);
  };
}

/** What is visible and neither in brackets, nor data, nor a number, nor a name that needs no translation. */
async function escaped(page: Page, data: () => Promise<string[]>): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element?.closest('script, style, option, [aria-hidden="true"], svg')) continue;
      if (element?.checkVisibility()) texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
    return texts;
  });
  // The primitives library brings its own translations of "Dismiss".
  const names = [
    'Promenade',
    'Pseudo',
    'English',
    'Canada',
    'Robin Verhoeven',
    'RV',
    'programmer@demo.test',
    'Dismiss',
  ];
  const known = [...names, ...(await data())];
  return shown.filter((text) => {
    let rest = text.replaceAll(/⟦[^⟧]*⟧/g, '');
    for (const name of known) rest = rest.replaceAll(new RegExp(RegExp.escape(name), 'gi'), '');
    return /\p{L}{2,}/u.test(rest) && !/^\s*\p{L}{3,9}\.? \d{1,2}, \d{4}\s*$/u.test(rest);
  });
}

journey(
  'in another language no text of the screens stays English',
  { tags: ['A-GEN-08', 'A-GEN-10', 'A-SHELL-01'] },
  async ({ page }) => {
    const data = collectData(page);
    const expectTranslated = async (where: string) => expect(await escaped(page, data), where).toEqual([]);
    await addLanguage(page);
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('qq');
    await page.getByRole('heading', { name: '⟦Sign in⟧' }).waitFor();
    await expectTranslated('sign-in');
    await page.getByRole('button', { name: '⟦Sign in⟧', exact: true }).click();
    await page.getByText('⟦Email is required⟧').waitFor();
    await expectTranslated('sign-in with errors');
    await page.getByRole('link', { name: '⟦Forgot password?⟧' }).click();
    await page.getByRole('heading', { name: '⟦Forgot password⟧' }).waitFor();
    await expectTranslated('forgot password');
    await page.getByRole('link', { name: '⟦Back to sign in⟧' }).click();
    // The page before has a field of that name, too.
    await page.getByRole('heading', { name: '⟦Sign in⟧' }).waitFor();
    await page.getByLabel('⟦Email⟧', { exact: true }).fill('programmer@demo.test');
    await page.getByLabel('⟦Password⟧', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '⟦Sign in⟧', exact: true }).click();
    await cards(page).first().waitFor();
    await expectTranslated('gallery');
    await page.reload();
    await cards(page).first().waitFor();
    await expectTranslated('gallery after a reload');
    await cards(page).first().click();
    await page.getByRole('dialog').getByRole('button', { name: '⟦Share⟧' }).waitFor();
    await expectTranslated('pop-up');
    await page.getByRole('dialog').getByRole('button', { name: '⟦Share⟧' }).click();
    await page.getByText('⟦Share with⟧').waitFor();
    await expectTranslated('share');
    await page.keyboard.press('Escape');
    await page.getByText('⟦Share with⟧').waitFor({ state: 'detached' });
    // The focus is on its way back from what was closed: a key that comes before it reaches nothing.
    await page.getByRole('dialog').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '⟦Invite⟧' }).click();
    await page.getByRole('dialog').waitFor();
    await expectTranslated('invite');
    await page.keyboard.press('Escape');
    for (const part of ['⟦Profile⟧', '⟦My Network⟧', '⟦Account Management⟧', '⟦Settings & Preferences⟧']) {
      await page.getByRole('button', { name: /Account menu/ }).click();
      await page.getByRole('menuitem', { name: part }).click();
      await page.getByRole('tab', { name: part, selected: true }).waitFor();
      await page.getByRole('status', { name: '⟦Loading⟧' }).waitFor({ state: 'detached' });
      await expectTranslated(part);
    }
  },
);
