import { requestSignInLink } from '@promenade/contract/access';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { hasRequestedSignInLink } from './authentication.ts';
import { SignInLinkForm } from './SignInLinkForm.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const send = () => screen.getByRole('button', { name: 'Send the link' });
const back = vi.fn<() => void>();
let server: FakeServer;

beforeEach(() => {
  back.mockClear();
  server = fakeServer();
  server.answer(requestSignInLink, undefined);
});

const open = () => renderScreen(<SignInLinkForm onBack={back} />);

async function ask(address = 'rosa@demo.test') {
  const user = open();
  await user.type(email(), address);
  await user.click(send());
  return user;
}

test('the form has the address, the public-computer checkbox, send and back', {
  tags: ['A-MAGIC-01'],
}, async () => {
  const user = open();
  expect(email().type).toBe('email');
  expect(screen.getByRole('checkbox', { name: 'This is a public computer' })).toBeDefined();
  expect(send()).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Sign in with a password' }));
  expect(back).toHaveBeenCalledOnce();
});

test.each([
  ['', 'Email is required'],
  ['rosa@', 'Please enter a valid email address'],
])(
  'the address %j is refused before anything is sent',
  { tags: ['A-MAGIC-02', 'A-MAGIC-03', 'A-MAGIC-13'] },
  async (address, words) => {
    const user = open();
    if (address) await user.type(email(), address);
    await user.click(send());
    expect(screen.getByText(words)).toBeDefined();
    expect(document.activeElement).toBe(email());
    expect(server.calls).toEqual([]);
  },
);

test('address, public computer and flag are sent, then the address of the mail is shown', {
  tags: ['A-MAGIC-02', 'A-MAGIC-04', 'A-MAGIC-05', 'A-MAGIC-06', 'A-STATE-06', 'A-STATE-15'],
}, async () => {
  const user = open();
  await user.type(email(), 'rosa@demo.test');
  await user.click(screen.getByRole('checkbox'));
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('status')).textContent).toContain('We sent a sign-in link to rosa@demo.test.');
  expect(server.calls).toMatchObject([
    {
      method: 'POST',
      path: '/api/auth/login-email',
      body: { email: 'rosa@demo.test', publicdevice: true, flag: 'musicsite' },
    },
  ]);
  expect(screen.queryByLabelText('Email')).toBeNull();
  expect(screen.getByRole('button', { name: 'Send the link again' })).toBeDefined();
});

test('the link can be sent again, which a banner confirms', { tags: ['A-MAGIC-04', 'A-MAGIC-05'] }, async () => {
  const user = await ask();
  await user.click(await screen.findByRole('button', { name: 'Send the link again' }));
  await screen.findByText('We have sent the link again.');
  expect(server.calls.map((call) => call.path)).toEqual(['/api/auth/login-email', '/api/auth/login-email']);
  server.refuse(requestSignInLink, 'TOO_MANY_REQUESTS');
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText('Too many requests');
  expect(screen.queryByText('We have sent the link again.')).toBeNull();
});

test('after another address is typed the link has to be sent again', { tags: ['A-STATE-05'] }, async () => {
  const user = await ask();
  await user.click(await screen.findByRole('button', { name: 'Use another email' }));
  expect(email().value).toBe('rosa@demo.test');
  await user.clear(email());
  await user.type(email(), 'ada@demo.test');
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  expect(server.calls).toHaveLength(1);
  await user.click(send());
  await screen.findByText(/We sent a sign-in link to ada@demo.test/);
});

test.each([
  ['EMAIL_UNKNOWN', 'Sorry, this email is not recognized by our system'],
  ['ACCOUNT_INACTIVE', 'There may be an issue with this account'],
  ['INVALID_EMAIL', 'Invalid Email'],
  ['TOO_MANY_REQUESTS', 'Please wait a while'],
  ['UNEXPECTED', 'Something went wrong'],
] as const)(
  '%s shows its error and keeps the address',
  { tags: ['A-MAGIC-07', 'A-MAGIC-08', 'A-MAGIC-09', 'A-MAGIC-10', 'A-MAGIC-13', 'A-ERR-13'] },
  async (code, words) => {
    server.refuse(requestSignInLink, code);
    await ask();
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(email().value).toBe('rosa@demo.test');
    expect(hasRequestedSignInLink('rosa@demo.test')).toBe(false);
  },
);

test('an error disappears when the next attempt succeeds', { tags: ['A-STATE-06'] }, async () => {
  server.refuse(requestSignInLink, 'EMAIL_UNKNOWN');
  const user = await ask();
  await screen.findByRole('alert');
  server.answer(requestSignInLink, undefined);
  await user.click(send());
  await screen.findByText('Check your inbox');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the browser remembers the address of the link in any spelling', {
  tags: ['A-MAGIC-11'],
}, async () => {
  await ask(' Rosa@Demo.test');
  await screen.findByText('Check your inbox');
  expect([hasRequestedSignInLink('rosa@demo.test'), hasRequestedSignInLink('ada@demo.test')]).toEqual([true, false]);
});

test('the focus moves to the confirmation, and back to the field for another address', {
  tags: ['A-MAGIC-05'],
}, async () => {
  const user = await ask();
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Check your inbox' }));
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  expect(document.activeElement).toBe(email());
});
