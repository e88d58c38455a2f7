import { changeSubscription, type Subscription, subscription } from '@promenade/contract/unsubscribe';
import { screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { paths } from '../platform/paths.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen } from '../testing/render.ts';
import { Unsubscribe } from './Unsubscribe.tsx';

const email = 'rosa@demo.test';
const harbour = { labelid: '00000000-0000-4000-8000-000000000001', name: 'Harbour Records', stopped: false };
const mailed = (changes: Partial<Subscription> = {}): Subscription => ({
  email,
  mailpref: 'daily',
  labels: [],
  ...changes,
});
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(subscription, mailed());
  server.answer(changeSubscription, mailed({ mailpref: 'none' }));
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
const stop = () => screen.findByRole('button', { name: 'Stop all release emails' });

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
  expect(methods()).toContain('PUT /api/notifications/unsubscribe/the.mailed.token');
  const settings = screen.getByRole('link', { name: 'Open settings' });
  expect(settings.getAttribute('href')).toBe('/account/settings-preferences');
  expect(document.activeElement).toBe(settings);
  expect(screen.queryByRole('button', { name: 'Stop all release emails' })).toBeNull();
});

test('the mails of one label, and all of them, can be stopped and started again', async () => {
  let state = mailed({ labels: [harbour] });
  server.answer(subscription, state);
  server.respondWith(changeSubscription, (_signal, { body }) => {
    const change = body as { mailpref: 'daily' } | { stopped: boolean };
    state = 'mailpref' in change ? { ...state, ...change } : { ...state, labels: [{ ...harbour, ...change }] };
    return Response.json(state);
  });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Stop emails of Harbour Records' }));
  await screen.findByText('Emails of Harbour Records are stopped.');
  await user.click(screen.getByRole('button', { name: 'Undo: emails of Harbour Records' }));
  await screen.findByRole('button', { name: 'Stop emails of Harbour Records' });
  await user.click(await stop());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await stop();
  expect(server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { labelid: harbour.labelid, stopped: true },
    { labelid: harbour.labelid, stopped: false },
    { mailpref: 'none' },
    { mailpref: 'daily' },
  ]);
});

test('mails that are stopped already are not stopped again', async () => {
  server.answer(subscription, mailed({ mailpref: 'none' }));
  open();
  await screen.findByText(`${email} will no longer receive release emails.`);
  expect(screen.queryByRole('button', { name: 'Stop all release emails' })).toBeNull();
});

test.each(['INVALID_TOKEN', 'TOKEN_EXPIRED'] as const)(
  'a link that is %s shows an error and links to the settings',
  async (code) => {
    server.refuse(subscription, code);
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('This link does not work');
    expect(screen.getByRole('link', { name: 'Open settings' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Stop all release emails' })).toBeNull();
  },
);

test('without an answer the page offers a retry', async () => {
  server.disconnect(subscription);
  const user = open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(subscription, mailed({ mailpref: 'weekly' }));
  await user.click(again);
  await stop();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed attempt keeps the button', async () => {
  server.fail(changeSubscription, 500);
  const user = open();
  await user.click(await stop());
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  server.answer(changeSubscription, mailed({ mailpref: 'none' }));
  await user.click(await stop());
  await screen.findByText(`${email} will no longer receive release emails.`);
});
