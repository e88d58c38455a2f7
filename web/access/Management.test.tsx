import { endSessions, requestReset } from '@promenade/contract/access';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession, useSession } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { Management } from './Management.tsx';

const { moreMusicUrl } = site;
const token = () => useSession.getState().accessToken;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
});
afterEach(() => void Object.assign(site, { moreMusicUrl }));

const open = () => renderScreen(withProviders(<Management />));

test('the subscription has a tooltip on hover and on focus', {
  tags: ['A-ACCOUNT-01', 'A-ACCOUNT-02', 'A-ACCOUNT-03', 'A-ACCOUNT-04'],
}, async () => {
  const user = open();
  expect(screen.getByText('No active subscription')).toBeDefined();
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.hover(button('About your subscription'));
  const words = screen.getByRole('tooltip').textContent;
  expect(words).toContain('Your access is free; premium plans are not available yet.');
  expect(words).toContain('Sharing is free for 6 months as part of an upcoming premium tier.');
  await user.unhover(button('About your subscription'));
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('a password reset asks first, then sends a link to the address signed in with', {
  tags: ['A-ACCOUNT-05', 'A-ACCOUNT-06'],
}, async () => {
  server.answer(requestReset, undefined);
  const user = open();
  await user.click(button(/^Change password/));
  await screen.findByRole('alertdialog', { name: 'Change your password?' });
  expect(server.calls).toEqual([]);
  await user.click(button('Send link'));
  expect((await screen.findByRole('status')).textContent).toContain('rosa@demo.test');
  expect(screen.getByRole('heading', { name: 'Reset link sent' })).toBeDefined();
  expect(server.calls).toMatchObject([{ method: 'GET', path: '/api/auth/reset/rosa%40demo.test' }]);
  await user.click(button('Close'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a reset mail that could not be sent shows the reason and a retry', async () => {
  server.refuse(requestReset, 'TOO_MANY_REQUESTS');
  const user = open();
  await user.click(button(/^Change password/));
  await user.click(await screen.findByRole('button', { name: 'Send link' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many requests');
  server.answer(requestReset, undefined);
  await user.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Reset link sent' })).toBeDefined();
});

test('cancel sends nothing', async () => {
  const user = open();
  await user.click(button(/^Change password/));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.calls).toEqual([]);
});

test.each(['answers', 'fails'])(
  'signing out everywhere asks first; a call that %s ends this session without a message',
  { tags: ['A-ACCOUNT-07', 'A-ACCOUNT-08', 'A-ACCOUNT-09', 'A-ERR-23'] },
  async (how) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    if (how === 'answers') server.answer(endSessions, undefined);
    else server.disconnect(endSessions);
    const before = token();
    const user = open();
    await user.click(button(/^Sign out everywhere ?Ends/));
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
    expect(dialog).toBeDefined();
    expect([token(), server.calls]).toEqual([before, []]);
    await user.click(button('Sign out everywhere'));
    expect(token()).toBeNull();
    expect(server.calls).toMatchObject([
      { method: 'DELETE', path: '/api/auth/sessions', headers: { authorization: `Bearer ${before}` } },
    ]);
    await waitFor(() => expect(log).toHaveBeenCalledTimes(how === 'fails' ? 1 : 0));
    expect(screen.queryByRole('alert')).toBeNull();
    log.mockRestore();
  },
);

test('the request for more music opens another page', { tags: ['A-ACCOUNT-10', 'A-ACCOUNT-11'] }, () => {
  Object.assign(site, { moreMusicUrl: 'https://more.example' });
  open();
  expect(screen.getByRole('heading', { name: 'Want more music?' })).toBeDefined();
  expect(screen.getByText('Ask for more genres, formats and markets.')).toBeDefined();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Request access' });
  expect([link.getAttribute('href'), link.target, link.rel]).toEqual(['https://more.example', '_blank', 'noopener']);
});

test('staff of labels are not asked whether they want more music', () => {
  Object.assign(site, { moreMusicUrl: 'https://more.example' });
  startSession({ 'access-token': createAccessToken(1800, { haslabels: true }), 'refresh-token': 'r' }, false);
  open();
  expect(screen.queryByText('Want more music?')).toBeNull();
});

test('an installation without that page shows no banner', { tags: ['A-ACCOUNT-11'] }, () => {
  Object.assign(site, { moreMusicUrl: '' });
  open();
  expect(screen.queryByText('Want more music?')).toBeNull();
});
