import { signIn } from '@promenade/contract/access';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSession } from '../platform/session.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { SignInForm } from './SignInForm.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: 'Sign in' });

async function fill(words = { email: 'rosa@demo.test', password: 'Promenade-1' }) {
  const user = renderScreen(<SignInForm />);
  await user.type(email(), words.email);
  await user.type(password(), words.password);
  return user;
}

test('the password can be shown and hidden again', { tags: ['A-SIGNIN-01'] }, async () => {
  const user = await fill();
  expect(password().type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
});

test('the public-computer checkbox has an explanation', { tags: ['A-SIGNIN-02', 'A-SIGNIN-03'] }, () => {
  renderScreen(<SignInForm />);
  const box = screen.getByRole('checkbox', { name: 'This is a public computer' });
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'Tick this if others use this computer',
  );
});

test('empty fields show an error and nothing is sent', { tags: ['A-SIGNIN-10', 'A-SIGNIN-12'] }, async () => {
  const server = fakeServer();
  const user = renderScreen(<SignInForm />);
  await user.click(submit());
  expect(screen.getByText('Email is required')).toBeDefined();
  expect(screen.getByText('Please enter a valid password')).toBeDefined();
  expect(document.activeElement).toBe(email());
  expect(server.calls).toEqual([]);
});

test.each(['rosa', 'rosa@', '@demo.test', 'rosa demo@x.test'])(
  '%s is not a valid address',
  { tags: ['A-SIGNIN-11'] },
  async (wrong) => {
    const server = fakeServer();
    const user = renderScreen(<SignInForm />);
    await user.type(email(), wrong);
    await user.type(password(), 'x');
    await user.click(submit());
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(server.calls).toEqual([]);
  },
);

test('the form sends username, password and publicdevice and starts the session', {
  tags: ['A-SIGNIN-13', 'A-SIGNIN-17'],
}, async () => {
  const server = fakeServer();
  const token = createAccessToken(1800);
  server.answer(signIn, { 'access-token': token, 'refresh-token': 'r' });
  const user = await fill();
  await user.click(screen.getByRole('checkbox'));
  await user.click(submit());
  await waitFor(() => expect(useSession.getState().accessToken).toBe(token));
  expect(server.calls).toMatchObject([
    {
      method: 'POST',
      path: '/api/auth/login',
      body: { username: 'rosa@demo.test', password: 'Promenade-1', publicdevice: true },
    },
  ]);
  expect(localStorage.getItem('accessToken')).toBeNull();
});

test('wrong credentials show an error and mark both fields', {
  tags: ['A-SIGNIN-14', 'A-SIGNIN-15', 'A-ERR-02'],
}, async () => {
  fakeServer().refuse(signIn, 'INVALID_CREDENTIALS');
  const user = await fill();
  await user.click(submit());
  const banner = await screen.findByRole('alert');
  expect(banner.textContent).toContain('Incorrect credentials');
  expect(banner.textContent).toContain('Your email or password is incorrect. Please try again.');
  expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  expect(password().value).toBe('Promenade-1');
});

test('an account under review gets an information banner', {
  tags: ['A-SIGNIN-15', 'A-ERR-03', 'A-ERR-04'],
}, async () => {
  fakeServer().refuse(signIn, 'VERIFICATION_PENDING');
  const user = await fill();
  await user.click(submit());
  const banner = await screen.findByRole('status');
  expect(banner.textContent).toContain('Verification Pending');
  expect(banner.textContent).toContain('under review');
  expect(banner.textContent).toContain('within 24 hours');
  expect(banner.textContent).toContain('Friday after 5 PM');
});

test.each([400, 500])(
  'a failure with status %i shows the generic error',
  { tags: ['A-SIGNIN-16', 'A-ERR-20'] },
  async (status) => {
    fakeServer().fail(signIn, status);
    const user = await fill();
    await user.click(submit());
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toBe('Something went wrongPlease try again later.');
  },
);

test.each([
  ['TOO_MANY_REQUESTS', 'Too many requestsYou have tried this several times. Please wait a while, then try again.'],
  ['BUSY', 'Service UnavailableSorry! The service is currently unavailable. Please try again shortly.'],
] as const)(
  '%s has its own sentence and blames neither the email nor the password',
  { tags: ['A-SIGNIN-16', 'A-ERR-19', 'requirements decision 44'] },
  async (code, expected) => {
    fakeServer().refuse(signIn, code);
    await (await fill()).click(submit());
    expect((await screen.findByRole('alert')).textContent).toBe(expected);
    expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, null]);
  },
);

test.each([
  [undefined, 'Please wait a while, then try again.'],
  ['61', 'Please try again in 2 minutes.'],
  ['7200', 'Please try again in 2 hours.'],
])('too many attempts, with Retry-After %s, say when the next one is possible', async (retryAfter, expected) => {
  const headers: HeadersInit = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  fakeServer().respondWith(signIn, () => new Response('', { status: 429, headers }));
  await (await fill()).click(submit());
  expect((await screen.findByRole('alert')).textContent).toBe(
    `Too many requestsYou have tried this several times. ${expected}`,
  );
});

test('an answer of a proxy during an outage counts as a busy server', { tags: ['A-ERR-21'] }, async () => {
  fakeServer().fail(signIn, 502, '<html>');
  await (await fill()).click(submit());
  expect((await screen.findByRole('alert')).textContent).toContain('Service Unavailable');
});

test('an error stays until the next attempt', {
  tags: ['A-ERR-01', 'A-STATE-03'],
}, async () => {
  const server = fakeServer();
  server.refuse(signIn, 'INVALID_CREDENTIALS');
  const user = await fill();
  expect(screen.queryByRole('alert')).toBeNull();
  expect([email(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, null]);
  await user.click(submit());
  await screen.findByText('Incorrect credentials');
  await user.type(password(), '2');
  expect(screen.getByText('Incorrect credentials')).toBeDefined();
  server.stall(signIn, 'nothing');
  await user.click(submit());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a missing answer shows the generic error without marking fields, and the next attempt works', {
  tags: ['A-SIGNIN-16', 'A-API-36'],
}, async () => {
  const server = fakeServer();
  server.disconnect(signIn);
  const user = await fill();
  await user.click(submit());
  await screen.findByText('Something went wrong');
  expect(email().getAttribute('aria-invalid')).toBeNull();
  server.answer(signIn, { 'access-token': createAccessToken(1800), 'refresh-token': 'r' });
  await user.click(submit());
  await waitFor(() => expect(useSession.getState().accessToken).not.toBeNull());
});

test('the typed address is passed on to the sign-in link form', { tags: ['A-SIGNIN-05'] }, async () => {
  const onLink = vi.fn<(email: string) => void>();
  const user = renderScreen(<SignInForm onLink={onLink} />);
  await user.type(email(), 'rosa@demo.test');
  await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }));
  expect(onLink).toHaveBeenCalledWith('rosa@demo.test');
});
