import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import { events } from '@promenade/contract/events';
import { flagRelease } from '@promenade/contract/library';
import { mails, mailView } from '@promenade/contract/operator';
import { profile } from '@promenade/contract/profile';
import { expect, onTestFinished, test } from 'vitest';
import { deleteOldRows } from '../access/deleteOldRows.ts';
import { insertLabelStop } from '../notify/labelMailQueries.ts';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const operator = await createOperatorCommand(server.pool.options);
const auditOf = (subject: string) => listAudit(server, subject);
const statusOf = async ({ call }: SignedIn, releaseid: string) =>
  (await call(releaseRoute, { params: { releaseid } })).status;

test('a disabled account is out at once and can sign in again when it is enabled', async () => {
  const player = await server.signedIn();
  const again = () => server.call(signIn, { body: { username: player.email, password: PASSWORD } });
  expect(await operator('disable', player.email)).toMatchObject({
    code: 0,
    stdout: `${player.email} is now disabled.\n`,
  });
  expect((await player.call(profile)).status).toBe(401);
  expect((await again()).status).not.toBe(200);
  expect(await operator('disable', player.email)).toMatchObject({ code: 1 });
  expect(await operator('enable', player.playerid)).toMatchObject({ code: 0 });
  expect((await again()).status).toBe(200);
  expect(await auditOf(player.playerid)).toMatchObject([
    { action: 'account.disable', before: { status: 'active' }, after: { status: 'disabled' } },
    { action: 'account.enable', before: { status: 'disabled' }, after: { status: 'active' } },
  ]);
});

test('ending sessions signs an account out everywhere', async () => {
  const player = await server.signedIn();
  expect(await operator('end-sessions', player.email)).toMatchObject({
    code: 0,
    stdout: `Ended 1 session of ${player.email}.\n`,
  });
  expect((await player.call(profile)).status).toBe(401);
  expect(await auditOf(player.playerid)).toMatchObject([{ action: 'account.end-sessions', before: { sessions: 1 } }]);
});

test('a package is given to the accounts of a pasted list, and says who holds it', async () => {
  const [ana, bo] = [await server.signedIn({ firstname: 'Ana', lastname: 'Pop' }), await server.signedIn()];
  await operator('packages', 'make', 'Listed');
  await operator('packages', bo.playerid, '--add', 'Listed');
  const folder = await temporaryFolder('promenade list ');
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'people.csv');
  await writeFile(path, `Name;E-mail\n"Pop; Ana";${ana.email}\nBo;${bo.email}\nCy;cy@nowhere.example\nDi;di@\n`);
  expect(await operator('packages', 'people', 'Listed', '--add', path)).toMatchObject({
    code: 1,
    stdout: '1 person added, 1 held Listed already.\n  no account: cy@nowhere.example\n  no address: Di, di@\n',
  });
  const found = await operator('packages', 'people', 'Listed', '--find', `"Pop, Ana" <${ana.email}>`);
  expect(found.stdout).toBe(`Ana Pop, ${ana.email}\n`);
});

test('packages are given and taken; what was lost is refused, what was never there is unknown', async () => {
  await server.account({ packages: ['Radio', 'Press', 'Club'] });
  const [player, stranger] = [await server.signedIn({ packages: ['Radio'] }), await server.signedIn()];
  const [had, also, never] = [
    await server.release({ packages: ['Radio'] }),
    await server.release({ packages: ['Radio', 'Everyone'] }),
    await server.release({ packages: ['Radio'], available: new Date(server.now().getTime() + 3600_000) }),
  ];
  const { code, stdout } = await operator('packages', player.email, '--add', 'press', 'Club', '--remove', 'Radio');
  expect([code, stdout]).toEqual([0, `${player.email} holds Club, Everyone, Press.\n`]);
  server.advanceClock(6_000);
  expect(await statusOf(player, had.releaseid)).toBe(403);
  expect(await statusOf(stranger, had.releaseid)).toBe(404);
  expect(await statusOf(player, also.releaseid)).toBe(200);
  await server.db
    .updateTable('releases')
    .set({ available_at: new Date(0) })
    .where('id', '=', never.id)
    .execute();
  expect(await statusOf(player, never.releaseid)).toBe(404);
  expect(await auditOf(player.playerid)).toMatchObject([
    {
      action: 'account.packages',
      before: { packages: ['Everyone', 'Radio'] },
      after: { packages: ['Club', 'Everyone', 'Press'] },
    },
  ]);
  expect(await operator('packages', player.email, '--add', 'Nonsense')).toMatchObject({
    code: 1,
    stderr: 'No package is called "Nonsense": nothing was changed.\n',
  });
});

test('the audit trail is printed as lines or JSON, and filtered', async () => {
  const account = await server.account();
  await operator('verify', account.email, '--off');
  await operator('disable', account.email);
  const { stdout } = await operator('audit', '--subject', account.email);
  expect(stdout.split('\n').map((line) => line.slice(25))).toEqual([
    `command  account.change  ${account.playerid}  {"verified":true} → {"verified":false}`,
    `command  account.disable  ${account.playerid}  {"status":"active"} → {"status":"disabled"}`,
    '',
  ]);
  const { stdout: json } = await operator('audit', '--json', '--subject', account.playerid, '--actor', 'command');
  expect(
    json
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([{ action: 'account.change' }, { action: 'account.disable', subject: account.playerid }]);
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString();
  expect(await operator('audit', '--since', tomorrow)).toMatchObject({ code: 0, stdout: '' });
});

test('the audit trail can be neither changed nor kept for more than 36 months', async () => {
  const entry = { actor: 'command', action: 'account.change', subject: 'old', before: null, after: null };
  const old = new Date(server.now());
  old.setUTCMonth(old.getUTCMonth() - 36, old.getUTCDate() - 1);
  await server.db
    .insertInto('audit')
    .values([
      { ...entry, at: old },
      { ...entry, at: server.now() },
    ])
    .execute();
  await expect(server.db.updateTable('audit').set({ actor: 'nobody' }).execute()).rejects.toThrow('append-only');
  await deleteOldRows(server);
  expect(await auditOf('old')).toHaveLength(1);
});

test('reading the outbox is in the audit trail', async () => {
  const reader = await server.signedIn({ operator: true });
  await server.db
    .insertInto('mails')
    .values({
      kind: 'share',
      recipient: 'a@x.example',
      reply_to: null,
      subject: 'S',
      html: '<head></head>',
      body: 'b',
      unsubscribe: null,
      created_at: server.now(),
      sent_at: null,
      problem: null,
    })
    .execute();
  const { body } = await reader.call(mails, { query: {} });
  const mailid = body.items[0]?.mailid ?? '';
  await reader.call(mailView, { params: { mailid }, query: {} });
  const rows = await server.db
    .selectFrom('audit')
    .select(['action', 'subject', 'after'])
    .where('actor', '=', reader.playerid)
    .where('action', '<>', 'account.sign-in')
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { action: 'outbox.list', subject: 'outbox', after: { page: 1 } },
    { action: 'outbox.read', subject: mailid, after: { kind: 'share', recipient: 'a@x.example' } },
  ]);
});

test('an account is exported to a new file that only its owner can read', async () => {
  const player = await server.signedIn({ firstname: 'Mia' });
  const { releaseid } = await server.release({ title: 'Marked' });
  await player.call(flagRelease, { params: { releaseid } });
  const folder = await temporaryFolder('promenade export ');
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'export.json');
  expect(await operator('export-account', player.email, file)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const data = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  expect(data).toMatchObject({
    profile: { firstname: 'Mia', playerid: player.playerid },
    emails: [{ email: player.email }],
    marks: [{ releaseid, release: 'Marked' }],
  });
  expect(JSON.stringify(data)).not.toContain('argon2');
  expect(await operator('export-account', player.email, file)).toMatchObject({
    code: 1,
    stderr: `${file} cannot be written: it exists.\n`,
  });
});

test('an account is deleted only with --yes, and never while it is an operator', async () => {
  const player = await server.signedIn();
  const { stderr, code } = await operator('delete-account', player.email);
  expect([code, stderr]).toEqual([
    1,
    `${player.email} did not ask for it. Nothing was deleted: add --yes to delete the account for good.\n`,
  ]);
  expect((await player.call(profile)).status).toBe(200);
  const boss = await server.account({ operator: true });
  expect(await operator('delete-account', boss.email, '--yes')).toMatchObject({ code: 1, stdout: '' });
  expect(await operator('delete-account', player.email, '--yes')).toMatchObject({ code: 0 });
  expect((await player.call(profile)).status).toBe(401);
  expect((await player.call(events)).status).toBe(401);
});

test('wrong arguments exit with 2 and change nothing', async () => {
  const wrong = [
    ['withdraw'],
    ['withdraw', 'a', 'b'],
    ['disable', 'nobody'],
    ['exclude', 'a'],
    ['end', 'a'],
    ['packages', '--add', 'x'],
    ['audit', '--since', 'yesterday'],
    ['export-account', 'a@x.example'],
    ['delete-account'],
  ];
  for (const args of wrong) {
    const { code, stdout, stderr } = await operator(...args);
    expect([code, stdout], args.join(' ')).toEqual([2, '']);
    expect(stderr.trim().split('\n'), args.join(' ')).toHaveLength(2);
  }
});

test('a label whose mails a person stopped mails them again', async () => {
  const { email, accountid } = await server.account();
  const { labelid } = await server.db
    .insertInto('labels')
    .values({ name: 'Quiet Harbour' })
    .returning('labelid')
    .executeTakeFirstOrThrow();
  const countStops = async () => (await server.pool.query('select from account_label_mail')).rowCount;
  await insertLabelStop(server.db, accountid, labelid, server.now());
  expect(await countStops()).toBe(1);
  expect(await operator('profile', email, '--start-label-mails', 'No Such Label')).toMatchObject({ code: 1 });
  expect(await operator('profile', email, '--start-label-mails', 'Quiet Harbour')).toMatchObject({ code: 0 });
  expect(await countStops()).toBe(0);
});
