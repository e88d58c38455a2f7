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

test('three soft bounces in a week suppress, and delays count from the second', async () => {
  const full = 'full@radio.example';
  const [first, second, third] = [await send(full), await send(full), await send(full)];
  for (const mailid of [first, first, second]) await readBounces(server, bounce(mailid, full, '5.2.2'));
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
  const operator = await createOperatorCommand({ host, port, user, database });
  expect((await operator('suppressions')).stdout).toMatch(/^gone@radio.example {2}\d{4}-\d\d-\d\d {2}.*No such user$/m);
  expect(await operator('suppressions', '--lift', email)).toMatchObject({
    code: 0,
    stdout: `${email} gets mails again.\n`,
  });
  expect(await operator('suppressions', '--lift', email)).toMatchObject({ code: 1 });
  expect(await isSuppressed(email)).toBe(false);
  expect(await listAudit(server, email)).toMatchObject([{ actor: 'command', action: 'suppression.lift' }]);
});

/** An IMAP server with one unread mail, or one that accepts and says nothing. */
async function startImap(mail?: Buffer) {
  const state = { isSeen: false, fetched: 0 };
  const imap = createServer((socket) => {
    socket.on('error', () => {});
    whenOver(() => void socket.destroy());
    if (!mail) return;
    const answers: Record<string, () => string> = {
      SELECT: () => '* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1] Ok\r\n* OK [UIDNEXT 8] Ok\r\n',
      'UID SEARCH': () => `* SEARCH${state.isSeen ? '' : ' 7'}\r\n`,
      'UID FETCH': () => {
        state.fetched += 1;
        return `* 1 FETCH (UID 7 BODY[]<0> {${mail.length}}\r\n${mail.toString()})\r\n`;
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
      socket.write(`${answers[command]?.() ?? ''}${tag} OK Done\r\n`);
    });
  });
  await once(imap.listen(0, '127.0.0.1'), 'listening');
  whenOver(() => void imap.close());
  const { port } = imap.address() as AddressInfo;
  return { ...server, state, config: { ...server.config, bounceImapUrl: `imap://user:word@127.0.0.1:${port}` } };
}

test('each mail of the mailbox is read once', async () => {
  const email = 'left@radio.example';
  const imap = await startImap(bounce(await send(email), email, '5.1.1'));
  await readBounceMailbox(imap);
  await readBounceMailbox(imap);
  expect(await isSuppressed(email)).toBe(true);
  expect(imap.state).toEqual({ isSeen: true, fetched: 1 });
});

test('a mailbox whose server says nothing is left after a while', async () => {
  const limits = { connectionTimeout: 50, greetingTimeout: 50, socketTimeout: 50 };
  await expect(readBounceMailbox(await startImap(), limits)).rejects.toThrow(/greeting|time/i);
});
