import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { mails, retryMails } from '@promenade/contract/operator';
import * as people from '@promenade/contract/operatorPeople';
import * as service from '@promenade/contract/operatorService';
import { expect, test, vi } from 'vitest';
import { readReturnedMails } from '../notify/returnedMails.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { checkMailbox, checkMailServer } from '../platform/mail/serverChecks.ts';
import { recordBounce } from '../platform/mail/suppressions.ts';
import { whenOver } from '../testing/cleanUp.ts';
import { startMailServer } from '../testing/mailServer.ts';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { startTestServer } from '../testing/testServer.ts';

const WAIT = { interval: 20 };
const smtp = await startMailServer({ secure: true, user: 'mail', password: 'right' });
const server = await startTestServer({ runsJobs: true, env: { SMTP_URL: smtp.url, MAIL_FROM: 'mail@music.example' } });
const { db, now } = server;
const boss = await server.signedIn({ operator: true, email: 'boss@music.example' });

const listProblems = async () => {
  const today = (await boss.call(service.operatorToday)).body.problems;
  const status = (await boss.call(service.operatorStatus)).body.problems;
  expect(status).toEqual(today);
  return today.filter(({ code }) => code !== 'BACKUP');
};
const withUrl = (config: object) => ({ ...server, config: { ...server.config, ...config } });

/** An IMAP server that refuses each sign-in. */
async function startRefusingImap(): Promise<string> {
  const imap = createServer((socket) => {
    whenOver(() => void socket.destroy());
    socket.on('error', () => {}).write('* OK [CAPABILITY IMAP4rev1] Ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const [tag = '', command = ''] = line.split(' ');
      if (command === 'LOGIN') socket.write(`${tag} NO [AUTHENTICATIONFAILED] The password has expired.\r\n`);
      else socket.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK Done\r\n`);
    });
  });
  await once(imap.listen(0, '127.0.0.1'), 'listening');
  whenOver(() => void imap.close());
  return `imap://user:word@127.0.0.1:${(imap.address() as AddressInfo).port}`;
}

test('a mail server that works is no problem, and until when its certificate holds is said', async () => {
  await checkMailServer(server);
  expect(await listProblems()).toEqual([]);
  const { mailservers } = (await boss.call(service.operatorStatus)).body;
  expect(mailservers).toMatchObject([
    { name: 'smtp', host: '127.0.0.1', problem: null, certificateuntil: expect.stringMatching(/^20\d\d-/) },
  ]);
  expect(mailservers[0]?.workedat).toBe(mailservers[0]?.checkedat);
});

test('a wrong password and a dead mail server are problems in the words of the server, until it works again', async () => {
  const wrong = new URL(smtp.url);
  wrong.password = 'wrong';
  await checkMailServer(withUrl({ smtpUrl: wrong.href }));
  expect(await listProblems()).toMatchObject([
    { code: 'MAIL_SERVER', message: expect.stringContaining('Wrong password') },
  ]);
  await checkMailServer(withUrl({ smtpUrl: 'smtp://127.0.0.1:1' }));
  expect(await listProblems()).toMatchObject([{ message: expect.stringContaining('ECONNREFUSED 127.0.0.1:1') }]);
  const { mailservers } = (await boss.call(service.operatorStatus)).body;
  expect(mailservers[0]?.workedat).not.toBeNull();
  await checkMailServer(server);
  expect(await listProblems()).toEqual([]);
});

test('a mailbox that cannot be read is a problem in the words of its server, and none once it is no longer set', async () => {
  await checkMailbox(withUrl({ bounceImapUrl: await startRefusingImap() }), readReturnedMails);
  const [problem] = await listProblems();
  expect(problem).toMatchObject({ code: 'MAILBOX', message: expect.stringContaining('The password has expired.') });
  await checkMailbox(withUrl({ bounceImapUrl: undefined }), readReturnedMails);
  expect(await listProblems()).toEqual([]);
});

test('a certificate that ends soon is a problem before it ends', async () => {
  await checkMailServer(server);
  const certificate_until = new Date(now().getTime() + 3 * 24 * 3600_000);
  await db.updateTable('mail_servers').set({ certificate_until }).execute();
  expect(await listProblems()).toMatchObject([{ code: 'MAIL_CERTIFICATE' }]);
});

test('a test mail reaches the operator who asks for it, also at a suppressed address, and is audited', async () => {
  await db
    .insertInto('suppressions')
    .values({ address: boss.email, since: now(), reason: '550', mailid: null })
    .execute();
  const { body } = await boss.call(service.testMail);
  expect(body.to).toBe('boss@music.example');
  await vi.waitUntil(() => smtp.mails.some(({ subject }) => subject === 'Test: mails arrive'), WAIT);
  expect(await listAudit(server, body.mailid)).toMatchObject([{ actor: boss.playerid, action: 'mail.test' }]);
  await db.deleteFrom('suppressions').execute();
});

/** A mail whose first attempt is over. */
async function tryMail(to: string, refusal?: { at: 'RCPT TO' | 'DATA'; reply: string }): Promise<string> {
  smtp.refusal = refusal;
  const mailid = await queueMail(server, { kind: 'verified', to, url: 'http://promenade.test/' }, now());
  await vi.waitUntil(async () => {
    const mail = await db
      .selectFrom('mails')
      .select(['sent_at', 'problem'])
      .where('id', '=', mailid)
      .executeTakeFirst();
    return mail?.sent_at || mail?.problem;
  }, WAIT);
  return mailid;
}

test('mails that came back, are tried again, were refused or go to a suppressed address are told apart', async () => {
  const { email, playerid } = await server.account({ email: 'told@ferry.example' });
  const back = await tryMail(email);
  await recordBounce(server, back, { kind: 'soft', reason: 'smtp; 552 5.2.2 mailbox full' });
  const refused = await tryMail(email, { at: 'RCPT TO', reply: '550 5.1.1 No such user' });
  await tryMail(email);
  await boss.call(people.actOnAccount, { params: { playerid }, body: { action: 'lift-suppression' } });
  await tryMail(email, { at: 'RCPT TO', reply: '451 4.3.0 Try again later' });
  expect((await boss.call(people.account, { params: { playerid } })).body.mails).toMatchObject([
    { state: 'retried', problem: expect.stringContaining('Try again later'), nextat: expect.any(String) },
    { state: 'suppressed' },
    { state: 'refused', problem: expect.stringContaining('550 5.1.1 No such user') },
    { state: 'bounced', bouncedat: expect.any(String), problem: 'smtp; 552 5.2.2 mailbox full' },
  ]);
  expect((await boss.call(service.operatorToday)).body.refusedmails).toBe(1);
  const find = async (query: object) =>
    (await boss.call(mails, { query: { to: 'TOLD@', ...query } })).body.items.map(({ mailid }) => mailid);
  expect(await find({})).toHaveLength(4);
  expect(await find({ state: 'refused' })).toEqual([refused]);
  expect(await find({ to: 'nobody@' })).toEqual([]);

  smtp.refusal = undefined;
  expect((await boss.call(retryMails, { body: { state: 'refused', to: 'told@' } })).body).toEqual({
    changed: 1,
    left: 0,
  });
  await vi.waitUntil(async () => (await find({ state: 'sent' })).includes(refused), WAIT);
});

test('all mails of a state are discarded together by the command, each with a line in the audit trail', async () => {
  // Mails of other tests are retried meanwhile, and would be refused as well.
  await server.db.deleteFrom('mails').execute();
  const ids = [
    await tryMail('one@gone.example', { at: 'DATA', reply: '552 5.3.4 Too big' }),
    await tryMail('two@gone.example', { at: 'DATA', reply: '552 5.3.4 Too big' }),
  ];
  const { host, port, user, database } = server.pool.options;
  const operator = await createOperatorCommand({ host, port, user, database }, { DATA_DIR: server.config.dataDir });
  expect(await operator('discard-mail', 'refused', 'Too big')).toMatchObject({
    code: 0,
    stdout: 'discard-mail: 2 done.\n',
  });
  for (const mailid of ids)
    expect(await listAudit(server, mailid)).toMatchObject([{ action: 'mail.discard', after: { reason: 'Too big' } }]);
});
