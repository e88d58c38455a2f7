import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { signIn } from '@promenade/contract/access';
import { beforeEach, expect, test, vi } from 'vitest';
import { readReturnedMail, readReturnedMails } from '../../notify/returnedMails.ts';
import { whenOver } from '../../testing/cleanUp.ts';
import { retryJobsNow, startMailServer } from '../../testing/mailServer.ts';
import { createNotice } from '../../testing/notice.ts';
import { createOperatorCommand, listAudit } from '../../testing/operatorCommand.ts';
import { runScript } from '../../testing/processes.ts';
import { PASSWORD, startTestServer } from '../../testing/testServer.ts';
import { AccessToken, verifyToken } from '../http/tokens.ts';
import { createEnvelopeKey } from './envelopeKey.ts';
import { type NewMail, queueMail } from './mail.ts';
import { listHolds } from './mailHolds.ts';
import { openReturnedMailParser } from './returnedMailParser.ts';
import { listSuppressions } from './suppressions.ts';

const WAIT = { interval: 20 };
const smtp = await startMailServer();
const APP_SECRET = 'a-secret-of-this-test-0123456789-abcdefghij';
const server = await startTestServer({
  runsJobs: true,
  env: { SMTP_URL: smtp.url, MAIL_FROM: 'mail@music.example', APP_SECRET },
});
const { db, jobs, now } = server;

beforeEach(() => {
  smtp.refusal = undefined;
});

const queue = (to: string, kind: NewMail['kind'] = 'verified') =>
  queueMail(
    { db, jobs },
    { kind, to, values: { email: to, name: '', support: '' }, url: 'https://music.example/a' },
    now(),
  );

async function send(to: string): Promise<string> {
  const find = () =>
    db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', to)
      .where('sent_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
  const before = await find();
  await queue(to);
  return (
    await vi.waitUntil(async () => {
      const found = await find();
      return found && found.id !== before?.id && found;
    }, WAIT)
  ).id;
}

const keyOf = (mailid: string) => createEnvelopeKey(server.secrets, mailid);
const returnReply = (mailid: string, reply: string, { action = 'failed', key = keyOf(mailid) } = {}) =>
  createNotice(
    {
      fields: [
        'Final-Recipient: rfc822; another@radio.example',
        `Action: ${action}`,
        'Status: 5.0.0',
        `Diagnostic-Code: smtp; ${reply}`,
      ],
      original: [`X-Envelope-Key: ${key}`],
    },
    `<${mailid}@music.example>`,
  );
const bounce = (mailid: string, code: string, action = 'failed') => returnReply(mailid, `550 ${code} no`, { action });

const parser = openReturnedMailParser();
whenOver(parser.close);
const read = (raw: Buffer) => readReturnedMail(server, raw, parser);

const isSuppressed = async (email: string) => (await listSuppressions(db)).some(({ address }) => address === email);

test('after a hard bounce an address gets only links to sign in, and the account is told', async () => {
  const { email } = await server.account({ email: 'hard@radio.example' });
  const mailid = await send(email);
  expect(await read(bounce(mailid, '5.1.1'))).toBe('bounce');
  expect(await isSuppressed(email)).toBe(true);
  await queue(email);
  await vi.waitUntil(
    () =>
      db
        .selectFrom('mails')
        .select('id')
        .where('recipient', '=', email)
        .where('problem', 'like', 'Not sent:%')
        .executeTakeFirst(),
    WAIT,
  );
  await queue(email, 'reset');
  await vi.waitUntil(() => smtp.mails.filter(({ recipients }) => recipients.includes(email)).length === 2, WAIT);
  expect(smtp.mails.at(-1)?.subject).toBe('Reset your password');
  const { body } = await server.call(signIn, { body: { username: email, password: PASSWORD } });
  expect(await verifyToken(server.secrets, AccessToken, body['access-token'], now())).toMatchObject({ bounced: true });
});

const HOUR_MS = 3600_000;

test('the refusal of an address that a mailbox forwards to silences the mailbox no more than an outage', async () => {
  const { email } = await server.account();
  const mailid = await send(email);
  const notice = bounce(mailid, '5.1.1').toString().replace('another@radio.example', 'left@office.test');
  expect(await read(Buffer.from(notice))).toBe('bounce');
  expect(await isSuppressed(email)).toBe(false);
  const alias = notice.replace('left@office.test', email.replace('@', '@mx.'));
  expect(await read(Buffer.from(alias))).toBe('bounce');
  expect(await isSuppressed(email)).toBe(true);
});

test('three outages in a week suppress, and one outage counts once, whatever mails it sends back', async () => {
  const full = 'full@radio.example';
  for (const mailid of [await send(full), await send(full), await send(full)]) await read(bounce(mailid, '5.2.2'));
  expect(await isSuppressed(full)).toBe(false);
  server.advanceClock(24 * HOUR_MS);
  const second = await send(full);
  server.advanceClock(2 * HOUR_MS);
  const during = await send(full);
  server.advanceClock(24 * HOUR_MS);
  for (const mailid of [second, during]) await read(bounce(mailid, '4.4.7'));
  expect(await isSuppressed(full)).toBe(false);
  server.advanceClock(24 * HOUR_MS);
  const third = await send(full);
  await read(bounce(third, '4.4.1', 'delayed'));
  expect(await isSuppressed(full)).toBe(false);
  await read(bounce(third, '4.4.1', 'delayed'));
  expect(await isSuppressed(full)).toBe(true);
});

test('an address that the mail server refuses is suppressed; an operator lists and lifts it', async () => {
  const email = 'gone@radio.example';
  smtp.refusal = { at: 'RCPT TO', reply: '550 5.1.1 No such user' };
  await queue(email);
  await vi.waitUntil(() => isSuppressed(email), WAIT);
  const { host, port, user, database } = server.pool.options;
  const operator = await createOperatorCommand({ host, port, user, database }, { DATA_DIR: server.config.dataDir });
  expect((await operator('suppressions')).stdout).toMatch(/^gone@radio.example {2}\d{4}-\d\d-\d\d {2}.*No such user$/m);
  expect(await operator('suppressions', '--lift', email)).toMatchObject({
    code: 0,
    stdout: `${email} gets mails again.\n`,
  });
  expect(await operator('suppressions', '--lift', email)).toMatchObject({ code: 1 });
  expect(await isSuppressed(email)).toBe(false);
  expect(await listAudit(server, email)).toMatchObject([{ actor: 'command', action: 'suppression.lift' }]);
});

test.each<[string, string, (mailid: string, recipient: string) => Buffer]>([
  ['a mail that was never sent', 'unmatched', () => bounce(crypto.randomUUID(), '5.1.1')],
  ['a Message-ID, which replies name', 'unmatched', (mailid) => returnReply(mailid, '550 5.1.1 no', { key: '' })],
  [
    'a key that another installation signed',
    'unmatched',
    (mailid) => returnReply(mailid, '550 5.1.1 no', { key: `${keyOf(mailid).slice(0, 32)}${'0'.repeat(16)}` }),
  ],
  ['no recipient', 'automatic', (mailid) => createNotice({ fields: [], original: [`X-Key: ${keyOf(mailid)}`] })],
  [
    'an ordinary mail with the words of a notice',
    'answer',
    (mailid, recipient) =>
      Buffer.from(
        `From: eve@radio.example\r\nIn-Reply-To: <${mailid}@music.example>\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\n`,
      ),
  ],
  ['a notice in which nothing is right', 'unmatched', () => Buffer.from([0, 255, 13, 10, 0, 200, 10, 10, 45, 45])],
])('a returned mail that lies counts for nothing: %s', async (_lie, kind, write) => {
  const email = `${crypto.randomUUID()}@radio.example`;
  const imap = await startImap(write(await send(email), email));
  const before = await countReturned(kind);
  await readReturnedMails(imap);
  await readReturnedMails(imap);
  expect(imap.state).toEqual({ flags: [kind === 'answer' ? '\\Flagged' : '\\Seen'], fetched: 1 });
  expect(await countReturned(kind)).toBe(before + 1);
  expect(await isSuppressed(email)).toBe(false);
});

test('the address of return carries the key of its mail', async () => {
  const email = 'verp@radio.example';
  const verp = await startTestServer({
    runsJobs: true,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'mail@music.example', BOUNCE_ADDRESS: 'bounces+*@music.example' },
  });
  await queueMail(
    verp,
    { kind: 'verified', to: email, values: { email, name: '', support: '' }, url: 'https://music.example/a' },
    verp.now(),
  );
  const sent = await vi.waitUntil(() => smtp.mails.find(({ recipients }) => recipients.includes(email)), WAIT);
  expect(sent.envelopeFrom).toMatch(/^bounces\+[0-9a-f]{48}@music\.example$/);
  expect(sent.from?.address).toBe('mail@music.example');
  await vi.waitUntil(
    () => verp.db.selectFrom('mails').select('id').where('sent_at', 'is not', null).executeTakeFirst(),
    WAIT,
  );
  // A relay that rewrites the Message-ID, and a mailbox with another name.
  const notice = createNotice({
    headers: [`To: ${sent.envelopeFrom.toUpperCase()}`],
    fields: ['Final-Recipient: rfc822; elsewhere@radio.example', 'Action: failed', 'Status: 5.1.1'],
  });
  expect(await readReturnedMail(verp, notice, parser)).toBe('bounce');
  expect((await listSuppressions(verp.db)).map(({ address }) => address)).toEqual([email]);
});

const oursReplies = [
  '550 relay not permitted',
  '550 Sender verify failed',
  "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
  '550 5.7.1 Service refused',
];

test.each(oursReplies)('three mails that come back for a reason of ours suppress nobody: %s', async (reply) => {
  const email = `${crypto.randomUUID()}@ours.example`;
  for (let time = 0; time < 3; time += 1) expect(await read(returnReply(await send(email), reply))).toBe('bounce');
  expect(await isSuppressed(email)).toBe(false);
});

test('mails that come back from several domains in the same words hold all others, until an operator sends them', async () => {
  const domains = ['one', 'two', 'three'].map((name) => `${name}.example`);
  const say = (domain: string) => `550 We do not like your network, ask postmaster@${domain}`;
  const early = `early@${domains[0]}`;
  for (let time = 0; time < 2; time += 1) await read(returnReply(await send(early), say(domains[0] ?? '')));
  for (const domain of domains) await read(returnReply(await send(`rosa@${domain}`), say(domain)));
  expect(await listHolds(db)).toMatchObject([{ reason: say('three.example'), domains: 3 }]);
  const held = 'held@radio.example';
  await queue(held);
  const findJob = () =>
    server.pool.query(
      "select from pgboss.job join mails on data->>'mailid' = mails.id::text where state = 'retry' and recipient = $1",
      [held],
    );
  await vi.waitUntil(async () => (await findJob()).rowCount === 1, WAIT);
  expect(smtp.mails.some(({ recipients }) => recipients.includes(held))).toBe(false);

  const { host, port, user, database } = server.pool.options;
  const operator = await createOperatorCommand({ host, port, user, database }, { DATA_DIR: server.config.dataDir });
  expect((await operator('mail-holds', '--end')).stdout).toMatch(
    /3 domains {2}550 We do not like.*\nMails are sent again/,
  );
  expect(await listAudit(server, 'outbox')).toMatchObject([{ actor: 'command', action: 'mail.end-hold' }]);
  await vi.waitUntil(async () => {
    await retryJobsNow(db);
    return smtp.mails.some(({ recipients }) => recipients.includes(held));
  }, WAIT);
  // What was returned before the hold does not count, either.
  await read(returnReply(await send(early), '552 5.2.2 Mailbox full'));
  expect(await isSuppressed(early)).toBe(false);
});

test('a mail that stops the parser is counted, marked as read, and not met again', async () => {
  const imap = await startImap(Buffer.from(`To: ${'a'.repeat(900_000)}@radio.example\r\n\r\n`));
  const before = await countReturned('unreadable');
  for (let time = 0; time < 2; time += 1) await readReturnedMails(imap);
  expect(imap.state).toEqual({ flags: ['\\Seen'], fetched: 1 });
  expect(await countReturned('unreadable')).toBe(before + 1);
});

test('a NUL in a returned mail does not stop the reader', async () => {
  const email = 'nul@radio.example';
  const imap = await startImap(returnReply(await send(email), '550 5.1.1 no\0such user'));
  await readReturnedMails(imap);
  expect(imap.state).toEqual({ flags: ['\\Seen'], fetched: 1 });
  expect(await isSuppressed(email)).toBe(true);
});

test('the command reads a returned mail from stdin, also a large one', async () => {
  const email = 'large@radio.example';
  const mail = bounce(await send(email), '5.1.1');
  const { host = '', port, user, database } = server.pool.options;
  const env = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    APP_SECRET,
    // The media store that the other command has claimed.
    DATA_DIR: server.config.dataDir,
  };
  const run = (input: Buffer) => runScript('server/operator.ts', { args: ['bounce'], env, input }).ended;
  const results = [
    await run(Buffer.concat([mail, Buffer.alloc(3_000_000, 'x')])),
    await run(Buffer.from('Away')),
    await run(Buffer.from('From: a@b.example\r\n\r\nHi')),
  ];
  expect(results).toMatchObject([
    { code: 0, stdout: 'Recorded.\n', stderr: '' },
    { code: 0, stdout: 'No bounce of a mail of this service.\n', stderr: '' },
    { code: 1, stderr: expect.stringContaining('the answer of a person') },
  ]);
  expect(await isSuppressed(email)).toBe(true);
});

const countReturned = async (kind: string) =>
  Number((await server.pool.query('select sum(mails) from returned_mails where kind = $1', [kind])).rows[0].sum ?? 0);

/**
 * An IMAP server with one unread mail, of which it sends as many bytes as it is asked for. It falls silent at the first
 * `silentAt`, or without a mail at once.
 */
async function startImap(mail?: Buffer, silentAt?: string) {
  const state = { flags: [] as string[], fetched: 0 };
  const imap = createServer((socket) => {
    socket.on('error', () => {});
    whenOver(() => void socket.destroy());
    if (!mail) return;
    const answers: Record<string, (line: string) => string> = {
      SELECT: () => '* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1] Ok\r\n* OK [UIDNEXT 8] Ok\r\n',
      'UID SEARCH': () => `* SEARCH${state.flags.length > 0 ? '' : ' 7'}\r\n`,
      'UID FETCH': (line) => {
        state.fetched += 1;
        const [, bytes] = /<0\.(\d+)>/.exec(line) ?? [];
        const part = mail.subarray(0, Number(bytes)).toString('latin1');
        return `* 1 FETCH (UID 7 BODY[]<0> {${part.length}}\r\n${part})\r\n`;
      },
      'UID STORE': (line) => {
        state.flags.push(/\((.*)\)/.exec(line)?.[1] ?? '');
        return '';
      },
      CAPABILITY: () => '* CAPABILITY IMAP4rev1\r\n',
      LOGOUT: () => '* BYE\r\n',
    };
    socket.write('* OK [CAPABILITY IMAP4rev1] Ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const [, tag = '', command = ''] = /^(\S+) ((?:UID )?\S+)/.exec(line) ?? [];
      if (command === silentAt) return;
      socket.write(Buffer.from(`${answers[command]?.(line) ?? ''}${tag} OK Done\r\n`, 'latin1'));
    });
  });
  await once(imap.listen(0, '127.0.0.1'), 'listening');
  whenOver(() => void imap.close());
  const { port } = imap.address() as AddressInfo;
  return { ...server, state, config: { ...server.config, bounceImapUrl: `imap://user:word@127.0.0.1:${port}` } };
}

test('each mail of the mailbox is read once, and of a large one its beginning', async () => {
  const email = 'left@radio.example';
  const returned = bounce(await send(email), '5.1.1');
  const imap = await startImap(Buffer.concat([returned, Buffer.alloc(4_000_000, 'x')]));
  await readReturnedMails(imap);
  await readReturnedMails(imap);
  expect(await isSuppressed(email)).toBe(true);
  expect(imap.state).toEqual({ flags: ['\\Seen'], fetched: 1 });
});

test.each([undefined, 'LOGIN', 'SELECT', 'UID FETCH', 'UID STORE'])(
  'a mailbox whose server says nothing is left after a while: %s',
  async (silentAt) => {
    const limits = { connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
    const imap = await startImap(silentAt ? Buffer.from('Subject: Away\r\n\r\n') : undefined, silentAt);
    await expect(readReturnedMails(imap, limits)).rejects.toThrow(/greeting|time|closed|available/i);
    expect(imap.state.flags).toEqual([]);
  },
);
