import { recipientForm1, recipientForm2 } from '@promenade/contract/signUp';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { companyAnswers, personAnswers } from '../server/testing/applicants.ts';
import { createClient } from '../server/testing/client.ts';
import { expectAccessible } from './accessibility.ts';
import { viewports } from './browser.ts';
import { createAccount, uniqueEmail } from './createAccount.ts';
import { journey } from './journey.ts';
import { LONG_WORD } from './screens/longNames.ts';
import { signIn } from './signIn.ts';
import { getBox, hasHorizontalOverflow, isDocumentScrollable, playerBar, playFirstRelease } from './webApp.ts';

/** The console of operators. */
const OPERATOR = 'operator@demo.test';

/** Presses Tab until a control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      const field = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined;
      return element?.getAttribute('aria-label') ?? field ?? (element as HTMLElement | null)?.innerText ?? '';
    });
    if (label.trim().startsWith(name)) return;
  }
  throw new Error(`Tab never reaches ${name}.`);
}

async function expectUsable(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await page.setViewportSize(viewports.mobile);
  await expect.poll(() => hasHorizontalOverflow(page)).toBe(false);
  expect(await isDocumentScrollable(page)).toBe(false);
  await page.setViewportSize(viewports.desktop);
}

journey('two applications are approved with the keyboard alone, and taken back', async ({ page, address }) => {
  const call = createClient(address);
  const company = uniqueEmail('Tidewater').split('@')[0] ?? '';
  for (const name of ['ann', 'ben']) {
    const email = uniqueEmail(name);
    await call(recipientForm1, { body: { email, ...personAnswers, first_name: name } });
    await call(recipientForm2, { body: { email, ...companyAnswers, group_owner: company } });
  }
  await signIn(page, OPERATOR);
  const rows = page.getByRole('row').filter({ hasText: company });
  await expect
    .poll(
      async () => {
        await page.goto(`/operator/applications?q=${company}`);
        await page.getByRole('heading', { name: 'Applications' }).waitFor();
        await page.getByText(/^\d+ applications?$/).waitFor();
        return rows.count();
      },
      { timeout: 60_000 },
    )
    .toBe(2);
  await expectUsable(page, 'applications');
  await tabTo(page, 'ann');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText(personAnswers.role).waitFor();
  await expectAccessible(page, 'an application');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'ann' }).focus();
  await page.keyboard.press('Shift+Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor();
  const [row, name] = [await rows.first().boundingBox(), await rows.first().getByRole('link').first().boundingBox()];
  // The mark of selection is 22 px wide.
  expect((name?.x ?? 0) - (row?.x ?? 0)).toBeGreaterThan(22);
  await tabTo(page, 'Approve');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Approve 2 applications?' });
  await dialog.getByText('2 people get accounts.').waitFor();
  await tabTo(page, 'Verified');
  await page.keyboard.press('Space');
  await tabTo(page, 'Approve');
  await page.keyboard.press('Enter');
  await page.getByText('2 applications approved.').waitFor();
  await expect.poll(() => rows.count()).toBe(0);
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await page.getByText('Undone').waitFor();
  await expect.poll(() => rows.count()).toBe(2);
});

journey('an account is found and disabled with the keyboard alone', async ({ page, address }) => {
  const email = await createAccount(address, 'console');
  await signIn(page, OPERATOR);
  await page.goto('/operator/people');
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Package All' }).press('Enter');
  await page.getByRole('combobox', { name: 'Package' }).press('R');
  await page.getByRole('option', { name: 'Radio' }).waitFor();
  await expectAccessible(page, 'the choice of a package');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Package' }).waitFor({ state: 'detached' });
  await tabTo(page, 'Name, company or address');
  await page.keyboard.type(email);
  await page.getByText('1 person', { exact: true }).waitFor();
  await expectUsable(page, 'people');
  await tabTo(page, email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: email, level: 1 }).waitFor();
  await expectUsable(page, 'a person');
  await tabTo(page, 'Disable');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog', { name: `Disable ${email}?` }).waitFor();
  await tabTo(page, 'Disable');
  await page.keyboard.press('Enter');
  await page.getByText('Disabled', { exact: true }).waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  await page.getByText('Active', { exact: true }).waitFor();
});

journey('an operator sees what waits, jobs, the audit trail and the state of the service', async ({ page }) => {
  await signIn(page, OPERATOR);
  for (const [path, name, text] of [
    ['/operator', 'Today', /GB free$/],
    ['/operator/mails?part=jobs', 'Mails and jobs', /^(Number|No job waits\.)$/],
    ['/operator/audit', 'Audit', /^\d.* changes?$/],
    ['/operator/status', 'Status', /^PostgreSQL \d/],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByText(text).first().waitFor();
    await expectUsable(page, name);
  }
});

journey(
  'two labels are made and merged, and releases, packages, the vocabulary and a foreign file are looked at',
  async ({ page }) => {
    const twin = uniqueEmail('Harbour').split('@')[0] ?? '';
    await signIn(page, OPERATOR);
    await page.goto(`/operator/labels?q=${twin}`);
    await page.getByRole('heading', { name: 'Labels', level: 1 }).waitFor();
    for (const name of [twin, `${twin} Records`]) {
      await page.getByRole('button', { name: 'Make a label' }).click();
      const dialog = page.getByRole('dialog', { name: 'Make a label' });
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByRole('button', { name: 'Make', exact: true }).click();
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
    await expectUsable(page, 'labels');
    await page.getByRole('button', { name: `Actions of ${twin} Records` }).click();
    await page.getByRole('menuitem', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'The one that is kept' }).click();
    await page.getByRole('combobox', { name: 'The one that is kept' }).fill(twin);
    await page.getByRole('option', { name: twin }).click();
    await dialog.getByText(/^0 releases move to/).waitFor();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText(`${twin} Records is ${twin} now.`).waitFor();
    await page.getByText('1 label', { exact: true }).waitFor();
    await page.getByRole('link', { name: twin, exact: true }).click();
    await page.getByRole('heading', { name: twin, level: 1 }).waitFor();
    await expectUsable(page, 'a label');
    for (const [path, name, total] of [
      ['/operator/packages', 'Packages', /^\d+ packages?$/],
      ['/operator/vocabulary?kind=moods', 'Vocabulary', /^\d+ moods?$/],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByText(total).waitFor();
      await expectUsable(page, name);
    }
    await page.goto('/operator/releases');
    await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
    await page.getByText(/^\d+ releases?$/).waitFor();
    await expectUsable(page, 'releases');
    await page.goto('/operator/packages?q=radio');
    await page.getByRole('link', { name: 'Radio', exact: true }).click();
    await page.getByRole('heading', { name: /hold it$/ }).waitFor();
    await expectUsable(page, 'a package');
    await page.goto('/operator/trace');
    const file = { name: 'foreign.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(5000, 7) };
    await page.getByLabel('Choose files').setInputFiles(file);
    await page.getByText('foreign.mp3: no id.').waitFor();
    await expectUsable(page, 'trace');
  },
);

journey(
  'a console has dense rows, one line of filters and no player; its pages are one click away',
  async ({ page }) => {
    await signIn(page, OPERATOR);
    await page.goto('/operator/people');
    const rows = page.getByRole('grid').getByRole('row');
    const row = await getBox(rows.nth(1));
    expect(row.height).toBe(36);
    expect(Math.floor((viewports.desktop.height - row.y) / row.height)).toBeGreaterThanOrEqual(16);
    const title = page.getByRole('heading', { name: 'People', level: 1 });
    expect(await title.evaluate((element) => getComputedStyle(element).fontSize)).toBe('24px');
    const controls = [
      page.getByRole('searchbox', { name: 'Name, company or address' }),
      ...['State', 'Role', 'Mails'].map((name) => page.getByRole('combobox', { name })),
      page.getByRole('button', { name: 'Package All' }),
    ];
    const middles = await Promise.all(
      controls.map(async (control) => {
        const { y, height } = await getBox(control);
        return Math.round(y + height / 2);
      }),
    );
    expect(new Set(middles).size).toBe(1);
    expect(await playerBar(page).count()).toBe(0);

    await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('group', { name: 'Selected rows' }).waitFor();
    expect(await page.locator('[role=row][aria-selected=false]').count()).toBe(0);
    await expectAccessible(page, 'people, all selected');
    await page.keyboard.press('Escape');

    await page.setViewportSize(viewports.mobile);
    const pages = page.getByRole('navigation', { name: 'Operator' });
    await pages.getByRole('link', { name: 'Status' }).click();
    await page.getByRole('heading', { name: 'Status', level: 1 }).waitFor();
    await expectAccessible(page, 'status on a phone');
    await page.getByRole('link', { name: 'Back to the player' }).click();
    await page.setViewportSize(viewports.desktop);
    await playFirstRelease(page);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Operator' }).click();
    await pages.getByRole('link', { name: 'Audit' }).click();
    await page.getByText(/^\d.* changes?$/).waitFor();
    expect(await playerBar(page).count()).toBe(1);
  },
);

journey('a name in a picker breaks between its words alone, and has its whole text as tooltip', async ({ page }) => {
  const name = `Electronic ${LONG_WORD}`;
  await signIn(page, OPERATOR);
  await page.goto('/operator/packages');
  await page.getByRole('button', { name: 'Make a package' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a package' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Make', exact: true }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await page.goto('/operator/people');
  await page.getByRole('button', { name: 'Package All' }).click();
  await page.getByRole('combobox', { name: 'Package' }).fill('electronic');
  const text = page.getByRole('option', { name }).locator('bdi');
  await text.waitFor();
  const countLines = (element: Element) => new Set(Array.from(element.getClientRects(), ({ y }) => y)).size;
  expect(await text.evaluate(countLines)).toBe(2);
  await text.hover();
  await page.getByTitle(name).waitFor();
});
