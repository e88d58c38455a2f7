import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inlinePictures, type MailPicture } from '../server/platform/mail/mailPictures.ts';
import {
  composeMail,
  type Mailing,
  type MailKind,
  type MailParts,
  type Texts,
} from '../server/platform/mail/mailText.ts';
import { findViolations } from './accessibility.ts';
import { journey } from './journey.ts';

const file = join(import.meta.dirname, '..', 'server', 'platform', 'mail', 'languages', 'en.json');
const { mails } = JSON.parse(readFileSync(file, 'utf8')) as Texts;
const kinds = Object.keys(mails) as MailKind[];

/** Has the length of a real link. */
const url = `https://music.example/resetpwd/${'eyJhbGciOiJIUzI1NiJ9'.repeat(12)}`;
const values = {
  email: 'a.very.long.name.of.a.programmer@public-radio-of-the-north.example',
  name: 'Friederike Bärenreiter-Wolkenstein',
  support: 'help@music.example',
  account: 'rosa@music.example',
  playerid: '3b0a2c1e-8d7f-4c55-9a61-0f2e4d6b8a90',
  inviter: 'Ada Björk',
  sender: 'Søren Ångström',
  title: 'Donaudampfschifffahrtsgesellschaftskapitän',
  artist: 'مريم',
  type: 'interview',
  details: 'Radio One, programmer',
  label: 'Parallel Recordings of the North',
};

const createMailing = (titles: string[]): Mailing => ({
  releases: titles.map((title, index) => ({
    title,
    artist: index === 1 ? 'مريم' : 'Friederike Bärenreiter-Wolkenstein & The Late Couriers',
    explicit: index === 0,
    label: 'Parallel Recordings of the North',
    type: 'Single',
    impact: '2026-12-04',
    url: `https://music.example/releases/releaseInfo/${index}`,
    picture: index === 0 ? 'covers/cover-160.jpg' : undefined,
    color: '#8a5a2b',
  })),
  more: { count: titles.length > 1 ? 12 : 0, url: 'https://music.example/releases' },
  reason: 'weekly',
  email: values.email,
  settingsUrl: 'https://music.example/account/settings-preferences',
  unsubscribeUrl: url,
  oneClickUrl: url,
});
const titles = [values.title, 'Kurz', 'x'.repeat(90)];
/** An embedded picture, as a mail program receives it. */
const cover: MailPicture = {
  cid: 'cover-160@pictures',
  filename: 'cover-160.jpg',
  contentType: 'image/jpeg',
  content: readFileSync(join(import.meta.dirname, '..', 'server', 'ingest', 'fixtures', 'cover.jpg')),
};

const createParts = (kind: MailKind): MailParts => ({
  values,
  ...('button' in mails[kind] && { url }),
  ...(kind === 'code' && { code: '04711' }),
  ...((kind === 'share' || kind === 'contact') && { quote: `We would love to play this.\n${'ha'.repeat(80)}` }),
  ...(kind === 'release' && { mailing: createMailing(titles.slice(0, 1)) }),
  ...(kind === 'releases' && { mailing: createMailing(titles) }),
});

for (const colorScheme of ['light', 'dark'] as const) {
  journey(
    `every mail is readable at phone and desktop widths: ${colorScheme}`,
    { tags: ['A-MAIL-07'] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      for (const kind of kinds) {
        const { html } = composeMail(kind, 'en', createParts(kind));
        await page.setContent(inlinePictures(html, [cover]));
        for (const width of [320, 390, 600]) {
          await page.setViewportSize({ width, height: 800 });
          const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(`${kind}: ${scrollWidth}`).toBe(`${kind}: ${width}`);
        }
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
        const violations = await findViolations(page, [
          'color-contrast',
          'document-title',
          'html-has-lang',
          'link-name',
        ]);
        expect(violations.map((violation) => `${kind}: ${violation}`)).toEqual([]);
        const text = mails[kind];
        if (!('button' in text)) continue;
        const button = page.getByRole('link', { name: text.button, exact: true });
        expect(await button.isVisible()).toBe(true);
        expect(await button.getAttribute('href')).toBe(url);
      }
    },
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  journey(
    `a release mail shows covers and links each row to its release: ${colorScheme}`,
    { tags: ['A-EMAILS-04'] },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.setContent(inlinePictures(composeMail('releases', 'en', createParts('releases')).html, [cover]));
      const picture = page.getByRole('img', { name: `${values.title} [E]` });
      expect(
        await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.width, image.height]),
      ).toEqual([true, 64, 64]);
      for (const [index, title] of titles.entries()) {
        const link = page.getByRole('link', { name: index === 0 ? `${title} [E]` : title, exact: true }).last();
        expect(await link.getAttribute('href')).toBe(`https://music.example/releases/releaseInfo/${index}`);
      }
      expect(await page.getByText('and 12 more').getAttribute('href')).toBe('https://music.example/releases');
      expect(await page.getByRole('link', { name: 'Unsubscribe' }).getAttribute('href')).toBe(url);
    },
  );
}
