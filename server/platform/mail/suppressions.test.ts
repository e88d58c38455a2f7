import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { signIn } from '@promenade/contract/access';
import { beforeEach, expect, test, vi } from 'vitest';
import { whenOver } from '../../testing/cleanUp.ts';
import { startMailServer } from '../../testing/mailServer.ts';
import { createNotice } from '../../testing/notice.ts';
import { createOperatorCommand, listAudit } from '../../testing/operatorCommand.ts';
import { runScript } from '../../testing/processes.ts';
import { PASSWORD, startTestServer } from '../../testing/testServer.ts';
import { AccessToken, verifyToken } from '../http/tokens.ts';
import { readBounceMailbox } from './bounceMailbox.ts';
import { type NewMail, queueMail } from './mail.ts';
import { listSuppressions, readBounces } from './suppressions.ts';

const WAIT = { interval: 20 };
const smtp = await startMailServer();
const server = await startTestServer({ runsJobs: true, env: { SMTP_URL: smtp.url, MAIL_FROM: 'mail@music.example' } });
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
  await queue(to);
  const find = () =>
    db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', to)
      .where('sent_at', 'is not', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
  const before = await find();
  return (
    await vi.waitUntil(async () => {
      const found = await find();
      return found && found.id !== before?.id && found;
    }, WAIT)
  ).id;
}

const bounce = (mailid: string, recipient: string, code: string, action = 'failed') =>
  createNotice(
    {
      fields: [
        `Final-Recipient: rfc822; ${recipient}`,
        `Action: ${action}`,
        'Status: 5.0.0',
        `Diagnostic-Code: smtp; 550 ${code} no`,
      ],
    },
    `<${mailid}@music.example>`,
  );

const isSuppressed = async (email: string) => (await listSuppressions(db)).some(({ address }) => address === email);

test('after a hard bounce an address gets only links to sign in, and the account is told', async () => {
  const { email } = await server.account();
  const mailid = await send(email);
  const forged = await send('somebody@radio.example');
  expect(await readBounces(server, bounce(forged, email, '5.1.1'))).toBe(0);
  expect(await readBounces(server, bounce(crypto.randomUUID(), email, '5.1.1'))).toBe(0);
  expect(await isSuppressed(email)).toBe(false);

  expect(await readBounces(server, bounce(mailid, email, '5.1.1'))).toBe(1);
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

test('three outages in a week suppress, and one outage counts once, whatever mails it sends back', async () => {
  const full = 'full@radio.example';
  for (const mailid of [await send(full), await send(full), await send(full)])
    await readBounces(server, bounce(mailid, full, '5.2.2'));
  expect(await isSuppressed(full)).toBe(false);
  server.advanceClock(24 * HOUR_MS);
  const second = await send(full);
  server.advanceClock(2 * HOUR_MS);
  const during = await send(full);
  server.advanceClock(24 * HOUR_MS);
  for (const mailid of [second, during]) await readBounces(server, bounce(mailid, full, '4.4.7'));
  expect(await isSuppressed(full)).toBe(false);
  server.advanceClock(24 * HOUR_MS);
  const third = await send(full);
  await readBounces(server, bounce(third, full, '4.4.1', 'delayed'));
  expect(await isSuppressed(full)).toBe(false);
  await readBounces(server, bounce(third, full, '4.4.1', 'delayed'));
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

test.each<[string, (mailid: string, recipient: string) => Buffer]>([
  ['a mail that was never sent', (_mailid, recipient) => bounce(crypto.randomUUID(), recipient, '5.1.1')],
  ['an id that is none', (_mailid, recipient) => bounce("1' or true --", recipient, '5.1.1')],
  ['another address than that of the mail', (mailid) => bounce(mailid, 'victim@radio.example', '5.1.1')],
  ['no recipient', (mailid) => createNotice({ fields: ['Action: failed'] }, `<${mailid}@music.example>`)],
  [
    'an ordinary mail with the words of a notice',
    (mailid, recipient) =>
      Buffer.from(
        `In-Reply-To: <${mailid}@music.example>\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: failed\r\n`,
      ),
  ],
  ['a notice in which nothing is right', () => Buffer.from([0, 255, 13, 10, 0, 200, 10, 10, 45, 45])],
])('a returned mail that lies is marked as read and counts for nothing: %s', async (_lie, write) => {
  const email = `${crypto.randomUUID()}@radio.example`;
  const imap = await startImap(write(await send(email), email));
  await readBounceMailbox(imap);
  expect(imap.state).toEqual({ isSeen: true, fetched: 1 });
  expect(await listBounces()).not.toContain(email);
  expect(await listBounces()).not.toContain('victim@radio.example');
});

test('the command reads a returned mail from stdin, also a large one', async () => {
  const email = 'large@radio.example';
  const mail = bounce(await send(email), email, '5.1.1');
  const { host = '', port, user, database } = server.pool.options;
  const env = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    APP_SECRET: 'a-secret-of-this-test-0123456789-abcdefghij',
    // The media store that the other command has claimed.
    DATA_DIR: server.config.dataDir,
  };
  const run = (input: Buffer) => runScript('server/operator.ts', { args: ['bounce'], env, input }).ended;
  const results = [await run(Buffer.concat([mail, Buffer.alloc(3_000_000, 'x')])), await run(Buffer.from('Away'))];
  expect(results).toMatchObject([
    { code: 0, stdout: 'Recorded 1.\n', stderr: '' },
    { code: 0, stdout: 'No bounce of a mail of this service.\n', stderr: '' },
  ]);
  expect(await isSuppressed(email)).toBe(true);
});

const listBounces = async () =>
  (await server.pool.query<{ address: string }>('select address from mail_bounces')).rows.map(({ address }) => address);

/**
 * An IMAP server with one unread mail, of which it sends as many bytes as it is asked for. It falls silent at the first
 * `silentAt`, or without a mail at once.
 */
async function startImap(mail?: Buffer, silentAt?: string) {
  const state = { isSeen: false, fetched: 0 };
  const imap = createServer((socket) => {
    socket.on('error', () => {});
    whenOver(() => void socket.destroy());
    if (!mail) return;
    const answers: Record<string, (line: string) => string> = {
      SELECT: () => '* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1] Ok\r\n* OK [UIDNEXT 8] Ok\r\n',
      'UID SEARCH': () => `* SEARCH${state.isSeen ? '' : ' 7'}\r\n`,
      'UID FETCH': (line) => {
        state.fetched += 1;
        const [, bytes] = /<0\.(\d+)>/.exec(line) ?? [];
        const part = mail.subarray(0, Number(bytes)).toString('latin1');
        return `* 1 FETCH (UID 7 BODY[]<0> {${part.length}}\r\n${part})\r\n`;
      },
      'UID STORE': () => {
        state.isSeen = true;
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
  const returned = bounce(await send(email), email, '5.1.1');
  const imap = await startImap(Buffer.concat([returned, Buffer.alloc(4_000_000, 'x')]));
  await readBounceMailbox(imap);
  await readBounceMailbox(imap);
  expect(await isSuppressed(email)).toBe(true);
  expect(imap.state).toEqual({ isSeen: true, fetched: 1 });
});

test.each([undefined, 'LOGIN', 'SELECT', 'UID FETCH', 'UID STORE'])(
  'a mailbox whose server says nothing is left after a while: %s',
  async (silentAt) => {
    const limits = { connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
    const imap = await startImap(silentAt ? Buffer.from('Subject: Away\r\n\r\n') : undefined, silentAt);
    await expect(readBounceMailbox(imap, limits)).rejects.toThrow(/greeting|time|closed|available/i);
    expect(imap.state.isSeen).toBe(false);
  },
);
