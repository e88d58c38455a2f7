import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { retryJobsNow, startMailServer } from '../../testing/mailServer.ts';
import { startTestServer } from '../../testing/testServer.ts';
import { endGivenUpMails, type NewMail, queueMail } from './mail.ts';
import { listHolds } from './mailHolds.ts';
import { listSuppressions } from './suppressions.ts';

const WAIT = { interval: 20 };
const smtp = await startMailServer();
const server = await startTestServer({ runsJobs: true, env: { SMTP_URL: smtp.url, MAIL_FROM: 'mail@music.example' } });

const queue = (...mails: NewMail[]) =>
  server.db.transaction().execute(async (db) => {
    for (const mail of mails) await queueMail({ db, jobs: server.jobs }, mail, server.now());
  });

const findMail = (to: string) =>
  server.db.selectFrom('mails').select(['sent_at', 'problem', 'ended']).where('recipient', '=', to).executeTakeFirst();

const readJobState = async (to: string) => {
  const { rows } = await sql<{ state: string }>`
    select job.state from pgboss.job, mails
    where mails.recipient = ${to} and job.data->>'mailid' = mails.id::text`.execute(server.db);
  return rows[0]?.state;
};

const createNews = (to: string): NewMail => ({
  kind: 'verified',
  to,
  values: { email: to, name: '', support: '' },
  url: 'https://music.example',
});
const newDomains = (count: number) => Array.from({ length: count }, () => `rosa@${randomUUID()}.example`);
const listSuppressed = async (addresses: string[]) => (await listSuppressions(server.db, addresses)).length;
const listEnds = (recipients: string[]) =>
  server.db
    .selectFrom('mails')
    .select('ended')
    .where('recipient', 'in', recipients)
    .where('ended', 'is not', null)
    .execute();
const isSent = async (to: string) => Boolean((await findMail(to))?.sent_at);

test.each([
  '550 relay not permitted',
  '550 Sender verify failed',
  "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
  '550 5.1.1 User unknown',
  '550 Something about nobody',
])('when several domains refuse in the same words, all mails are held and nobody is suppressed: %s', async (reply) => {
  smtp.refusal = { at: 'RCPT TO', reply };
  const refused = newDomains(7);
  await queue(...refused.map(createNews));
  const openJobs = async () => {
    const { rows } = await sql<{ recipient: string }>`
      select distinct recipient from pgboss.job join mails on data->>'mailid' = mails.id::text
      where state = 'retry' and recipient = any(${refused}::text[])`.execute(server.db);
    return rows.length;
  };
  await expect.poll(openJobs, WAIT).toBe(7);
  expect(await listHolds(server.db)).toMatchObject([{ reason: reply }]);
  expect(await listSuppressed(refused)).toBe(0);
  await endGivenUpMails(server.db);
  expect(await listEnds(refused)).toEqual([]);

  // Nothing is offered but what people need to sign in.
  const { offered } = smtp;
  const [held = '', needed = ''] = newDomains(2);
  await queue(createNews(held));
  await expect.poll(() => readJobState(held), WAIT).toBe('retry');
  expect(smtp.offered).toBe(offered);
  expect(await findMail(held)).toMatchObject({ problem: expect.stringMatching(/^Mails are held/), ended: null });
  smtp.refusal = undefined;
  await queue({ ...createNews(needed), kind: 'reset' });
  await expect.poll(() => isSent(needed), WAIT).toBe(true);
  expect(await listHolds(server.db)).toHaveLength(1);

  await sql`update mail_holds set next_try_at = ${server.now()}`.execute(server.db);
  for (const to of [...refused, held])
    await vi.waitUntil(async () => {
      await retryJobsNow(server.db);
      return isSent(to);
    }, WAIT);
  expect(await listHolds(server.db)).toEqual([]);
});

test('dead addresses of several domains are suppressed when the mail server takes other mails', async () => {
  const dead = newDomains(4);
  for (const to of dead) {
    const [alive = ''] = newDomains(1);
    await queue(createNews(alive));
    await expect.poll(() => isSent(alive), WAIT).toBe(true);
    smtp.refusal = { at: 'RCPT TO', reply: '550 5.1.1 User unknown' };
    await queue(createNews(to));
    await expect.poll(() => readJobState(to), WAIT).toBe('completed');
    smtp.refusal = undefined;
  }
  expect(await listSuppressed(dead)).toBe(4);
  expect(await listHolds(server.db)).toEqual([]);
});
