import { requestReset, setPassword } from '@promenade/contract/access';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { createLinkToken } from '../testing/tokens.ts';
import { SetPassword } from './SetPassword.tsx';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const GOOD = 'Promena-1';
const first = () => screen.getByLabelText<HTMLInputElement>('New password');
const second = () => screen.getByLabelText<HTMLInputElement>('Confirm password');
const button = (name = 'Reset password') => screen.getByRole<HTMLButtonElement>('button', { name });
const rules = () => screen.getAllByRole('listitem').map((rule) => rule.textContent?.endsWith('done'));

const open = (token = createLinkToken()) =>
  renderScreen(
    <Routes>
      <Route path={paths.setPassword} element={<SetPassword />} />
    </Routes>,
    `/resetpwd/${token}`,
  );

async function submit() {
  const user = open();
  await user.type(first(), GOOD);
  await user.type(second(), GOOD);
  await user.click(button());
}

beforeEach(() => {
  log.mockClear();
  fakeServer();
});

test('the address comes from the link and is read-only', { tags: ['A-RESET-09'] }, () => {
  open(createLinkToken({ email: 'new@demo.test' }));
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  expect(field.value).toBe('new@demo.test');
  expect(field.readOnly).toBe(true);
});

test('each password field has its own visibility toggle', { tags: ['A-RESET-10'] }, async () => {
  const user = open();
  const [showFirst] = screen.getAllByRole('button', { name: 'Show password' });
  await user.click(showFirst as HTMLElement);
  expect([first().type, second().type]).toEqual(['text', 'password']);
});

test('a welcome link sets the password, a reset link resets it', { tags: ['A-RESET-11'] }, () => {
  open(createLinkToken({ kind: 'welcome', welcome_email: true }));
  expect(screen.getByRole('heading', { name: 'Set password' })).toBeDefined();
  expect(button('Set password').disabled).toBe(true);
});

test('the checklist updates while typing', {
  tags: ['A-RESET-14', 'A-RESET-15', 'A-RESET-16', 'A-RESET-17'],
}, async () => {
  const user = open();
  expect(rules()).toEqual([false, false, false]);
  await user.type(first(), 'abcdefg');
  expect(rules()).toEqual([true, false, false]);
  await user.type(first(), '1');
  expect(rules()).toEqual([true, true, false]);
  await user.type(first(), '!');
  expect(rules()).toEqual([true, true, true]);
  await user.clear(first());
  expect(rules()).toEqual([false, false, false]);
});

test.each([...'@$!%*#?&^;:"+=-\\.'])(
  '%s is a special character',
  { tags: ['A-RESET-17', 'A-RESET-18'] },
  async (special) => {
    const user = open();
    await user.click(first());
    await user.paste(`abcdef1${special}`);
    expect(rules()).toEqual([true, true, true]);
  },
);

test('submit is disabled until the rules pass', { tags: ['A-RESET-19'] }, async () => {
  const user = open();
  expect(button().disabled).toBe(true);
  await user.type(first(), GOOD.slice(0, 6));
  expect(button().disabled).toBe(true);
  await user.type(first(), GOOD.slice(6));
  expect(button().disabled).toBe(false);
});

test('both fields are required and must match before anything is sent', {
  tags: ['A-RESET-12', 'A-RESET-13', 'A-ERR-31'],
}, async () => {
  const server = fakeServer();
  const user = open();
  await user.click(first());
  await user.tab();
  expect(screen.getByText('This field is required')).toBeDefined();
  await user.type(first(), GOOD);
  await user.click(button());
  expect(screen.getByText('This field is required')).toBeDefined();
  await user.type(second(), 'Promena-2');
  await user.click(button());
  expect(screen.getByText('Password does not match')).toBeDefined();
  expect(server.calls).toEqual([]);
});

test('the password is sent with the token, then confirmed', {
  tags: ['A-RESET-20', 'A-RESET-21'],
}, async () => {
  const server = fakeServer();
  server.answer(setPassword, undefined);
  await submit();
  expect((await screen.findByRole('status')).textContent).toContain('Your password was reset');
  expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/');
  expect(server.calls).toMatchObject([
    { method: 'PUT', path: '/api/auth/chgpwdreset', body: { password: GOOD, token: expect.stringContaining('.') } },
  ]);
});

test('any failure but an expired link is only logged', { tags: ['A-RESET-22', 'A-RESET-26', 'A-ERR-23'] }, async () => {
  fakeServer().refuse(setPassword, 'UNEXPECTED');
  await submit();
  expect(await screen.findByRole('status')).toBeDefined();
  expect(log).toHaveBeenCalledOnce();
});

test.each([
  ['TOO_MANY_REQUESTS', 'Too many requests'],
  ['BUSY', 'Please try again shortly.'],
] as const)(
  'a password that was not set because of %s is not confirmed: the form stays',
  { tags: ['A-RESET-22', 'requirements decision 44'] },
  async (code, expected) => {
    fakeServer().refuse(setPassword, code);
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain(expected);
    expect([first().value, screen.queryByText(/Your password was reset/)]).toEqual([GOOD, null]);
  },
);

test('a link that the server refuses as expired shows the specified message', {
  tags: ['A-RESET-22', 'A-RESET-23', 'A-ERR-12', 'A-ERR-24', 'A-ERR-25'],
}, async () => {
  fakeServer().refuse(setPassword, 'TOKEN_EXPIRED');
  await submit();
  const banner = await screen.findByRole('alert');
  const [title, message, hint] = [...banner.querySelectorAll('p')].map((words) => words.textContent);
  expect([title, message]).toEqual(['expired link', 'password reset link has expired']);
  expect(hint).toContain('If your password is set already, sign in');
  expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a link that has expired by its claims is shown as expired at once', {
  tags: ['A-RESET-28'],
}, () => {
  open(createLinkToken({ exp: Date.now() / 1000 - 1 }));
  expect(screen.getByRole('alert').textContent).toContain('expired link');
  expect(screen.getByRole('alert').textContent).toContain('48 hours');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('an expired link offers a new one to the same address', {
  tags: ['A-RESET-24', 'A-ERR-12'],
}, async () => {
  const server = fakeServer();
  server.answer(requestReset, undefined);
  const user = open(createLinkToken({ email: 'new@demo.test', exp: Date.now() / 1000 - 1 }));
  await user.click(button('Email me a new link'));
  await screen.findByText('A new link is on its way to new@demo.test.');
  expect(server.calls).toMatchObject([{ method: 'GET', path: '/api/auth/reset/new%40demo.test' }]);
});

test('a new link that cannot be sent shows an error and can be retried', { tags: ['A-RESET-24'] }, async () => {
  fakeServer().refuse(requestReset, 'TOO_MANY_REQUESTS');
  const user = open(createLinkToken({ exp: Date.now() / 1000 - 1 }));
  await user.click(button('Email me a new link'));
  await screen.findByText('Too many requests');
  expect(button('Email me a new link').disabled).toBe(false);
});

test('a link of another kind cannot set a password', { tags: ['A-ERR-07'] }, () => {
  open(createLinkToken({ kind: 'merge' }));
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('an unreadable link shows the generic error and a link to request another', { tags: ['A-ERR-07'] }, () => {
  open('scrambled');
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  expect(screen.getByRole('link', { name: 'Email me a new link' }).getAttribute('href')).toBe('/forgot-password');
});
