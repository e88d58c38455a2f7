import { subscription, unsubscribe } from '@promenade/contract/notify';
import { screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { Unsubscribe } from './Unsubscribe.tsx';

const email = 'rosa@demo.test';
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(subscription, { email, mailpref: 'daily' });
  server.answer(unsubscribe, { email, mailpref: 'none' });
});

const open = () =>
  renderScreen(
    <StrictMode>
      <Routes>
        <Route path={paths.unsubscribe} element={<Unsubscribe />} />
      </Routes>
    </StrictMode>,
    '/unsubscribe/the.mailed.token',
  );
const methods = () => [...new Set(server.calls.map(({ method, path }) => `${method} ${path}`))];
const stop = () => screen.findByRole('button', { name: 'Stop these emails' });

test('opening the link names the account and changes nothing', {
  tags: ['requirements decision 17'],
}, async () => {
  open();
  await stop();
  expect(screen.getByText(`Stop release emails to ${email}?`)).toBeDefined();
  expect(methods()).toEqual(['GET /api/notifications/unsubscribe/the.mailed.token']);
});

test('the button stops the mails, confirms it and explains how to resume', {
  tags: ['requirements decision 17'],
}, async () => {
  const user = open();
  await user.click(await stop());
  const banner = await screen.findByRole('status');
  expect(banner.textContent).toContain(`${email} will no longer receive release emails.`);
  expect(banner.textContent).toContain('You can turn them on again in your settings.');
  expect(methods()).toContain('POST /api/notifications/unsubscribe/the.mailed.token');
  const settings = screen.getByRole('link', { name: 'Open settings' });
  expect(settings.getAttribute('href')).toBe('/account/settings-preferences');
  expect(document.activeElement).toBe(settings);
  expect(screen.queryByRole('button', { name: 'Stop these emails' })).toBeNull();
});

test('mails that are stopped already are not stopped again', async () => {
  server.answer(subscription, { email, mailpref: 'none' });
  open();
  await screen.findByText(`${email} will no longer receive release emails.`);
  expect(screen.queryByRole('button', { name: 'Stop these emails' })).toBeNull();
});

test.each(['INVALID_TOKEN', 'TOKEN_EXPIRED'] as const)(
  'a link that is %s shows an error and links to the settings',
  async (code) => {
    server.refuse(subscription, code);
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('This link does not work');
    expect(screen.getByRole('link', { name: 'Open settings' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Stop these emails' })).toBeNull();
  },
);

test('without an answer the page offers a retry', async () => {
  server.disconnect(subscription);
  const user = open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(subscription, { email, mailpref: 'weekly' });
  await user.click(again);
  await stop();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed attempt keeps the button', async () => {
  server.fail(unsubscribe, 500);
  const user = open();
  await user.click(await stop());
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  server.answer(unsubscribe, { email, mailpref: 'none' });
  await user.click(await stop());
  await screen.findByText(`${email} will no longer receive release emails.`);
});
