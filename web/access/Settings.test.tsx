import { refresh } from '@promenade/contract/access';
import { deletion } from '@promenade/contract/privacy';
import { merge, profile, saveProfile, split } from '@promenade/contract/profile';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { startSession, useSession } from '../platform/session.ts';
import { createProfile } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createAccessToken, createLinkToken } from '../testing/tokens.ts';
import { Settings } from './Settings.tsx';

const OTHER = 'rosa@home.test';
const emails = ['rosa@demo.test', OTHER];
const renewed = createAccessToken(1799);
const button = (name: string) => screen.getByRole('button', { name });
const sent = (path: string) => server.calls.filter((call) => call.method === 'POST' && call.path === `/api${path}`);
const notices = () => useNotices.getState().notices.map(({ category, message }) => [category, message]);
const Address = () => <output>{useLocation().pathname + useLocation().search}</output>;
let server: FakeServer;

// Loads the lazy parts before the tests, outside their timeouts.
beforeAll(() => Promise.all([import('../design/DropdownList.tsx'), import('../design/Dialog.tsx')]), 60_000);

beforeEach(() => {
  useNotices.setState({ notices: [] });
  server = fakeServer();
  server.answer(profile, createProfile({ emails }));
  server.answer(saveProfile, createProfile({ emails }));
  server.answer(deletion, { requestedat: null });
  server.answer(refresh, { 'access-token': renewed, 'refresh-token': 'r2' });
  startSession(
    { 'access-token': createAccessToken(1800, { username: 'Rosa@demo.test' }), 'refresh-token': 'r' },
    false,
  );
});

async function open(at = '/account/settings-preferences'): Promise<UserEvent> {
  const user = renderScreen(
    withProviders(
      <StrictMode>
        <Settings />
        <Address />
      </StrictMode>,
    ),
    at,
  );
  await screen.findByRole('list', { name: 'Connected emails' });
  return user;
}

async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: new RegExp(label) }));
  await user.click(await screen.findByRole('option', { name: option }));
}

test('every address except the one signed in with can be unlinked', {
  tags: ['A-EMAILS-01', 'A-EMAILS-08', 'A-EMAILS-09'],
}, async () => {
  await open();
  const pills = within(screen.getByRole('list', { name: 'Connected emails' })).getAllByRole('listitem');
  expect(pills.map((pill) => pill.textContent)).toEqual(['rosa@demo.testSigned in', OTHER]);
  expect(screen.getAllByRole('button', { name: /^Unlink/ })).toEqual([button(`Unlink ${OTHER}`)]);
});

test('the only address cannot be unlinked', { tags: ['A-EMAILS-08'] }, async () => {
  server.answer(profile, createProfile({ emails: [OTHER] }));
  await open();
  expect(screen.queryByRole('button', { name: /^Unlink/ })).toBeNull();
});

test('a save keeps what another tab has saved meanwhile', { tags: ['A-EMAILS-05'] }, async () => {
  const user = await open();
  server.answer(profile, createProfile({ emails, phone: '+49 30 1234', mailto: OTHER }));
  await choose(user, 'Release email notification frequency', 'Weekly');
  await waitFor(() => expect(sent('/profile')).toHaveLength(1));
  expect(sent('/profile')[0]?.body).toMatchObject({ phone: '+49 30 1234', mailto: OTHER, mailpref: 'weekly' });
  expect(await screen.findByRole('button', { name: `Email that receives notifications ${OTHER}` })).toBeTruthy();
});

test('the mail address is chosen from a list at most 180 pixels tall, and the whole profile is saved', {
  tags: ['A-EMAILS-03', 'A-EMAILS-05', 'A-EMAILS-06', 'A-EMAILS-07', 'A-CONST-20', 'A-GEN-07'],
}, async () => {
  const user = await open();
  await user.click(button('Email that receives notifications rosa@demo.test'));
  const list = await screen.findByRole('listbox', { name: 'Email that receives notifications' });
  expect(list.parentElement?.style.maxHeight).toBe('180px');
  expect(
    within(list)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(emails);
  await user.click(within(list).getByRole('option', { name: OTHER }));
  expect(button(`Email that receives notifications ${OTHER}`)).toBeDefined();
  await waitFor(() => expect(notices()).toEqual([['settingSaved', '']]));
  expect(sent('/profile')).toMatchObject([{ body: createProfile({ emails, mailto: OTHER }) }]);
  await waitFor(() => expect(useSession.getState().accessToken).toBe(renewed));
});

test('release mails can be sent never, daily, weekly or per release', {
  tags: ['A-EMAILS-04', 'A-EMAILS-05', 'A-ENUM-06', 'A-ENUM-07', 'A-GEN-07'],
}, async () => {
  const user = await open();
  await user.click(button('Release email notification frequency None'));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['None', 'Daily', 'Weekly', 'Per release']);
  await user.click(screen.getByRole('option', { name: 'Per release' }));
  await waitFor(() =>
    expect(sent('/profile')).toMatchObject([{ body: { ...createProfile({ emails }), mailpref: 'per-release' } }]),
  );
});

test('a refused choice is undone and reported', async () => {
  server.refuse(saveProfile, 'UNEXPECTED');
  const user = await open();
  await choose(user, 'frequency', 'Daily');
  await waitFor(() => expect(notices()).toEqual([['somethingWrong', '']]));
  expect(button('Release email notification frequency None')).toBeDefined();
});

test('choosing the current value saves nothing and closes the list', async () => {
  const user = await open();
  await choose(user, 'frequency', 'None');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(sent('/profile')).toEqual([]);
});

test('the list works with the keyboard', async () => {
  const user = await open();
  button('Release email notification frequency None').focus();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(button('Release email notification frequency Daily')).toBeDefined();
});

async function connect(email: string): Promise<UserEvent> {
  const user = await open();
  await user.click(button('Add another email'));
  await screen.findByRole('dialog', { name: 'Connect another email' });
  if (email) await user.type(screen.getByLabelText('Email'), email);
  await user.click(button('Send link'));
  return user;
}

test.each([
  ['', 'Email is required'],
  ['rosa', 'Please enter a valid email address'],
  [' ROSA@home.test', 'This email is already associated with this account'],
])(
  '“%s” cannot be connected: %s',
  { tags: ['A-EMAILS-02', 'A-EMAILS-11', 'A-EMAILS-12', 'A-EMAILS-13', 'A-EMAILS-14'] },
  async (email, words) => {
    await connect(email);
    expect(screen.getByText(words)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(sent('/profile/merge')).toEqual([]);
  },
);

test('a new address gets a confirmation link, which is confirmed on the screen', {
  tags: ['A-EMAILS-10', 'A-EMAILS-14'],
}, async () => {
  server.answer(merge, undefined);
  await connect('rosa@new.test');
  await screen.findByRole('heading', { name: 'Confirmation email sent' });
  expect(screen.getByText(/rosa@new\.test/)).toBeDefined();
  expect(sent('/profile/merge')).toMatchObject([{ body: { email: 'rosa@new.test' } }]);
});

test('an address that the server refuses stays in the field with the server’s message', {
  tags: ['A-EMAILS-10', 'A-EMAILS-27', 'A-ERR-15'],
}, async () => {
  server.refuse(merge, 'EMAIL_ASSOCIATED');
  await connect('rosa@new.test');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Add email erroremail already associated with this account');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('rosa@new.test');
});

test('long after the sign-in the server asks for the password, which is sent with the address', async () => {
  server.refuse(merge, 'REAUTHENTICATION_REQUIRED');
  const user = await connect('rosa@new.test');
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(document.activeElement).toBe(password);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button('Send link'));
  expect(screen.getByText('Please enter a valid password')).toBeDefined();
  const fields = { password: 'Your password is incorrect.' };
  server.fail(
    merge,
    400,
    JSON.stringify({ error: { code: 'VALIDATION', message: 'This request is invalid.', fields } }),
  );
  await user.type(password, 'Wrong-1');
  await user.click(button('Send link'));
  expect(await screen.findByText('Your password is incorrect.')).toBeDefined();
  server.answer(merge, undefined);
  await user.clear(password);
  await user.type(password, 'Promenade-1');
  await user.click(button('Send link'));
  await screen.findByRole('heading', { name: 'Confirmation email sent' });
  expect(sent('/profile/merge').map(({ body }) => body)).toEqual([
    { email: 'rosa@new.test' },
    { email: 'rosa@new.test', password: 'Wrong-1' },
    { email: 'rosa@new.test', password: 'Promenade-1' },
  ]);
});

async function unlink(): Promise<UserEvent> {
  const user = await open();
  await user.click(button(`Unlink ${OTHER}`));
  await screen.findByRole('alertdialog', { name: 'Unlink this email?' });
  return user;
}

test('“Keep it” closes the dialog without a call', { tags: ['A-EMAILS-16'] }, async () => {
  const user = await unlink();
  await user.click(button('Keep it'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(sent('/profile/split')).toEqual([]);
});

test('unlinking sends a link and confirms it', { tags: ['A-EMAILS-15'] }, async () => {
  server.answer(split, undefined);
  const user = await unlink();
  await user.click(button('Unlink'));
  await screen.findByRole('heading', { name: 'Unlink email sent' });
  expect(sent('/profile/split')).toMatchObject([{ body: { email: OTHER } }]);
});

test('a failed unlink shows the reason and can be retried', {
  tags: ['A-EMAILS-15', 'A-EMAILS-17', 'A-EMAILS-18', 'A-EMAILS-27', 'A-ERR-15'],
}, async () => {
  server.refuse(split, 'ONLY_EMAIL');
  const user = await unlink();
  await user.click(button('Unlink'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Remove email errorcannot remove the only email address');
  server.answer(split, undefined);
  await user.click(button('Try again'));
  await screen.findByRole('heading', { name: 'Unlink email sent' });
});

const links = [
  {
    kind: 'merge',
    route: merge,
    done: 'emailSuccessfullyLinked',
    failed: 'emailLinkingFailed',
    title: 'Add email error',
  },
  {
    kind: 'split',
    route: split,
    done: 'emailSuccessfullyUnlinked',
    failed: 'emailUnlinkingFailed',
    title: 'Remove email error',
  },
] as const;
const token = createLinkToken({ email: OTHER });

test.each(links)(
  'a $kind link is used once: the profile is read again, the address is cleared, a toast names the email',
  {
    tags: [
      'A-EMAILS-19',
      'A-EMAILS-20',
      'A-EMAILS-22',
      'A-EMAILS-23',
      'A-EMAILS-25',
      'A-EMAILS-26',
      'A-GEN-06',
      'A-ERR-28',
    ],
  },
  async ({ kind, route, done }) => {
    server.answer(route, undefined);
    await open(`/settings-preferences?${kind}=${token}&kept=1`);
    await waitFor(() => expect(notices()).toEqual([[done, OTHER]]));
    expect(sent(`/profile/${kind}`).map(({ body }) => body)).toEqual([{ token }]);
    await waitFor(() => expect(screen.getByText('/settings-preferences?kept=1')).toBeDefined());
    await waitFor(() =>
      expect(server.calls.filter((call) => call.method === 'GET' && call.path === '/api/profile')).toHaveLength(2),
    );
  },
);

test.each(links)(
  'a $kind link that fails is said, and why stays to be read; a reload does not post again',
  {
    tags: [
      'A-EMAILS-21',
      'A-EMAILS-22',
      'A-EMAILS-24',
      'A-EMAILS-25',
      'A-EMAILS-29',
      'A-PROFILE-03',
      'A-ERR-15',
      'A-ERR-29',
    ],
  },
  async ({ kind, route, failed, title }) => {
    server.refuse(route, 'EMAIL_ASSOCIATED');
    await open(`/settings-preferences?${kind}=${token}`);
    await waitFor(() => expect(notices()).toEqual([[failed, '']]));
    expect((await screen.findByRole('alert')).textContent).toBe(`${title}email already associated with this account`);
    expect(screen.getByText('/settings-preferences')).toBeDefined();
    expect(sent(`/profile/${kind}`)).toHaveLength(1);
    expect(useNotices.getState().notices[0]?.notificationType).toBe('error');
  },
);

test.each([
  ['merge', merge, OTHER, `${OTHER} is already linked to this account`],
  ['split', split, 'gone@demo.test', 'gone@demo.test is no longer linked to this account'],
] as const)(
  'a %s link that is opened again says that it has done its work, which is no failure',
  { tags: ['requirements decision 44'] },
  async (kind, route, email, expected) => {
    server.refuse(route, 'TOKEN_EXPIRED');
    await open(`/settings-preferences?${kind}=${createLinkToken({ email })}`);
    expect((await screen.findByText(expected)).closest('[role=status]')).not.toBeNull();
    expect([notices(), screen.queryByRole('alert')]).toEqual([[], null]);
  },
);

test('an expired link that adds an email offers a new one to the same address', {
  tags: ['A-EMAILS-21', 'A-ERR-15', 'requirements decision 44'],
}, async () => {
  const email = 'new@demo.test';
  server.refuse(merge, 'TOKEN_EXPIRED');
  const user = await open(`/settings-preferences?merge=${createLinkToken({ email })}`);
  expect((await screen.findByRole('alert')).textContent).toContain('This link has expired');
  expect(notices()).toEqual([['emailLinkingFailed', '']]);
  server.answer(merge, undefined);
  await user.click(button('Email me a new link'));
  await screen.findByRole('dialog', { name: 'Connect another email' });
  await user.click(button('Send link'));
  await screen.findByRole('alertdialog', { name: 'Confirmation email sent' });
  expect(sent('/profile/merge').at(-1)).toMatchObject({ body: { email } });
  await user.click(button('Close'));
  await waitFor(() => expect(document.activeElement).toBe(button('Email me a new link')));
});

test('an expired link that removes an email offers a new one', {
  tags: ['A-EMAILS-24', 'A-ERR-15', 'requirements decision 44'],
}, async () => {
  server.refuse(split, 'TOKEN_EXPIRED');
  const user = await open(`/settings-preferences?split=${token}`);
  await screen.findByText('Remove email error');
  server.answer(split, undefined);
  await user.click(button('Email me a new link'));
  await user.click(await screen.findByRole('button', { name: 'Unlink' }));
  await screen.findByRole('alertdialog', { name: 'Unlink email sent' });
  expect(sent('/profile/split').at(-1)).toMatchObject({ body: { email: OTHER } });
});

test.each([
  [{ account: 'ada@demo.test' }, 'This link belongs to another account. Sign in as ada@demo.test to use it.'],
  [{}, 'This link is incomplete. Please open it again from the email.'],
])(
  'a link of another account (%j) names it',
  { tags: ['A-EMAILS-21', 'requirements decision 44'] },
  async (claims, expected) => {
    server.refuse(merge, 'INVALID_TOKEN');
    await open(`/settings-preferences?merge=${createLinkToken({ email: OTHER, ...claims })}`);
    expect((await screen.findByRole('alert')).textContent).toBe(`Add email error${expected}`);
  },
);

test.each([
  ['TOO_MANY_REQUESTS', 'Too many requests. Please try again later.'],
  ['BUSY', 'Sorry! The service is currently unavailable. Please try again shortly.'],
] as const)('a link that is refused with %s has its own sentence', { tags: ['A-ERR-15'] }, async (code, expected) => {
  server.refuse(merge, code);
  await open(`/settings-preferences?merge=${token}`);
  expect((await screen.findByRole('alert')).textContent).toBe(`Add email error${expected}`);
});

test('the page names the address while its link is confirmed', { tags: ['A-PROFILE-03'] }, async () => {
  server.stall(merge, 'nothing');
  await open(`/settings-preferences?merge=${token}`);
  expect(await screen.findByText(`Linking ${OTHER}`)).toBeDefined();
});

test('settings that failed to load can be retried', async () => {
  server.refuse(profile, 'FORBIDDEN');
  const user = renderScreen(withProviders(<Settings />));
  await screen.findByText('Your settings could not be loaded');
  server.answer(profile, createProfile());
  await user.click(button('Try again'));
  expect(await screen.findByRole('list', { name: 'Connected emails' })).toBeDefined();
});
