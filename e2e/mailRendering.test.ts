import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'vitest';
import { composeMail, type MailKind, type MailParts, type Texts } from '../server/platform/mailText.ts';
import { journey } from './browser.ts';

const file = join(import.meta.dirname, '..', 'server', 'platform', 'languages', 'en.json');
const { mails } = JSON.parse(readFileSync(file, 'utf8')) as Texts;
const kinds = Object.keys(mails) as MailKind[];

/** As long as a real one. */
const url = `https://music.example/resetpwd/${'eyJhbGciOiJIUzI1NiJ9'.repeat(12)}`;
const values = {
  email: 'a.very.long.name.of.a.programmer@public-radio-of-the-north.example',
  name: 'Friederike Bärenreiter-Wolkenstein',
  support: 'help@music.example',
  account: 'rosa@music.example',
  inviter: 'Ada Björk',
  sender: 'Søren Ångström',
  title: 'Donaudampfschifffahrtsgesellschaftskapitän',
  artist: 'مريم',
  type: 'interview',
  details: 'Radio One, programmer',
};

const partsOf = (kind: MailKind): MailParts => ({
  values,
  ...('button' in mails[kind] && { url }),
  ...(kind === 'code' && { code: '04711' }),
  ...((kind === 'share' || kind === 'contact') && { quote: `We would love to play this.\n${'ha'.repeat(80)}` }),
});

for (const colorScheme of ['light', 'dark'] as const) {
  journey(`every mail can be read on a phone and on a desk: ${colorScheme} (A-MAIL-07)`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const kind of kinds) {
      const { html } = composeMail(kind, 'en', partsOf(kind));
      await page.setContent(html);
      for (const width of [320, 390, 600]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(`${kind}: ${wide}`).toBe(`${kind}: ${width}`);
      }
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      const { violations } = await new AxeBuilder({ page })
        .withRules(['color-contrast', 'document-title', 'html-has-lang', 'link-name'])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${kind}: ${id} at ${nodes.map(({ html: piece }) => piece).join()}`),
      ).toEqual([]);
      const said = mails[kind];
      if (!('button' in said)) continue;
      const button = page.getByRole('link', { name: said.button, exact: true });
      expect(await button.isVisible()).toBe(true);
      expect(await button.getAttribute('href')).toBe(url);
    }
  });
}
