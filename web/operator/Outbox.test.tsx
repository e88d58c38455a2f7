import { type Mail, mails } from '@promenade/contract/operator';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Outbox } from './Outbox.tsx';

const mail = (more: Partial<Mail> = {}): Mail => ({
  mailid: '00000000-0000-4000-8000-000000000001',
  to: 'rosa@demo.test',
  subject: 'Reset your password',
  createdat: '2026-11-21T12:00:00.000Z',
  sentat: null,
  problem: null,
  readable: true,
  bounced: false,
  ...more,
});
const page = (...items: Mail[]) => ({ items, total: items.length, page: 1, pagesize: 40 });
const row = (name: RegExp) => screen.findByRole('link', { name });

test('an operator reads a mail in a frame without scripts', { tags: ['A-MAIL-07'] }, async () => {
  fakeServer().answer(mails, page(mail({ sentat: '2026-11-21T12:00:01.000Z' })));
  const user = renderScreen(withProviders(<Outbox />));
  await user.click(await row(/rosa@demo.test.*sent.*Reset your password/));
  const frame = screen.getByTitle<HTMLIFrameElement>('Reset your password');
  expect(frame.getAttribute('src')).toBe('/api/operator/mails/00000000-0000-4000-8000-000000000001?part=html');
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
  await user.click(screen.getByRole('button', { name: 'Plain text', pressed: false }));
  expect(screen.getByTitle('Reset your password').getAttribute('src')).toContain('part=text');
  await user.click(screen.getByRole('link', { name: 'All mails' }));
  expect(screen.queryByTitle('Reset your password')).toBeNull();
});

test('a failed mail shows the reason, a delivered one has no text', { tags: ['A-MAIL-07'] }, async () => {
  const failed = mail({ problem: 'connect ECONNREFUSED' });
  const gone = mail({
    mailid: failed.mailid.replace(/1$/, '2'),
    subject: 'Welcome',
    sentat: failed.createdat,
    readable: false,
  });
  fakeServer().answer(mails, page(failed, gone));
  const user = renderScreen(withProviders(<Outbox />));
  await user.click(await row(/failed.*Reset your password/));
  screen.getByText('The last attempt failed: connect ECONNREFUSED');
  await user.click(await row(/sent.*Welcome/));
  screen.getByText(/Its text is no longer stored/);
  expect(screen.queryByTitle('Welcome')).toBeNull();
});

test('the list shows that it is empty, and Refresh finds new mails', { tags: ['A-MAIL-07'] }, async () => {
  const server = fakeServer();
  server.answer(mails, page());
  const user = renderScreen(withProviders(<Outbox />));
  await screen.findByText('No emails yet.');
  server.answer(mails, page(mail()));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect((await row(/Reset your password/)).textContent).toContain('waiting');
});

test('a list that failed to load can be retried', async () => {
  const server = fakeServer();
  server.refuse(mails, 'NOT_FOUND');
  const user = renderScreen(withProviders(<Outbox />));
  const alert = await screen.findByRole('alert');
  server.answer(mails, page(mail()));
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await row(/Reset your password/);
  expect(screen.queryByRole('alert')).toBeNull();
});
