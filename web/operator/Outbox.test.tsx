import { type Mail, mails, retryMails } from '@promenade/contract/operator';
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
  state: 'waiting',
  bouncedat: null,
  nextat: null,
  ...more,
});
const page = (...items: Mail[]) => ({ items, total: items.length, page: 1, pagesize: 40 });
const row = (name: RegExp) => screen.findByRole('link', { name });

test('an operator reads a mail in a frame without scripts', { tags: ['A-MAIL-07'] }, async () => {
  fakeServer().answer(mails, page(mail({ state: 'sent', sentat: '2026-11-21T12:00:01.000Z' })));
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
  const failed = mail({ state: 'refused', problem: 'connect ECONNREFUSED' });
  const gone = mail({
    mailid: failed.mailid.replace(/1$/, '2'),
    subject: 'Welcome',
    state: 'sent',
    sentat: failed.createdat,
    readable: false,
  });
  fakeServer().answer(mails, page(failed, gone));
  const user = renderScreen(withProviders(<Outbox />));
  await user.click(await row(/refused for good.*Reset your password/));
  screen.getByText('Refused for good: connect ECONNREFUSED');
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

test('all mails that a server refused are found by recipient, and sent again or discarded together', async () => {
  const server = fakeServer();
  const refused = mail({ state: 'refused', problem: '550 No' });
  server.answer(mails, { ...page(refused), total: 230 });
  let left = 230;
  server.respondWith(retryMails, () => {
    left = Math.max(0, left - 200);
    return Response.json({ changed: 200, left });
  });
  const user = renderScreen(withProviders(<Outbox />));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'refused for good');
  await user.type(screen.getByRole('searchbox', { name: 'Find a recipient' }), 'rosa@');
  await expect.poll(() => server.calls.some(({ path }) => path.includes('state=refused&to=rosa'))).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Send all 230 again' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Send 230 mails again?' }));
  await user.click(question.getByRole('button', { name: 'Send again' }));
  await expect.poll(() => server.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ state: 'refused', to: 'rosa@' });
});
