import type { Page } from 'playwright-core';
import { viewports } from '../browser.ts';
import { createAccount, uniqueEmail } from '../createAccount.ts';
import { journey } from '../journey.ts';
import { waitForMail } from '../mailbox.ts';
import { operate } from '../runCommand.ts';
import { signIn, submitSignInForm } from '../signIn.ts';
import { releaseLinks } from '../webApp.ts';
import { button, createCrawl, phones, wide } from './crawl.ts';
import { createLongAccount, LONG_EMAIL_NAME, LONG_TITLE, LONG_WORD } from './longNames.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const email = (page: Page) => page.getByLabel('Email', { exact: true });

const LONG_EMAIL = uniqueEmail(LONG_EMAIL_NAME);

/** A link token that the browser reads; the server did not sign it. */
function createToken(claims: { kind: string; exp?: number; welcome_email?: boolean }): string {
  const all = {
    email: LONG_EMAIL,
    account: LONG_EMAIL,
    inviter_name: `${LONG_WORD} ${LONG_WORD}`,
    inviter_email: LONG_EMAIL,
    welcome_email: false,
    exp: Math.ceil(Date.now() / 1000) + 3_600,
    ...claims,
  };
  return `e30.${Buffer.from(JSON.stringify(all)).toString('base64url')}.e30`;
}
const EXPIRED = { exp: 1 };

journey('no text before the sign-in is cut', async ({ page }) => {
  const { visit, visitPath } = createCrawl(page);
  await visitPath('sign-in', '/', button(page, 'Sign in'));
  await button(page, 'Sign in').click();
  await visit('sign-in with errors', page.getByText('Email is required'));
  await submitSignInForm(page, LONG_EMAIL, 'wrong');
  await visit('sign-in, refused', page.getByText('Incorrect credentials'));
  await button(page, 'Email me a sign-in link').click();
  await visit('sign-in link', button(page, 'Send the link'));
  await button(page, 'Send the link').click();
  await visit('sign-in link, unknown', page.getByText('Sorry, this email is not recognized'));
  await visitPath('forgot password', '/forgot-password', button(page, 'Send the link'));
  await email(page).fill(LONG_EMAIL);
  await button(page, 'Send the link').click();
  await visit('forgot password, sent', heading(page, 'password reset requested'));
  for (const kind of ['invitation', 'merge', 'split']) {
    await visitPath(`sign-in, ${kind}`, `/signin/${createToken({ kind })}`, page.getByText(LONG_EMAIL));
    const expired = createToken({ kind, ...EXPIRED });
    await visitPath(`sign-in, expired ${kind}`, `/signin/${expired}`, page.getByText(/link has expired/i));
  }
  const question = page.getByText(/^Sign in as/);
  for (const [state, words] of [
    ['open', question],
    ['expired', page.getByText('This sign-in link has expired')],
  ] as const) {
    const data = { email: LONG_EMAIL, publicdevice: true, state };
    await page.route('**/api/auth/login-email/link', (request) => request.fulfill({ json: { data } }), { times: 1 });
    await visitPath(`sign-in link, ${state}`, `/authverify/${state}`, words);
  }
  await visitPath('sign-in link, mangled', '/authverify/not.a.token', page.getByText('Something went wrong'));
  const password = page.getByLabel('New password', { exact: true });
  await visitPath('set password', `/resetpwd/${createToken({ kind: 'welcome', welcome_email: true })}`, password);
  const oldReset = `/resetpwd/${createToken({ kind: 'reset', ...EXPIRED })}`;
  await visitPath('set password, expired', oldReset, page.getByText('expired link'));
  await visitPath('set password, mangled', '/resetpwd/not.a.token', page.getByText('Something went wrong'));
  await visitPath('unsubscribe, mangled', '/unsubscribe/not.a.token', page.getByText('This link does not work'));
});

journey('no text of the sign-up is cut', async ({ page }) => {
  const { visit, visitPath } = createCrawl(page);
  await visitPath('step 1', '/signup', page.getByText('Step 1 of 3'));
  await button(page, 'Continue').click();
  await visit('step 1 with errors', page.getByText('This field is required'));
  const applicant = uniqueEmail(LONG_EMAIL_NAME);
  await page.getByLabel('First name').fill(LONG_WORD);
  await page.getByLabel('Last name').fill(LONG_WORD);
  await email(page).fill(applicant);
  await page.getByLabel('Industry').selectOption('press-publicity-media');
  await page.getByLabel('Role').selectOption('press');
  await page.getByLabel('Phone').fill('+1 (416) 555-0199');
  await page.getByLabel('I accept the terms and conditions').check();
  await button(page, 'Continue').click();
  await visit('step 2', page.getByText('Step 2 of 3'));
  const { text } = await waitForMail(applicant, { subject: /verification code/ });
  await page.getByLabel('Verification code').fill(/\b\d{5}\b/.exec(text)?.[0] ?? '');
  await button(page, 'Continue').click();
  await page.getByText('Step 3 of 3').waitFor();
  await button(page, 'Add website').click();
  await button(page, 'Add another format').click();
  await button(page, 'Send request').click();
  await visit('step 3 with errors', page.getByText('This field is required'));
  await page.getByLabel('Company', { exact: true }).fill(LONG_TITLE);
  await page.getByLabel('Country').selectOption('GB');
  await page.getByLabel('City').fill(LONG_WORD);
  await page.getByLabel('Primary format').selectOption('Other');
  await button(page, 'Send request').click();
  await visit('sent', heading(page, 'we got your request'));
  await visitPath('invited', `/signup/${createToken({ kind: 'invitation' })}`, page.getByText('Step 1 of 2'));
  const expired = `/signup/${createToken({ kind: 'invitation', ...EXPIRED })}`;
  await visitPath('invited, expired', expired, page.getByText('invitation link has expired'));
});

journey('no text of the account pages is cut', async ({ page }) => {
  const { visit, visitPath, visitLayer } = createCrawl(page);
  await signIn(page, await createLongAccount());
  await visitPath('profile', '/account/profile', button(page, 'Edit profile'));
  await button(page, 'Edit profile').click();
  await page.getByLabel('First name').fill('');
  await button(page, 'Save').click();
  await visit('profile with errors', page.getByText('This field is mandatory'));
  await visitLayer('unsaved changes', page.getByRole('tab', { name: 'My Network' }));
  await button(page, 'Cancel').click();
  await visitPath('network', '/account/my-network', page.getByLabel('Find by name'));
  await visitLayer('network, remove', button(page, new RegExp(`^Remove .*${LONG_WORD}`)));
  await visitLayer(
    'invite',
    page.getByRole('main').getByRole('button', { name: 'Invite', exact: true }),
    undefined,
    async (dialog) => {
      await button(dialog, 'Continue').click();
      await visit('invite with errors', dialog.getByText('This service is exclusively'));
      await dialog.getByLabel(/I accept the terms/).check();
      await button(dialog, 'Continue').click();
      await button(dialog, 'Add').click();
      await visit('invite, list with errors', dialog.getByText('Please select a valid relationship'));
      await email(page).fill(LONG_EMAIL);
      await dialog.getByLabel('Relationship').selectOption({ label: 'Industry Contact' });
      await button(dialog, 'Add').click();
      await visit('invite, list', dialog.getByText(LONG_EMAIL));
      await visitLayer('invite, discard', button(dialog, 'Cancel'));
      await button(dialog, /^Remove/).click();
      await dialog.getByText('No one yet').waitFor();
    },
  );
  await visitPath('management', '/account/management', page.getByText('No active subscription'));
  await button(page, 'About your subscription').focus();
  await visit('management, tooltip', page.getByRole('tooltip'));
  await visitLayer('password', button(page, /^Change password/));
  await visitLayer('sign out everywhere', button(page, /^Sign out everywhere/));
  await visitPath('settings', '/account/settings-preferences', button(page, 'Delete my account'));
  await visitLayer('settings, addresses', button(page, /Email that receives notifications/));
  await visitLayer('settings, frequency', button(page, /notification frequency/));
  await visitLayer('settings, density', button(page, /Rows of lists/));
  await visitLayer('settings, another email', button(page, 'Add another email'));
  await visitLayer('settings, delete account', button(page, 'Delete my account'));
  const settings = '/account/settings-preferences';
  await visitPath(
    'link of another account',
    `${settings}?merge=${createToken({ kind: 'merge' })}`,
    page.getByText('This link belongs to another account'),
  );
  await visitPath('invitation', `/signin/${createToken({ kind: 'invitation' })}`, button(page, 'Accept'));
  await page.setViewportSize(viewports.mobile);
  await visitPath('account', '/account', page.getByRole('link', { name: 'Settings & Preferences' }), phones);
  await visitLayer('sign out', button(page, 'Sign out'), phones);
  await page.setViewportSize(viewports.desktop);
  await visitPath('no such page', '/nothing', heading(page, 'Page not found'));
});

journey('no text of a new account and its empty lists is cut', async ({ page, address }) => {
  const { visit, visitPath, visitLayer } = createCrawl(page);
  const newcomer = await createAccount(address, LONG_EMAIL_NAME);
  await operate(['verify', newcomer, '--off']);
  await signIn(page, newcomer);
  await visit('not verified', page.getByText('Verification Pending'));
  for (const [path, title] of [
    ['/flagged', 'No flagged releases'],
    ['/archived', 'No archived releases'],
    ['/recently_played', 'Nothing played yet'],
    ['/playlists', 'No playlists yet'],
    ['/account/my-network', 'You have no connections yet'],
    ['/playlists/00000000-0000-4000-8000-000000000000', 'Playlist not found'],
  ] as const)
    await visitPath(path, path, heading(page, title));
  await visitPath('empty search', '/search', heading(page, 'Search'));
  await visitLayer('no downloads', button(page, 'Downloads'), wide);
  await button(page, 'Play queue').click();
  await visit('empty queue', page.getByText('Your play queue is empty'));
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'UNAUTHENTICATED' } } }),
  );
  await page.goto('/flagged');
  await visit('session expired', page.getByRole('alertdialog'));
});

journey('no text of label staff and operators is cut', async ({ page, browser, address }) => {
  const { visit, visitPath } = createCrawl(page);
  await fetch(`${address}/api/auth/reset/${await createAccount(address, LONG_EMAIL_NAME)}`);
  await signIn(page, 'operator@demo.test');
  const mail = page.getByRole('link', { name: new RegExp(LONG_EMAIL_NAME) });
  await visitPath('outbox', '/operator/mails', mail);
  await mail.first().click();
  await visit('outbox, mail', page.frameLocator('iframe').getByRole('heading').first());
  await button(page, 'Plain text').click();
  await visit('outbox, plain text', button(page, 'Plain text'));
  for (const [path, title] of [
    ['/operator', 'Today'],
    ['/operator/applications', 'Applications'],
    ['/operator/people', 'People'],
    ['/operator/packages', 'Packages'],
    ['/operator/vocabulary', 'Vocabulary'],
    ['/operator/releases', 'Releases'],
    ['/operator/trace', 'Trace'],
    ['/operator/audit', 'Audit'],
    ['/operator/status', 'Status'],
  ] as const)
    await visitPath(path, path, heading(page, title));
  const other = await browser.newPage({ baseURL: address });
  await signIn(other, 'label@demo.test');
  const staff = createCrawl(other);
  await staff.visit('label staff', releaseLinks(other));
  await staff.visitPath('releases of labels', '/label', heading(other, 'Releases of your labels'));
  await staff.visitPath('report of a label', '/label/report', other.getByRole('table'));
  await other.close();
});
