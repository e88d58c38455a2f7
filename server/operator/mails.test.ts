import { mails, mailView } from '@promenade/contract/operator';
import { expect, test } from 'vitest';
import { queueMail } from '../platform/mail/mail.ts';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const operator = await server.signedIn({ operator: true });

async function queueMailTo(to: string, delayMs = 0): Promise<string> {
  const { db, jobs, now } = server;
  const mail = { kind: 'reset', to, values: { email: to }, url: 'https://music.example/resetpwd/x' } as const;
  const at = new Date(now().getTime() + delayMs);
  await db.transaction().execute((db) => queueMail({ db, jobs }, mail, at));
  const { id } = await db.selectFrom('mails').where('recipient', '=', to).select('id').executeTakeFirstOrThrow();
  return id;
}

/** Requests a mail like an iframe, with the cookie only. */
const fetchMail = (mailid: string, query = '', cookie = operator.cookie) =>
  fetch(`${server.url}/api/operator/mails/${mailid}${query}`, { headers: { cookie } });

test('the outbox is for operators', { tags: ['A-MAIL-07'] }, async () => {
  const mailid = await queueMailTo('closed@test.example');
  const others = [await server.signedIn(), await server.signedIn({ label_staff: true })];
  for (const { call } of others) {
    expect(await call(mails, { query: {} })).toMatchObject(refused('NOT_FOUND'));
    expect(await call(mailView, { params: { mailid }, query: {} })).toMatchObject(refused('NOT_FOUND'));
  }
  expect(await server.call(mails, { query: {} })).toMatchObject(refused('UNAUTHENTICATED'));
  expect((await fetchMail(mailid, '', '')).status).toBe(401);
  expect((await fetchMail(mailid, '', others[0]?.cookie)).status).toBe(404);
  expect((await fetchMail(mailid, '', `${others[0]?.cookie}; ${operator.cookie}`)).status).toBe(200);
});

test('the outbox lists forty mails a page, newest first, with their state', {
  tags: ['A-MAIL-07'],
}, async () => {
  const { body: before } = await operator.call(mails, { query: {} });
  for (let position = 1; position <= 41; position += 1)
    await queueMailTo(`page-${position}@test.example`, position * 1000);
  const [sent, failed] = ['page-41@test.example', 'page-40@test.example'];
  await server.db
    .updateTable('mails')
    .set({ sent_at: server.now(), html: null, body: null })
    .where('recipient', '=', sent)
    .execute();
  await server.db.updateTable('mails').set({ problem: 'Not now' }).where('recipient', '=', failed).execute();
  const { body: first } = await operator.call(mails, { query: {} });
  expect(first).toMatchObject({ total: before.total + 41, page: 1, pagesize: 40 });
  expect(first.items).toHaveLength(40);
  expect(first.items.slice(0, 3)).toMatchObject([
    { to: sent, subject: 'Reset your password', sentat: expect.any(String), problem: null, readable: false },
    { to: failed, sentat: null, problem: 'Not now', readable: true },
    { to: 'page-39@test.example', sentat: null, problem: null, readable: true },
  ]);
  const { body: second } = await operator.call(mails, { query: { page: 2 } });
  expect(second.items.map(({ to }) => to)).toContain('page-1@test.example');
});

test('a mail is shown as its recipient sees it, in a sandbox', { tags: ['A-MAIL-07'] }, async () => {
  const mailid = await queueMailTo('reader@test.example');
  const answer = await fetchMail(mailid);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const policy = answer.headers.get('content-security-policy')?.split('; ').sort();
  expect(policy).toEqual([
    "default-src 'none'",
    "frame-ancestors 'self'",
    'img-src data:',
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "style-src 'unsafe-inline'",
  ]);
  const html = await answer.text();
  expect(html).toContain('<base target="_blank">');
  const links = [...html.matchAll(/<a [^>]*href="(.*?)" rel="(.*?)"/g)].map(([, href, rel]) => [href, rel]);
  expect(links).toEqual(Array(2).fill(['https://music.example/resetpwd/x', 'noopener']));
  const text = await fetchMail(mailid, '?part=text');
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await text.text()).toContain('https://music.example/resetpwd/x');
});

test('a mail without its text is not found, nor is an unknown one', { tags: ['A-MAIL-07'] }, async () => {
  const mailid = await queueMailTo('gone@test.example');
  await server.db
    .updateTable('mails')
    .set({ sent_at: server.now(), html: null, body: null })
    .where('id', '=', mailid)
    .execute();
  for (const id of [mailid, '00000000-0000-4000-8000-000000000000']) {
    expect(await operator.call(mailView, { params: { mailid: id }, query: {} })).toMatchObject(refused('NOT_FOUND'));
  }
});
