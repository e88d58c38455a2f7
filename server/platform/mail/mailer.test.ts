import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { startMailServer, tryAgainNow } from '../../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { type NewMail, queueMail } from './mail.ts';

const MAIL_FROM = 'Promenade, die Plattenbörse <mail@music.example>';
const WITHIN = { timeout: 15_000, interval: 20 };

const smtp = await startMailServer();
const server = await startTestServer({ works: true, env: { SMTP_URL: smtp.url, MAIL_FROM } });
const closedPort = await freePort();
const late = await startTestServer({ works: true, env: { SMTP_URL: `smtp://127.0.0.1:${closedPort}`, MAIL_FROM } });
const without = await startTestServer({ works: true });

beforeEach(() => {
  smtp.answer = 'take';
  smtp.offered = 0;
  smtp.mails.length = 0;
});

const reset = (to: string): NewMail => ({
  kind: 'reset',
  to,
  values: { email: to },
  url: 'https://music.example/resetpwd/x.y.z',
});

const queue = ({ db, jobs, now }: TestServer, ...mails: NewMail[]) =>
  db.transaction().execute(async (db) => {
    for (const mail of mails) await queueMail({ db, jobs }, mail, now());
  });

const row = async ({ db }: TestServer, to: string) =>
  db.selectFrom('mails').selectAll().where('recipient', '=', to).executeTakeFirst();

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

test('without a mail server a mail is a file of the outbox', { tags: ['A-MAIL-07'] }, async () => {
  await queue(without, reset('rosa@test.example'));
  const folder = join(without.config.dataDir, 'outbox');
  const [file = ''] = await vi.waitUntil(async () => {
    const files = await readdir(folder).catch(() => []);
    return files.length > 0 && files;
  }, WITHIN);
  expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
  expect(await readFile(join(folder, file), 'utf8')).toContain('Subject: Reset your password');
  expect(await without.mail('rosa@test.example')).toMatchObject({ links: ['https://music.example/resetpwd/x.y.z'] });
});

test('a mail reaches the mail server whole, and its text is forgotten then', { tags: ['A-MAIL-07'] }, async () => {
  await queue(server, {
    kind: 'share',
    to: 'jürgen@test.example',
    replyTo: 'søren@test.example',
    values: { sender: 'Søren Ångström', title: 'Über den Dächern', artist: 'مريم' },
    url: 'https://music.example/releases/1',
    quote: 'Hör mal!',
  });
  await vi.waitUntil(() => smtp.mails.length === 1, WITHIN);
  const { id } = (await row(server, 'jürgen@test.example')) ?? {};
  expect(smtp.mails[0]).toMatchObject({
    from: { name: 'Promenade, die Plattenbörse', address: 'mail@music.example' },
    to: [{ address: 'jürgen@test.example' }],
    replyTo: [{ address: 'søren@test.example' }],
    subject: 'Søren Ångström shared Über den Dächern by مريم',
    messageId: `<${id}@music.example>`,
    html: expect.stringContaining('https://music.example/releases/1'),
    text: expect.stringContaining('> Hör mal!'),
    recipients: ['jürgen@test.example'],
  });
  expect(smtp.mails[0]?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  await vi.waitUntil(async () => (await row(server, 'jürgen@test.example'))?.sent_at, WITHIN);
  expect(await row(server, 'jürgen@test.example')).toMatchObject({ html: null, body: null, problem: null });
});

test('many mails at once leave without a pause', async () => {
  const many = Array.from({ length: 14 }, (_, place) => reset(`many-${place}@test.example`));
  await queue(server, ...many);
  await expect.poll(() => smtp.mails.length, WITHIN).toBe(many.length);
});

test('many changes at once can promise their first mails before anything else did', async () => {
  const fresh = await startTestServer();
  const names = Array.from({ length: 8 }, (_, place) => `first-${place}@test.example`);
  await Promise.all(names.map((name) => queue(fresh, reset(name))));
  expect(await Promise.all(names.map((name) => fresh.mailCount(name)))).toEqual(names.map(() => 1));
});

test('a mail that nobody took yet is kept with the reason, and arrives once when somebody does', async () => {
  const to = 'patient@test.example';
  const problem = async () => (await row(late, to))?.problem;
  await queue(late, reset(to));
  await expect.poll(problem, WITHIN).toContain('ECONNREFUSED');
  const started = await startMailServer({ port: closedPort });
  started.answer = 451;
  await expect
    .poll(async () => {
      await tryAgainNow(late.db);
      return problem();
    }, WITHIN)
    .toContain('451');
  expect(await row(late, to)).toMatchObject({ sent_at: null, body: expect.stringContaining('resetpwd') });
  started.answer = 'take';
  await expect
    .poll(async () => {
      await tryAgainNow(late.db);
      return (await row(late, to))?.sent_at;
    }, WITHIN)
    .toBeInstanceOf(Date);
  expect(started.mails).toHaveLength(1);
  expect(await problem()).toBeNull();
});

test('a mail that was handed over without a word about it comes again under the same Message-ID', async () => {
  smtp.answer = 'break off';
  await queue(server, reset('twice@test.example'));
  await expect.poll(async () => (await row(server, 'twice@test.example'))?.problem, WITHIN).toBeTruthy();
  smtp.answer = 'take';
  await vi.waitUntil(async () => {
    await tryAgainNow(server.db);
    return (await row(server, 'twice@test.example'))?.sent_at;
  }, WITHIN);
  expect(smtp.mails.length).toBeGreaterThan(1);
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1);
});

test('an address that the server will never take is not tried again', async () => {
  smtp.answer = 550;
  await queue(server, reset('nobody@test.example'));
  await expect.poll(async () => (await row(server, 'nobody@test.example'))?.problem, WITHIN).toContain('550');
  const states = () =>
    sql<{ state: string }>`
      select job.state from pgboss.job, mails
      where mails.recipient = 'nobody@test.example' and job.data->>'mailid' = mails.id::text`.execute(server.db);
  await expect.poll(async () => (await states()).rows, WITHIN).toEqual([{ state: 'completed' }]);
  expect(smtp.offered).toBe(1);
});

test('a change that is taken back sends nothing', async () => {
  const { db, jobs, now } = server;
  const undone = db.transaction().execute(async (db) => {
    await queueMail({ db, jobs }, reset('undone@test.example'), now());
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  await queue(server, reset('after@test.example'));
  await vi.waitUntil(() => smtp.mails.length > 0, WITHIN);
  expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([['after@test.example']]);
  expect(await server.mailCount('undone@test.example')).toBe(0);
});

test('no name can write headers, and none is read as a text to fill in', async () => {
  await queue(server, {
    kind: 'invitation',
    to: 'rosa@test.example',
    values: { inviter: 'Eve\r\nBcc: victim@test.example\r\n\r\n<b>', email: '{{inviter}} $t(layout.footer)' },
    url: 'https://music.example/signup/x',
  });
  await vi.waitUntil(() => smtp.mails.length === 1, WITHIN);
  expect(smtp.mails[0]).toMatchObject({
    subject: 'Eve Bcc: victim@test.example <b> invites you to Promenade',
    recipients: ['rosa@test.example'],
    text: expect.stringContaining('{{inviter}} $t(layout.footer)'),
    html: expect.stringContaining('&lt;b&gt;'),
  });
  expect(smtp.mails[0]?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
});

test('an address that hides a second one reaches neither', async () => {
  const to = 'Rosa <rosa@test.example>, other@test.example';
  await queue(server, reset(to));
  await expect.poll(async () => (await row(server, to))?.problem, WITHIN).toContain('Bad recipient address');
  expect([smtp.offered, smtp.mails.length]).toEqual([0, 0]);
});

test('it signs in at the mail server, and speaks TLS where asked to', async () => {
  const guarded = await startMailServer({ user: 'post@music.example', password: 'p@ss:w/rd', secure: true });
  const signed = await startTestServer({ works: true, env: { SMTP_URL: guarded.url, MAIL_FROM } });
  await queue(signed, reset('tls@test.example'));
  await expect.poll(() => guarded.mails.length, WITHIN).toBe(1);
});

test('jobs go on after every connection to the database was cut', async () => {
  await queue(server, reset('before@test.example'));
  await vi.waitUntil(() => smtp.mails.length === 1, WITHIN);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(server.db);
  await vi.waitUntil(
    () =>
      queue(server, reset('cut@test.example')).then(
        () => true,
        () => false,
      ),
    WITHIN,
  );
  await expect.poll(() => smtp.mails.length, WITHIN).toBe(2);
});
