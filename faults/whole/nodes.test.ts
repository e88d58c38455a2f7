import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { refresh, requestReset, signIn } from '@promenade/contract/access';
import { release as releaseDetail, releases } from '@promenade/contract/catalogue';
import { releaseZipLink, releaseZipStatus } from '@promenade/contract/downloads';
import { archiveRelease, flagged, flagRelease, restoreRelease } from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import { afterAll, expect, test, vi } from 'vitest';
import { createAccount } from '../../server/access/accounts.ts';
import { openJobs } from '../../server/platform/jobs/jobs.ts';
import { queueMail } from '../../server/platform/mail/mail.ts';
import { createSilentLog } from '../../server/platform/process/log.ts';
import { createDiskStorage } from '../../server/platform/storage/storage.ts';
import { createClient, refused } from '../../server/testing/client.ts';
import { createTestDatabase } from '../../server/testing/database.ts';
import { writeDelivery } from '../../server/testing/deliveries.ts';
import { retryJobsNow, startMailServer } from '../../server/testing/mailServer.ts';
import { startNodeProxy } from '../../server/testing/nodeProxy.ts';
import { type RunningProcess, runScript } from '../../server/testing/processes.ts';
import { createRelease } from '../../server/testing/releases.ts';
import { temporaryFolder } from '../../server/testing/temporaryFolder.ts';

/*
 * Two web nodes and two workers on one database and one media store. The nodes take turns behind a proxy, so that what
 * a request leaves in the memory of one of them is missing at the next request.
 */
const PASSWORD = 'Promenade-1';
const { db, pool, availability, connection } = await createTestDatabase();
const home = await temporaryFolder('promenade-nodes-');
afterAll(() => rm(home, { recursive: true, force: true }));
const env = {
  DATABASE_URL: `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`,
  APP_SECRET: 'every node signs with the same 1',
  PORT: '0',
  DEMO: '0',
  TRUST_PROXY: '127.0.0.1',
};
const folders = ['web-1', 'web-2', 'worker-1', 'worker-2'].map((name) => join(home, name));
const [firstFolder = '', secondFolder = '', ...workerFolders] = folders;
await mkdir(join(home, 'media'));
for (const folder of folders) {
  await mkdir(folder);
  await symlink(join(home, 'media'), join(folder, 'media'));
}
const start = (folder: string, role: 'web' | 'worker', settings: Record<string, string> = {}) =>
  runScript('server/main.ts', { args: ['--role', role], env: { ...env, DATA_DIR: folder, ...settings } });
const addressOf = async (node: RunningProcess) =>
  (await node.waitForOutput(/^Promenade is ready at (http:\S+)\n$/m))[1] ?? '';
const operate = (file: string, ...args: string[]) =>
  runScript(`server/${file}.ts`, { args, env: { ...env, DATA_DIR: firstFolder } }).ended;

const nodes = [start(firstFolder, 'web'), start(secondFolder, 'web')];
/** Each worker has its own, which tells who sent a mail. */
const mailServers = [await startMailServer(), await startMailServer()];
const workers = mailServers.map(({ url }, index) =>
  start(workerFolders[index] ?? '', 'worker', { SMTP_URL: url, MAIL_FROM: 'promo@music.example' }),
);
const addresses = await Promise.all(nodes.map(addressOf));
await Promise.all(workers.map((worker) => worker.waitForOutput(/^Promenade worker is ready$/m)));
const proxy = await startNodeProxy(addresses);

/** Signs in at one node; both answer the calls. */
async function signedIn() {
  const email = `${crypto.randomUUID()}@test.example`;
  await createAccount(db, { email, password: PASSWORD, verified: true });
  const { body, headers } = await createClient(proxy.url)(signIn, { body: { username: email, password: PASSWORD } });
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';');
  return { email, cookie, tokens: body, call: createClient(proxy.url, body['access-token']) };
}
const onBoth = <Answer>(ask: () => Promise<Answer>) => Promise.all([ask(), ask()]);

const listRecipients = () => mailServers.flatMap(({ mails }) => mails.flatMap(({ recipients }) => recipients));

test('a session, its marks, a delivery, its songs and zips, and a withdrawal are the same on both nodes', async () => {
  const { call, tokens, cookie } = await signedIn();
  const renewed = await createClient(proxy.url)(refresh, { body: { 'refresh-token': tokens['refresh-token'] } });
  const renewedCall = createClient(proxy.url, renewed.body['access-token']);
  expect((await onBoth(() => renewedCall(releases))).map(({ body }) => body.total)).toEqual([0, 0]);

  const folder = await writeDelivery(join(home, 'Kite - Both'), { '1 Both.ogg': 'vorbis.ogg' });
  const imported = await operate('import', folder, '--json');
  const [{ releaseid }] = (JSON.parse(imported.stdout) as { releases: [{ releaseid: string }] }).releases;
  const totals = () => onBoth(async () => (await call(releases)).body.total);
  await expect.poll(totals).toEqual([1, 1]);
  await call(archiveRelease, { params: { releaseid } });
  await expect.poll(totals).toEqual([0, 0]);
  await call(restoreRelease, { params: { releaseid } });
  await expect.poll(totals).toEqual([1, 1]);

  const id = (await call(releaseDetail, { params: { releaseid } })).body.songs[0]?.trackid ?? '';
  const { body } = await call(audioToken, { params: { id } });
  const play = () => fetch(`${proxy.url}/api/audio/stream/${id}.mp3?token=${body.data.token}`, { headers: { cookie } });
  const [song, again] = await onBoth(async () => Buffer.from(await (await play()).arrayBuffer()));
  expect(song.length).toBeGreaterThan(1_000);
  expect(again.equals(song)).toBe(true);

  const zip = await call(releaseZipLink, { params: { id: releaseid }, query: { format: 'wav' } });
  const statuses = await onBoth(() => call(releaseZipStatus, { params: { id: releaseid }, query: {} }));
  const wav = await call(releaseZipStatus, { params: { id: releaseid }, query: { format: 'wav' } });
  expect(statuses.map((status) => status.body)).toEqual([wav.body, wav.body]);
  expect((await fetch(proxy.url + zip.body.data.zipped_url, { headers: { cookie } })).status).toBe(200);

  await operate('operator', 'withdraw', releaseid, '--yes');
  await expect.poll(() => onBoth(async () => (await call(releases)).body.items)).toEqual([[], []]);
  expect((await onBoth(play)).map(({ status }) => status)).toEqual([410, 410]);
}, 240_000);

test('wrong passwords are counted on both nodes together, and each mail is sent once', async () => {
  // An address that has signed in before may fail more often.
  const email = 'stranger@test.example';
  await createAccount(db, { email, password: PASSWORD });
  const attempt = () => createClient(proxy.url)(signIn, { body: { username: email, password: 'Wrong-password-1' } });
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push((await attempt()).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);

  const others = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()]);
  await Promise.all(others.map((other) => createClient(proxy.url)(requestReset, { params: { email: other.email } })));
  const emails = others.map(({ email }) => email).sort();
  await expect.poll(() => listRecipients().sort(), { timeout: 60_000 }).toEqual(emails);
});

test('kill -9 of a node under load loses no acknowledged flag, and no list fails', async () => {
  const { call } = await signedIn();
  const storage = createDiskStorage(join(home, 'media'));
  const created = [];
  for (let count = 0; count < 60; count++)
    created.push(await createRelease({ db, storage, now: () => new Date() }, { title: `Song ${count}` }));
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const before = proxy.answered();
  const remaining = created.entries();
  const flagAll = async () => {
    for (const [index, { releaseid }] of remaining) {
      if (index === 20) nodes[0]?.kill('SIGKILL');
      if ((await call(flagRelease, { params: { releaseid } })).status === 200) acknowledged.push(releaseid);
      statuses.add((await call(releases)).status);
    }
  };
  await Promise.all([flagAll(), flagAll(), flagAll(), flagAll()]);
  await nodes[0]?.ended;
  expect(proxy.answered().map((count, node) => count > (before[node] ?? 0))).toEqual([true, true]);
  expect([...statuses]).toEqual([200]);
  const { body } = await call(flagged, { query: { pagesize: 100 } });
  expect(body.items.map(({ releaseid }) => releaseid)).toEqual(expect.arrayContaining(acknowledged));
  expect(
    await createClient(proxy.url)(signIn, { body: { username: 'nobody@test.example', password: PASSWORD } }),
  ).toMatchObject(refused('INVALID_CREDENTIALS'));
});

test('kill -9 of a worker amid many mails: none is lost, and one comes again only if its receipt was not recorded', async () => {
  const [first, second] = mailServers;
  if (!first || !second) throw new Error('No mail servers.');
  const count = 600;
  const jobs = openJobs({ pool, availability }, createSilentLog(), false);
  await db.transaction().execute(async (db) => {
    for (let number = 0; number < count; number++) {
      const to = `${number}@recipients.example`;
      const values = { email: to, name: '', support: '' };
      await queueMail({ db, jobs }, { kind: 'verified', to, values, url: 'https://music.example/a' }, new Date());
    }
  });
  await jobs.close();
  const before = first.mails.length;
  await vi.waitUntil(() => first.mails.length > before + count / 10, { interval: 5 });

  // The worker is killed while its mail server has mails and has not answered.
  const answer = Promise.withResolvers<'accept'>();
  first.response = answer.promise;
  await vi.waitUntil(() => first.offered > first.mails.length, { interval: 5 });
  workers[0]?.kill('SIGKILL');
  await workers[0]?.ended;
  const { rows } = await pool.query<{ id: string; killedat: Date }>(
    'select id, now() as killedat from mails where sent_at is not null',
  );
  const recorded = new Set(rows.map(({ id }) => `<${id}@music.example>`));
  answer.resolve('accept');

  const listJobs = async (condition: string, values: unknown[] = []) =>
    (await pool.query(`select state from pgboss.job where name = 'mail' and (${condition})`, values)).rows;
  const isOthers = "state = 'created' or state = 'active' and started_on > $1";
  await expect.poll(() => listJobs(isOthers, [rows[0]?.killedat]), { timeout: 60_000 }).toEqual([]);
  // As if the minute were over after which a silent worker counts as killed.
  await pool.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`);
  await pool.query('update pgboss.queue set monitor_claim_on = null, monitor_on = null');
  const retry = () => retryJobsNow(db).then(() => listJobs("state <> 'completed'"));
  await expect.poll(retry, { timeout: 100_000, interval: 500 }).toEqual([]);

  const mails = [...first.mails, ...second.mails].filter(({ recipients: [to] }) => to?.endsWith('@recipients.example'));
  const ids = mails.map(({ messageId = '' }) => messageId);
  expect(new Set(mails.flatMap(({ recipients }) => recipients)).size).toBe(count);
  expect(new Set(ids).size).toBe(count);
  const repeated = ids.filter((id, index) => ids.indexOf(id) < index);
  expect(repeated).not.toEqual([]);
  const taken = new Set(first.mails.map(({ messageId = '' }) => messageId));
  expect(repeated.filter((id) => recorded.has(id) || !taken.has(id))).toEqual([]);
}, 300_000);
