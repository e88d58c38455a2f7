import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { uniqueEmail } from '../createAccount.ts';
import { waitForMail } from '../mailbox.ts';
import { PASSWORD } from '../signIn.ts';
import { findFirefox, openFirefox } from './firefox.ts';
import { createPage, type EnginePage } from './page.ts';
import { findWebKit, openWebKit } from './webKit.ts';

const firefox = findFirefox();
const webKit = findWebKit();
const engines = [
  { name: 'Firefox', isMissing: !firefox, open: () => openFirefox(firefox ?? '') },
  { name: 'WebKitGTK', isMissing: !webKit, open: () => webKit && openWebKit(webKit) },
];

/** The demo's newest release; it has a press text with a picture. */
const TITLE = 'Harbour Sun';

describe.each(engines)('in $name', ({ isMissing, open }) => {
  const address = inject('address');
  let page: EnginePage;

  beforeAll(async () => {
    if (isMissing) return;
    const engine = await open();
    if (engine) page = await createPage(engine);
  });
  afterAll(() => page?.close());

  test.skipIf(isMissing)('a person signs in and sees the gallery', async () => {
    await page.goto(address);
    await page.type('Email', 'programmer@demo.test');
    await page.type('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.see('heading', 'Releases');
    await page.see('link', TITLE);
    await page.waitFor(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0));
    expect(await page.run(() => location.pathname)).toBe('/releases');
  });

  test.skipIf(isMissing)('a release is found in the search', async () => {
    await page.goto(`${address}/search/top?q=harbuor+sun`);
    await page.see('grid', 'Releases');
    await page.see('link', TITLE);
    expect(await page.run(() => location.pathname)).toBe('/search/top');
  });

  test.skipIf(isMissing)('the press text is shown in its own style, with its picture', async () => {
    await page.click('link', TITLE);
    await page.see('heading', TITLE);
    await page.click('button', 'Show press text');
    await page.waitFor(() => {
      const frame = document.querySelector('iframe')?.contentDocument;
      return (frame?.images[0]?.naturalWidth ?? 0) > 0 && getComputedStyle(frame?.body as Element).maxWidth !== 'none';
    });
    expect(await page.run(() => document.querySelector('iframe')?.contentDocument?.scripts.length)).toBe(0);
  });

  test.skipIf(isMissing)('a song is downloaded', async () => {
    await page.click('button', `Download ${TITLE} as MP3`);
    await page.click('button', 'Downloads');
    await page.seeText('finished');
    expect(await page.run(() => document.body.textContent)).not.toContain('failed');
  });

  test.skipIf(isMissing)('a stranger applies for an account', async () => {
    const email = uniqueEmail('engine');
    await page.run(() => localStorage.clear());
    await page.run(() => sessionStorage.clear());
    await page.goto(`${address}/signup`);
    await page.type('First name', 'Ines');
    await page.type('Last name', 'Moreau');
    await page.type('Email', email);
    await page.choose('Industry', 'radio');
    await page.choose('Role', 'radio');
    await page.type('Phone', '+1 (416) 555-0199');
    await page.click('checkbox', 'I accept the terms and conditions');
    await page.click('button', 'Continue');
    await page.seeText('Step 2 of 3');
    const { text } = await waitForMail(email, { subject: /verification code/ });
    await page.type('Verification code', /\b\d{5}\b/.exec(text)?.[0] ?? '');
    await page.click('button', 'Continue');
    await page.seeText('Step 3 of 3');
    expect(await page.run(() => location.pathname)).toBe('/signup');
  });
});
