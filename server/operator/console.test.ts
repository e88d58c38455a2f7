import { hostname } from 'node:os';
import { mails } from '@promenade/contract/operator';
import * as people from '@promenade/contract/operatorPeople';
import * as service from '@promenade/contract/operatorService';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { popularJob } from '../catalogue/popular.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { countReturnedMail } from '../platform/mail/returnedMailQueries.ts';
import { refused } from '../testing/client.ts';
import { listAudit } from '../testing/operatorCommand.ts';
import { startTestServer } from '../testing/testServer.ts';
import { endMailHolds } from './mails.ts';

const server = await startTestServer();
const { db, now } = server;
const boss = await server.signedIn({ operator: true, firstname: 'Bo', lastname: 'Fenn' });

/** A mail whose last attempt failed. */
async function failedMail(to: string): Promise<{ mailid: string }> {
  await queueMail(server, { kind: 'verified', to, url: 'http://promenade.test/' }, now());
  await db.updateTable('mails').set({ problem: '554 Refused', ended: 'refused' }).where('recipient', '=', to).execute();
  const { items } = (await boss.call(mails, { query: { state: 'refused' } })).body;
  return { mailid: items.find((mail) => mail.to === to)?.mailid ?? '' };
}

async function failedJob(): Promise<{ jobid: string }> {
  await server.jobs.send(db, popularJob, {});
  await sql`update pgboss.job set state = 'failed', output = '{"message": "out of luck"}', completed_on = now()
    where name = 'popular' and state = 'created'`.execute(db);
  const { items } = (await boss.call(service.failedJobs)).body;
  expect(items[0]).toMatchObject({ queue: 'popular', problem: 'out of luck' });
  return { jobid: items[0]?.jobid ?? '' };
}

test('what waits is counted, and nothing else', async () => {
  expect((await boss.call(service.operatorToday)).body).toMatchObject({
    applications: 0,
    refusedmails: 0,
    failedjobs: 0,
  });
  const params = await failedMail('wait@test.example');
  await failedJob();
  expect((await boss.call(service.operatorToday)).body).toMatchObject({ refusedmails: 1, failedjobs: 1 });
  const { body } = await boss.call(service.operatorStatus);
  expect(body).toMatchObject({ problems: [{ code: 'BACKUP' }], replicas: [], backupat: null, mails: { refused: 1 } });
  expect(body.processes).toMatchObject([{ name: `${hostname()}:${process.pid}` }]);
  await boss.call(service.discardMail, { params, body: { reason: 'done' } });
});

test('mails that are held are one alarm, and answers and returned mails without a match are counted', async () => {
  const now = server.now();
  await sql`insert into mail_holds values ('relay not permitted', '550 relay not permitted', ${now}, ${now})`.execute(
    db,
  );
  await countReturnedMail(db, 'answer', now);
  await countReturnedMail(db, 'unmatched', now);
  await countReturnedMail(db, 'unmatched', now);
  await countReturnedMail(db, 'answer', new Date(now.getTime() - 8 * 24 * 3600_000));
  expect((await boss.call(service.operatorToday)).body).toMatchObject({
    problems: [
      { code: 'MAILS_HELD', message: expect.stringContaining('“550 relay not permitted”') },
      { code: 'BACKUP' },
    ],
    answers: 1,
    unmatchedmails: 2,
    unreadablemails: 0,
  });
  expect((await boss.call(service.operatorStatus)).body).toMatchObject({
    problems: [{ code: 'MAILS_HELD' }, { code: 'BACKUP' }],
  });
  await endMailHolds(server, boss.playerid);
  expect((await boss.call(service.operatorToday)).body.problems).toMatchObject([{ code: 'BACKUP' }]);
  expect(await listAudit(server, 'outbox')).toContainEqual(
    expect.objectContaining({ actor: boss.playerid, action: 'mail.end-hold' }),
  );
});

test.each(['retry', 'discard'] as const)('%s of a failed mail and job is done once and audited', async (verb) => {
  const body = { reason: 'Typed wrong' };
  const mail = await failedMail(`${verb}@test.example`);
  const job = await failedJob();
  const doMail = () =>
    verb === 'retry'
      ? boss.call(service.retryMail, { params: mail })
      : boss.call(service.discardMail, { params: mail, body });
  const doJob = () =>
    verb === 'retry'
      ? boss.call(service.retryJob, { params: job })
      : boss.call(service.discardJob, { params: job, body });
  for (const act of [doMail, doJob]) {
    expect((await act()).status).toBe(204);
    expect(await act()).toMatchObject(refused('NOT_FOUND'));
  }
  expect(await listAudit(server, mail.mailid)).toMatchObject([{ actor: boss.playerid, action: `mail.${verb}` }]);
  expect(await listAudit(server, job.jobid)).toMatchObject([{ actor: boss.playerid, action: `job.${verb}` }]);
  const { items } = (await boss.call(service.failedJobs)).body;
  expect(items.map(({ jobid }) => jobid)).not.toContain(job.jobid);
});

test('the audit trail is filtered by who, what, whom and when, and is a table with safe cells', async () => {
  const { playerid } = await server.account({ firstname: '=Zoë', lastname: 'Zwick' });
  await boss.call(people.actOnAccount, { params: { playerid }, body: { action: 'disable' } });
  const today = now().toISOString().slice(0, 10);
  const list = async (query: object) => (await boss.call(service.auditLines, { query })).body;
  for (const query of [
    { subject: playerid },
    { actor: boss.email, action: 'account.disable' },
    { subject: playerid, since: today, until: today },
  ])
    expect((await list(query)).items, JSON.stringify(query)).toMatchObject([
      { actor: 'Bo Fenn', action: 'account.disable', subjectname: '=Zoë Zwick', after: { status: 'disabled' } },
    ]);
  expect((await list({ subject: playerid, until: '2020-01-01' })).total).toBe(0);
  // 23:30 UTC is the next day in Berlin.
  const at = '2026-12-03T23:30:00.000Z';
  const target = { at: new Date(at), actor: boss.playerid, action: 'account.disable', subject: playerid };
  await insertAudit(db, target);
  const on = async (day: string, zone?: string) =>
    (await list({ subject: playerid, since: day, until: day, ...(zone && { zone }) })).items.map((line) => line.at);
  expect(await Promise.all([on('2026-12-03'), on('2026-12-04')])).toEqual([[at], []]);
  const inBerlin = ['2026-12-03', '2026-12-04', '2026-12-05'].map((day) => on(day, 'Europe/Berlin'));
  expect(await Promise.all(inBerlin)).toEqual([[], [at], []]);
  for (const zone of ['Nowhere', 'BC']) expect(await on('2026-12-03', zone)).toEqual([at]);
  for (const zone of ['+02', "UTC'"])
    expect((await boss.call(service.auditLines, { query: { zone } })).status).toBe(400);
  const response = await fetch(`${server.url}/api/operator/audit.csv?subject=${playerid}&since=${today}`, {
    headers: { authorization: `Bearer ${boss.token}` },
  });
  const [, row] = (await response.text()).split('\r\n');
  expect(row).toContain(`Bo Fenn,account.disable,${playerid},'=Zoë Zwick,`);
});

test('the table of the audit trail has every line, is dated and is not kept by a cache', async () => {
  await sql`
    insert into audit (at, actor, action, subject)
    select ${now()}, 'system', 'bulk.made', n::text from generate_series(1, 10500) n`.execute(db);
  expect((await boss.call(service.auditLines, { query: { action: 'bulk.' } })).body.total).toBe(10_500);
  const response = await fetch(`${server.url}/api/operator/audit.csv?action=bulk.&zone=Pacific/Kiritimati`, {
    headers: { authorization: `Bearer ${boss.token}` },
  });
  const day = new Date(now().getTime() + 14 * 3600_000).toISOString().slice(0, 10);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining(`"audit ${day}.csv"`),
  });
  const [, ...rows] = (await response.text()).trimEnd().split('\r\n');
  expect(rows.map((row) => Number(row.split(',')[3]))).toEqual(Array.from({ length: 10_500 }, (_, n) => 10_500 - n));
});
