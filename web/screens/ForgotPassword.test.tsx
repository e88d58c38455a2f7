import { requestReset } from '@promenade/contract/access';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { site } from '../platform/site.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { ForgotPassword } from './ForgotPassword.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const send = () => screen.getByRole('button', { name: 'Send the link' });
const requested = () => screen.findByRole('heading', { name: 'password reset requested' });
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(requestReset, undefined);
});
afterEach(() => void (site.supportEmail = ''));

async function ask() {
  const user = renderScreen(<ForgotPassword />);
  await user.type(email(), 'rosa+promo@demo.test');
  await user.click(send());
  return user;
}

test.each([
  ['', 'Email is required'],
  ['rosa', 'Please enter a valid email address'],
])(
  'the address %j is refused before anything is sent',
  { tags: ['A-RESET-01', 'A-RESET-02'] },
  async (address, words) => {
    const user = renderScreen(<ForgotPassword />);
    if (address) await user.type(email(), address);
    await user.click(send());
    expect(screen.getByText(words)).toBeDefined();
    expect(document.activeElement).toBe(email());
    expect(server.calls).toEqual([]);
  },
);

test('the address is sent in the path, then the request is confirmed', {
  tags: ['A-RESET-01', 'A-RESET-03', 'A-RESET-04', 'A-STATE-06'],
}, async () => {
  await ask();
  await requested();
  expect(server.calls).toMatchObject([{ method: 'GET', path: '/api/auth/reset/rosa%2Bpromo%40demo.test' }]);
  expect(screen.getByRole('status').textContent).toContain('rosa+promo@demo.test');
});

test('the mail can be sent again, which a banner confirms', {
  tags: ['A-RESET-05', 'A-RESET-06', 'A-RESET-07'],
}, async () => {
  const user = await ask();
  await requested();
  expect(screen.queryByText('Email sent')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send the link again' }));
  await screen.findByText('Email sent');
  expect(screen.getByText('We have sent the link again.')).toBeDefined();
  expect(server.calls).toHaveLength(2);
});

test('going back keeps the address; a changed one has to be sent again', {
  tags: ['A-RESET-05', 'A-STATE-05'],
}, async () => {
  const user = await ask();
  await requested();
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  expect(email().value).toBe('rosa+promo@demo.test');
  await user.type(email(), '.org');
  expect(screen.queryByRole('heading', { name: 'password reset requested' })).toBeNull();
  await user.click(send());
  await requested();
  expect(screen.getByRole('status').textContent).toContain('rosa+promo@demo.test.org');
});

test('the support address is shown when there is one', { tags: ['A-RESET-05', 'A-RESET-07'] }, async () => {
  site.supportEmail = 'help@promenade.test';
  await ask();
  await requested();
  expect(screen.getByRole('link', { name: 'help@promenade.test' }).getAttribute('href')).toBe(
    'mailto:help@promenade.test',
  );
});

test('no support address is shown when there is none', { tags: ['A-RESET-05'] }, async () => {
  await ask();
  await requested();
  expect(screen.queryByText(/or write to/)).toBeNull();
});

test('a failure shows its error and keeps the address, too many requests included', {
  tags: ['A-RESET-03'],
}, async () => {
  server.refuse(requestReset, 'TOO_MANY_REQUESTS');
  const user = await ask();
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests');
  expect(email().value).toBe('rosa+promo@demo.test');
  server.disconnect(requestReset);
  await user.click(send());
  await screen.findByText('Something went wrong');
});
