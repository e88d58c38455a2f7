import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { retryJobsNow, startMailServer } from '../../testing/mailServer.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { deleteMailsOfAddresses, type NewMail, queueMail } from './mail.ts';
import { deleteOldOutbox } from './mailer.ts';

const MAIL_FROM = 'Promenade, die Plattenbörse <mail@music.example>';
const WAIT = { interval: 20 };

const smtp = await startMailServer();
const server = await startTestServer({ runsJobs: true, env: { SMTP_URL: smtp.url, MAIL_FROM } });
const closedPort = await freePort();
const serverWithoutSmtp = await startTestServer({
  runsJobs: true,
  env: { SMTP_URL: `smtp://127.0.0.1:${closedPort}`, MAIL_FROM },
});
const outboxServer = await startTestServer({ runsJobs: true });

beforeEach(() => {
  smtp.response = 'accept';
  smtp.refusal = undefined;
  smtp.offered = 0;
  smtp.mails.length = 0;
});

const createReset = (to: string): NewMail => ({
  kind: 'reset',
  to,
  values: { email: to },
  url: 'https://music.example/resetpwd/x.y.z',
});

const queue = ({ db, jobs, now }: TestServer, ...mails: NewMail[]) =>
  db.transaction().execute(async (db) => {
    for (const mail of mails) await queueMail({ db, jobs }, mail, now());
  });

const findMail = async ({ db }: TestServer, to: string) =>
  db.selectFrom('mails').selectAll().where('recipient', '=', to).orderBy('created_at').executeTakeFirst();

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

test('without a mail server each mail is a file in the outbox', { tags: ['A-MAIL-07'] }, async () => {
  await queue(outboxServer, createReset('rosa@test.example'));
  const folder = join(outboxServer.config.dataDir, 'outbox');
  const [file = ''] = await vi.waitUntil(async () => {
    const files = await readdir(folder).catch(() => []);
    return files.length > 0 && files;
  }, WAIT);
  expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
  expect(await readFile(join(folder, file), 'utf8')).toContain('Subject: Reset your password');
  expect(await outboxServer.waitForMail('rosa@test.example')).toMatchObject({
    links: ['https://music.example/resetpwd/x.y.z'],
  });
  await deleteOldOutbox(outboxServer);
  expect(await readdir(folder)).toEqual([file]);
  await deleteMailsOfAddresses(outboxServer.db, ['rosa@test.example']);
  await deleteOldOutbox(outboxServer);
  expect(await readdir(folder)).toEqual([]);
});

test('a mail reaches the mail server complete, and its text is deleted afterwards', {
  tags: ['A-MAIL-07'],
}, async () => {
  await queue(server, {
    kind: 'share',
    to: 'jürgen@test.example',
    replyTo: 'søren@test.example',
    values: { sender: 'Søren Ångström', title: 'Über den Dächern', artist: 'مريم' },
    url: 'https://music.example/releases/1',
    quote: 'Hör mal!',
  });
  await vi.waitUntil(() => smtp.mails.length === 1, WAIT);
  const { id } = (await findMail(server, 'jürgen@test.example')) ?? {};
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
  const { raw = '', size } = smtp.mails[0] ?? {};
  expect(size).toBe(Buffer.byteLength(raw));
  // postfix 3.7 encodes 8-bit bodies again for servers without 8BITMIME, and breaks signatures.
  expect(raw.slice(raw.indexOf('\r\n\r\n'))).toMatch(/^[\r\n\x20-\x7e]+$/);
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  await vi.waitUntil(async () => (await findMail(server, 'jürgen@test.example'))?.sent_at, WAIT);
  expect(await findMail(server, 'jürgen@test.example')).toMatchObject({ html: null, body: null, problem: null });
});

test('answers to a mail go to support, unless a person caused the mail, and the mail says so', async () => {
  const supported = await startTestServer({
    runsJobs: true,
    env: { SMTP_URL: smtp.url, MAIL_FROM, SUPPORT_EMAIL: 'help@music.example' },
  });
  await queue(supported, createReset('rosa@test.example'));
  await vi.waitUntil(() => smtp.mails.length === 1, WAIT);
  const [mail] = smtp.mails;
  expect(mail?.replyTo).toEqual([{ name: '', address: 'help@music.example' }]);
  for (const text of [mail?.text, mail?.html]) expect(text).toContain('Answers to it go to help@music.example.');
});

test('many queued mails are sent without a pause', async () => {
  const mails = Array.from({ length: 14 }, (_, index) => createReset(`many-${index}@test.example`));
  await queue(server, ...mails);
  await expect.poll(() => smtp.mails.length, WAIT).toBe(mails.length);
});

test('the first mails of a new database can be queued by several transactions at once', async () => {
  const newServer = await startTestServer();
  const names = Array.from({ length: 8 }, (_, index) => `first-${index}@test.example`);
  await Promise.all(names.map((name) => queue(newServer, createReset(name))));
  expect(await Promise.all(names.map((name) => newServer.countMails(name)))).toEqual(names.map(() => 1));
});

test('a mail that cannot be sent keeps the reason, and arrives once when the mail server accepts it', async () => {
  const to = 'waiting@test.example';
  const problem = async () => (await findMail(serverWithoutSmtp, to))?.problem;
  await queue(serverWithoutSmtp, createReset(to));
  await expect.poll(problem, WAIT).toContain('ECONNREFUSED');
  const lateSmtp = await startMailServer({ port: closedPort });
  lateSmtp.response = 451;
  await expect
    .poll(async () => {
      await retryJobsNow(serverWithoutSmtp.db);
      return problem();
    }, WAIT)
    .toContain('451');
  expect(await findMail(serverWithoutSmtp, to)).toMatchObject({
    sent_at: null,
    body: expect.stringContaining('resetpwd'),
  });
  lateSmtp.response = 'accept';
  await expect
    .poll(async () => {
      await retryJobsNow(serverWithoutSmtp.db);
      return (await findMail(serverWithoutSmtp, to))?.sent_at;
    }, WAIT)
    .toBeInstanceOf(Date);
  expect(lateSmtp.mails).toHaveLength(1);
  expect(await problem()).toBeNull();
});

test('a mail whose delivery was not confirmed is sent again with the same Message-ID', async () => {
  smtp.response = 'disconnect';
  await queue(server, createReset('twice@test.example'));
  await expect.poll(async () => (await findMail(server, 'twice@test.example'))?.problem, WAIT).toBeTruthy();
  smtp.response = 'accept';
  await vi.waitUntil(async () => {
    await retryJobsNow(server.db);
    return (await findMail(server, 'twice@test.example'))?.sent_at;
  }, WAIT);
  expect(smtp.mails.length).toBeGreaterThan(1);
  expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1);
});

const readJobState = async ({ db }: TestServer, to: string) => {
  const { rows } = await sql<{ state: string }>`
    select job.state from pgboss.job, mails
    where mails.recipient = ${to} and job.data->>'mailid' = mails.id::text`.execute(db);
  return rows[0]?.state;
};

// RFC 3463 §3, RFC 5321 §3.1 and §4.2.2; the sentences are those of postfix, exim and large mailboxes.
test.each([
  ['RCPT TO', '550 5.1.1 <x>: Recipient address rejected: User unknown in local recipient table', 'completed'],
  ['RCPT TO', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found', 'completed'],
  ['RCPT TO', '550 5.2.1 The email account that you tried to reach is disabled', 'completed'],
  ['RCPT TO', '550 Unrouteable address', 'completed'],
  ['RCPT TO', '501 <x>: missing or malformed local part', 'completed'],
  ['DATA', '550 5.1.1 User unknown', 'completed'],
  ['MAIL FROM', '552 5.3.4 Message size exceeds fixed limit', 'completed'],
  ['MAIL FROM', '552 Message size exceeds maximum permitted', 'completed'],
  ['RCPT TO', '552 5.2.3 Message larger than this mailbox takes', 'completed'],
  ['DATA', '552 5.3.4 Error: message file too big', 'completed'],
  ['DATA', '552 Message size exceeds maximum permitted', 'completed'],
  ['DATA', '523 Message length (5000) exceeds administrative limit.', 'completed'],
  ['MAIL FROM', '452 4.3.4 Message too big now', 'retry'],
  ['CONN', '554 5.7.1 Service unavailable; client host blocked', 'retry'],
  ['CONN', '554 No SMTP service here', 'retry'],
  ['CONN', '521 Server does not accept mail', 'retry'],
  ['MAIL FROM', '550 5.4.5 Daily user sending limit exceeded', 'retry'],
  ['MAIL FROM', '550 5.1.8 Sender address rejected: Domain not found', 'retry'],
  ['MAIL FROM', '553 sender not allowed', 'retry'],
  ['RCPT TO', '550 5.4.5 Daily user sending limit exceeded', 'retry'],
  ['RCPT TO', '550 5.1.8 Sender address rejected: Domain not found', 'retry'],
  ['RCPT TO', '550 5.1.7 Sender address rejected', 'retry'],
  ['RCPT TO', '554 5.7.1 Relay access denied', 'retry'],
  ['RCPT TO', '552 5.2.2 Mailbox full', 'retry'],
  ['RCPT TO', '552 Mailbox full', 'retry'],
  ['RCPT TO', '550 5.3.2 System not accepting network messages', 'retry'],
  ['RCPT TO', '530 Authentication required', 'retry'],
  ['RCPT TO', '450 4.7.1 Greylisted', 'retry'],
  ['RCPT TO', '450 5.1.1 User unknown', 'retry'],
  ['DATA', '554 5.7.1 Message refused as spam', 'retry'],
  ['DATA', '550 Content rejected', 'retry'],
  ['DATA', '552 Quota exceeded', 'retry'],
] as const)('%s answered by "%s" leaves the job %s', async (at, reply, state) => {
  const to = `${randomUUID()}@test.example`;
  smtp.refusal = { at, reply };
  if (at === 'CONN') smtp.dropConnections();
  await queue(server, createReset(to));
  await expect.poll(() => readJobState(server, to), WAIT).toBe(state);
  const { problem, sent_at, body } = (await findMail(server, to)) ?? {};
  expect({ problem, sent_at }).toEqual({ problem: expect.stringContaining(reply), sent_at: null });
  if (state === 'completed') return;
  expect(body).toContain('resetpwd');
  smtp.refusal = undefined;
  await vi.waitUntil(async () => {
    await retryJobsNow(server.db);
    return (await findMail(server, to))?.sent_at;
  }, WAIT);
});

test('a mail that is larger than the mail server takes is not offered, and not tried again', async () => {
  const strict = await startMailServer({ size: 1000 });
  const limited = await startTestServer({ runsJobs: true, env: { SMTP_URL: strict.url, MAIL_FROM } });
  await queue(limited, createReset('big@test.example'));
  await expect.poll(() => readJobState(limited, 'big@test.example'), WAIT).toBe('completed');
  expect((await findMail(limited, 'big@test.example'))?.problem).toContain('larger than allowed 1000');
  expect(strict.offered).toBe(0);
});

test('a retry that is due is found without a notification', async () => {
  smtp.response = 451;
  await queue(server, createReset('soon@test.example'));
  await expect.poll(() => readJobState(server, 'soon@test.example'), WAIT).toBe('retry');
  smtp.response = 'accept';
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(server.db);
  await vi.waitUntil(() => smtp.mails.length === 1, WAIT);
});

const inMinutes = (minutes: number) => new Date(server.now().getTime() + minutes * 60_000);

test('a mail whose link has ended is not delivered', async () => {
  const to = 'late@test.example';
  await queue(server, { ...createReset(to), expires: inMinutes(-1) });
  await expect.poll(async () => (await findMail(server, to))?.problem, WAIT).toContain('link or code ended');
  await expect.poll(() => readJobState(server, to), WAIT).toBe('completed');
  await queue(server, { ...createReset('in-time@test.example'), expires: inMinutes(1) });
  await vi.waitUntil(() => smtp.mails.length === 1, WAIT);
  expect(smtp.mails[0]?.recipients).toEqual(['in-time@test.example']);
});

test('of several links that replace each other only the newest is delivered', async () => {
  const [to, other] = ['newest@test.example', 'other-kind@test.example'];
  smtp.response = 451;
  await queue(server, { ...createReset(to), expires: inMinutes(1) });
  await expect.poll(() => readJobState(server, to), WAIT).toBe('retry');
  const { db, jobs } = server;
  const newer = { ...createReset(to), url: 'https://music.example/resetpwd/newer', expires: inMinutes(2) };
  const merge = {
    ...createReset(other),
    kind: 'merge',
    values: { email: other, account: to },
    expires: inMinutes(2),
  } as const;
  const later = inMinutes(1);
  await db.transaction().execute(async (db) => {
    for (const mail of [newer, merge]) await queueMail({ db, jobs }, mail, later);
    // Links that other accounts requested work beside it.
    await queueMail({ db, jobs }, merge, new Date(later.getTime() + 1));
  });
  smtp.response = 'accept';
  await vi.waitUntil(async () => {
    await retryJobsNow(db);
    return smtp.mails.length === 3;
  }, WAIT);
  await expect.poll(async () => (await findMail(server, to))?.problem, WAIT).toContain('a newer one');
  const texts = smtp.mails.filter(({ recipients }) => recipients.includes(to)).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('resetpwd/newer')]);
});

test('a mail to an account names its person', async () => {
  const { email } = await server.account({ firstname: 'Åsa "DJ"', lastname: 'O’Neill, <x@test.example>' });
  await queue(server, createReset(email), createReset('stranger@test.example'));
  await vi.waitUntil(() => smtp.mails.length === 2, WAIT);
  const named = new Map(smtp.mails.map(({ to, recipients }) => [recipients.join(), to]));
  expect(named.get(email)).toEqual([{ name: 'Åsa "DJ" O’Neill, <x@test.example>', address: email }]);
  expect(named.get('stranger@test.example')).toEqual([{ name: '', address: 'stranger@test.example' }]);
});

test('STARTTLS with the self-signed certificate of a mail server on this machine delivers', async () => {
  const local = await startMailServer({ startTls: true });
  const secured = await startTestServer({ runsJobs: true, env: { SMTP_URL: local.url, MAIL_FROM } });
  await queue(secured, createReset('starttls@test.example'));
  await expect.poll(() => local.mails.length, WAIT).toBe(1);
  const strictUrl = `${local.url}?tls.rejectUnauthorized=true`;
  const strict = await startTestServer({ runsJobs: true, env: { SMTP_URL: strictUrl, MAIL_FROM } });
  await queue(strict, createReset('strict@test.example'));
  await expect
    .poll(async () => (await findMail(strict, 'strict@test.example'))?.problem, WAIT)
    .toContain('certificate');
});

test('a rolled-back transaction sends nothing', async () => {
  const { db, jobs, now } = server;
  const rolledBack = db.transaction().execute(async (db) => {
    await queueMail({ db, jobs }, createReset('rolledback@test.example'), now());
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await queue(server, createReset('after@test.example'));
  await vi.waitUntil(() => smtp.mails.length > 0, WAIT);
  expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([['after@test.example']]);
  expect(await server.countMails('rolledback@test.example')).toBe(0);
});

test('no name can add headers, and none is interpreted as a template', async () => {
  await queue(server, {
    kind: 'invitation',
    to: 'rosa@test.example',
    values: { inviter: 'Eve\r\nBcc: victim@test.example\r\n\r\n<b>', email: '{{inviter}} $t(layout.footer)' },
    url: 'https://music.example/signup/x',
  });
  await vi.waitUntil(() => smtp.mails.length === 1, WAIT);
  expect(smtp.mails[0]).toMatchObject({
    subject: 'Eve Bcc: victim@test.example <b> invites you to Promenade',
    recipients: ['rosa@test.example'],
    text: expect.stringContaining('{{inviter}} $t(layout.footer)'),
    html: expect.stringContaining('&lt;b&gt;'),
  });
  expect(smtp.mails[0]?.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
});

test('an address that contains a second one is sent to neither', async () => {
  const to = 'Rosa <rosa@test.example>, other@test.example';
  await queue(server, createReset(to));
  await expect.poll(async () => (await findMail(server, to))?.problem, WAIT).toContain('Bad recipient address');
  expect([smtp.offered, smtp.mails.length]).toEqual([0, 0]);
});

test('the mailer authenticates at the mail server and uses TLS for smtps', async () => {
  const secureSmtp = await startMailServer({ user: 'post@music.example', password: 'p@ss:w/rd', secure: true });
  const secureServer = await startTestServer({ runsJobs: true, env: { SMTP_URL: secureSmtp.url, MAIL_FROM } });
  await queue(secureServer, createReset('tls@test.example'));
  await expect.poll(() => secureSmtp.mails.length, WAIT).toBe(1);
});

test('jobs continue after all database connections were cut', async () => {
  await queue(server, createReset('before@test.example'));
  await vi.waitUntil(() => smtp.mails.length === 1, WAIT);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(server.db);
  await vi.waitUntil(
    () =>
      queue(server, createReset('cut@test.example')).then(
        () => true,
        () => false,
      ),
    WAIT,
  );
  await expect.poll(() => smtp.mails.length, WAIT).toBe(2);
});
