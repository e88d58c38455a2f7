import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './journey.ts';
import { PASSWORD } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

interface Texts {
  [key: string]: string | Texts;
}

const toPseudo = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? `⟦${text}⟧` : toPseudo(text)]),
  );

/** Adds a language in which every text is in brackets, by one more file and one entry in the list of languages. */
async function addPseudoLanguage(page: Page): Promise<void> {
  await page.route('**/players/musicsite/qq.json', async (route) => {
    const english = (await (
      await route.fetch({ url: route.request().url().replace('qq.json', 'en.json') })
    ).json()) as Texts;
    await route.fulfill({ json: toPseudo(english) });
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

/** Collects all texts in API responses, which need no translation. The returned function lists the longest first. */
function collectApiTexts(page: Page): () => Promise<string[]> {
  const texts = new Set<string>();
  const responses: Promise<void>[] = [];
  const collect = (value: unknown): void => {
    // Texts without letters, such as ids, would match parts of dates.
    if (typeof value === 'string' && /\p{L}/u.test(value)) texts.add(value.trim());
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  page.on('response', (response) => {
    // The event stream never ends.
    if (!response.url().includes('/api/') || response.url().endsWith('/api/events')) return;
    responses.push(response.json().then(collect, () => undefined));
  });
  return async () => {
    // The page may render a response before its body is read here.
    await Promise.all(responses);
    return [...texts].filter((text) => text !== '').sort((a, b) => b.length - a.length);
  };
}

/** Finds visible texts that are not in brackets, except API texts, numbers, dates and names. */
async function findUntranslated(page: Page, listApiTexts: () => Promise<string[]>): Promise<string[]> {
  const visibleTexts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element?.closest('script, style, option, [aria-hidden="true"], svg')) continue;
      if (element?.checkVisibility()) texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const attribute of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(attribute) ?? '');
    return texts;
  });
  // "Dismiss" is translated by the component library itself.
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
  const allowed = [...names, ...(await listApiTexts())];
  return visibleTexts.filter((text) => {
    // Translated texts are marked by ⟦⟧, which may be nested: the innermost are removed first.
    let untranslated = text;
    for (let outer = ''; outer !== untranslated; ) {
      outer = untranslated;
      untranslated = outer.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
    }
    for (const name of allowed) untranslated = untranslated.replaceAll(new RegExp(RegExp.escape(name), 'gi'), '');
    return /\p{L}{2,}/u.test(untranslated) && !/^\s*\p{L}{3,9}\.? \d{1,2}, \d{4}\s*$/u.test(untranslated);
  });
}

journey(
  'in another language no page has English text',
  { tags: ['A-GEN-08', 'A-GEN-10', 'A-SHELL-01'] },
  async ({ page }) => {
    const listApiTexts = collectApiTexts(page);
    const expectTranslated = async (message: string) =>
      expect(await findUntranslated(page, listApiTexts), message).toEqual([]);
    await addPseudoLanguage(page);
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
    // The forgot password page has a field with the same name.
    await page.getByRole('heading', { name: '⟦Sign in⟧' }).waitFor();
    await page.getByLabel('⟦Email⟧', { exact: true }).fill('programmer@demo.test');
    await page.getByLabel('⟦Password⟧', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '⟦Sign in⟧', exact: true }).click();
    await releaseLinks(page).first().waitFor();
    await expectTranslated('gallery');
    await page.reload();
    await releaseLinks(page).first().waitFor();
    await expectTranslated('gallery after a reload');
    await releaseLinks(page).first().click();
    await page.getByRole('dialog').getByRole('button', { name: '⟦Share⟧' }).waitFor();
    await expectTranslated('release dialog');
    await page.getByRole('dialog').getByRole('button', { name: '⟦Share⟧' }).click();
    await page.getByText('⟦Share with⟧').waitFor();
    await expectTranslated('share');
    await page.keyboard.press('Escape');
    await page.getByText('⟦Share with⟧').waitFor({ state: 'detached' });
    // A key press on the page would be lost until the focus is back in the dialog.
    await page.getByRole('dialog').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '⟦Invite⟧' }).click();
    await page.getByRole('dialog').waitFor();
    await expectTranslated('invite');
    await page.keyboard.press('Escape');
    for (const name of ['⟦Profile⟧', '⟦My Network⟧', '⟦Account Management⟧', '⟦Settings & Preferences⟧']) {
      await page.getByRole('button', { name: /Account menu/ }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await page.getByRole('status', { name: '⟦Loading⟧' }).waitFor({ state: 'detached' });
      await expectTranslated(name);
    }
  },
);
