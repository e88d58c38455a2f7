import { signIn } from '@promenade/contract/access';
import { makeName } from '@promenade/contract/operatorCatalogue';
import * as people from '@promenade/contract/operatorPeople';
import * as service from '@promenade/contract/operatorService';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApplicants } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { listAudit } from '../testing/operatorCommand.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';

const support = 'support@test.example';
const server = await startTestServer({ env: { SUPPORT_EMAIL: support, TRUST_PROXY: '127.0.0.1' } });
const { db, now } = server;
const { apply } = createApplicants(server);
const boss = await server.signedIn({ operator: true, firstname: 'Bo', lastname: 'Fenn' });
const second = await server.signedIn({ operator: true, firstname: 'Ada', lastname: 'Quist' });
await server.account({ email: 'desk@ferry.example', packages: ['Radio', 'Press'] });
const HOLD_MS = people.DECISION_HOLD_MS;
let count = 0;

/** An applicant, as the list of applications shows it. */
async function applicant() {
  const email = `candidate${++count}@ferry.example`;
  await apply(email);
  const { items } = (await boss.call(people.applicants, { query: { filter: email } })).body;
  return { email, params: { playerid: items[0]?.playerid ?? '' }, item: items[0] };
}
const read = async (playerid: string) => (await boss.call(people.account, { params: { playerid } })).body;
const decide = (params: { playerid: string }, body: object, { call } = boss) =>
  call(people.decideApplication, { params, body: { decision: 'approved', ...body } });
const mailTime = async (email: string) => {
  const { rows } = await sql<{ start_after: Date }>`
    select start_after from pgboss.job j join mails m on m.id::text = j.data->>'mailid'
    where m.recipient = ${email} order by m.created_at desc limit 1`.execute(db);
  return rows[0]?.start_after.getTime() ?? 0;
};
const lastAudit = async (subject: string) => (await listAudit(server, subject)).at(-1);

test('an application shows all answers, and who of the company or domain is here already', async () => {
  const { item } = await applicant();
  expect(item).toMatchObject({ name: 'Mia Ostrander', samedomain: 1, inviter: null });
  expect(item?.answers).toMatchObject({ first_name: 'Mia', industry: expect.any(String), country: expect.any(String) });
});

test('an approval gives packages, is told who comes second, and can be taken back with its mail', async () => {
  const { email, params } = await applicant();
  const before = now().getTime();
  const mails = await server.countMails(email);
  expect(await decide(params, { packages: ['Radio'], verified: true })).toMatchObject({ status: 204 });
  expect(await mailTime(email)).toBeGreaterThanOrEqual(before + HOLD_MS);
  expect(await read(params.playerid)).toMatchObject({
    status: 'active',
    verified: true,
    packages: ['Everyone', 'Radio'],
  });
  const late = await decide(params, { decision: 'rejected' }, second);
  expect(late).toMatchObject(refused('APPLICATION_DECIDED'));
  expect(late.refusal?.message).toContain('Bo Fenn has approved it.');
  expect((await second.call(people.undoApplication, { params })).status).toBe(204);
  expect(await read(params.playerid)).toMatchObject({ status: 'pending', verified: false, packages: ['Everyone'] });
  expect(await server.countMails(email)).toBe(mails);
  expect(await lastAudit(params.playerid)).toMatchObject({
    actor: second.playerid,
    action: 'account.undo-decision',
    before: { status: 'active' },
  });
});

test('an account without answers can be taken back too', async () => {
  const { playerid } = await server.account({ status: 'pending', firstname: 'Noanswers' });
  const list = async () =>
    (await boss.call(people.applicants, { query: { state: 'decided', filter: 'noanswers' } })).body.items;
  await decide({ playerid }, { decision: 'rejected' });
  expect(await list()).toMatchObject([{ playerid, decided: { decision: 'rejected' } }]);
  await boss.call(people.undoApplication, { params: { playerid } });
  expect(await list()).toEqual([]);
});

test('a decision says who made it, why and until when it can be taken back, and is found later', async () => {
  const { email, params } = await applicant();
  await decide(params, { decision: 'rejected', reason: 'No station of this name.' });
  const find = async (state: 'decided' | 'rejected' | 'approved') =>
    (await second.call(people.applicants, { query: { state, filter: email } })).body.items;
  const [row] = await find('decided');
  expect(row?.decided).toMatchObject({ decision: 'rejected', by: 'Bo Fenn', reason: 'No station of this name.' });
  expect(Date.parse(row?.decided?.until ?? '') - Date.parse(row?.decided?.at ?? '')).toBe(HOLD_MS);
  server.advanceClock(HOLD_MS + 1000);
  expect(await find('decided')).toEqual([]);
  expect(await find('approved')).toEqual([]);
  expect(await find('rejected')).toMatchObject([{ decided: { by: 'Bo Fenn', until: null } }]);
});

test('people of the company or domain of an applicant are named', async () => {
  const { playerid } = await server.account({ email: 'ada@known.example', firstname: 'Ada', lastname: 'Kern' });
  await apply('new@known.example');
  const { items } = (await boss.call(people.applicants, { query: { filter: 'new@known.example' } })).body;
  expect(items).toMatchObject([{ samedomain: 1, domain_people: [{ playerid, name: 'Ada Kern' }] }]);
});

test('a rejection mails its reason and is final after ten minutes', async () => {
  const { email, params } = await applicant();
  await decide(params, { decision: 'rejected', reason: 'No station of this name.' });
  expect((await server.waitForMail(email)).text).toContain('No station of this name.');
  server.advanceClock(HOLD_MS + 1000);
  expect(await boss.call(people.undoApplication, { params })).toMatchObject(refused('UNDO_TOO_LATE'));
});

test('of two operators who decide at once one succeeds', async () => {
  const { params } = await applicant();
  const answers = await Promise.all([boss, second].map((caller) => decide(params, {}, caller)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
});

test('people are found by a part of name, company or address, and by state, role and package', async () => {
  const { playerid } = await server.account({ email: 'z%ed@ferry.example', firstname: 'Zoë', lastname: 'Zwick' });
  const find = async (query: object) => (await boss.call(people.accounts, { query })).body.items;
  const pasted = ['Zwick "Zoë"', 'ferry.example zoë', 'Zoë Zwick <Z%ED@ferry.example>', 'mailto:z%ed@ferry.example'];
  for (const filter of ['zwick', 'Zoë Z', 'Z%ED@', playerid, ...pasted])
    expect(
      (await find({ filter })).map((found) => found.playerid),
      filter,
    ).toEqual([playerid]);
  expect((await find({ role: 'operator' })).map(({ name }) => name)).toEqual(['Bo Fenn', 'Ada Quist']);
  expect((await find({ package: 'press' })).map(({ email }) => email)).toEqual(['desk@ferry.example']);
  expect(await find({ filter: '%' })).toHaveLength(1);
});

test('of very many hits a thousand are counted, and all are in order', async () => {
  await sql`
    with made as (
      insert into accounts (firstname, lastname, company) select 'Mass', lpad(n::text, 4, '0'), 'Crowd' from generate_series(1, 1100) n
      returning id, lastname)
    insert into account_emails (email, account_id) select lastname || '@throng.example', id from made`.execute(db);
  for (const filter of ['crowd', '@throng.']) {
    const find = async (page: number, sort: people.AccountSort) =>
      (await boss.call(people.accounts, { query: { filter, sort, page } })).body;
    expect((await find(1, 'name')).total).toBe(1000);
    expect((await find(2, 'name')).items[0]?.name).toBe('Mass 0041');
    expect((await find(1, '-name')).items[0]?.name).toBe('Mass 1100');
  }
  expect((await boss.call(people.accounts, { query: { filter: '00 mass', sort: '-name' } })).body).toMatchObject({
    total: 119,
    items: { 0: { name: 'Mass 1100' } },
  });
});

test('a change of an account is of the version that was read', async () => {
  const { playerid } = await server.account({ verified: false });
  const { version } = await read(playerid);
  const change = (body: object, match?: string, { call } = boss) =>
    call(people.changeAccount, { params: { playerid }, body }, match ? { 'if-match': `"${match}"` } : {});
  expect(await change({ verified: true })).toMatchObject(refused('IF_MATCH_REQUIRED'));
  const changed = await change({ verified: true, packages: ['Press'] }, version);
  expect(changed.body).toMatchObject({ verified: true, packages: ['Everyone', 'Press'] });
  expect(await change({ packages: [] }, version, second)).toMatchObject(refused('ACCOUNT_CHANGED'));
  const unknown = await change({ verified: false, packages: ['Nonsense'] }, changed.body.version);
  expect(unknown.status).toBe(404);
  expect(await read(playerid)).toMatchObject({ verified: true, packages: ['Everyone', 'Press'] });
});

test('nobody disables the own account or gives up being an operator', async () => {
  const params = { playerid: boss.playerid };
  const { version } = await read(boss.playerid);
  const disabled = await boss.call(people.actOnAccount, { params, body: { action: 'disable' } });
  expect(disabled).toMatchObject(refused('OWN_ACCOUNT'));
  const headers = { 'if-match': `"${version}"` };
  const changed = await boss.call(people.changeAccount, { params, body: { operator: false } }, headers);
  expect(changed).toMatchObject(refused('OWN_ACCOUNT'));
});

test.each([
  ['disable', 'account.disable'],
  ['end-sessions', 'account.end-sessions'],
  ['send-sign-in-link', 'account.send-link'],
  ['send-password-link', 'account.send-link'],
  ['lift-locks', 'account.lift-locks'],
  ['delete', 'account.delete'],
] as const)('%s is done and audited', async (action, audited) => {
  const { playerid } = await server.account();
  const answer = await boss.call(people.actOnAccount, { params: { playerid }, body: { action } });
  expect(answer.status).toBe(204);
  expect(await lastAudit(playerid)).toMatchObject({ actor: boss.playerid, action: audited });
});

test('a locked address can sign in again after the locks were lifted', async () => {
  const { playerid, email } = await server.account();
  const tryPassword = (password: string) => server.call(signIn, { body: { username: email, password } });
  for (let attempt = 0; attempt <= 10; attempt++) await tryPassword('Wrong-12');
  expect(await tryPassword(PASSWORD)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await read(playerid)).locks).toMatchObject([{ limit: 'sign-in' }]);
  expect((await boss.call(service.operatorToday)).body.locks).toBeGreaterThan(0);
  await boss.call(people.actOnAccount, { params: { playerid }, body: { action: 'lift-locks' } });
  expect((await tryPassword(PASSWORD)).status).toBe(200);
});

test('whose mails came back is counted and found, and gets mails again', async () => {
  const { playerid, email } = await server.account();
  await db.insertInto('suppressions').values({ address: email, since: now(), reason: '550 No such user' }).execute();
  const counted = async () => (await boss.call(service.operatorToday)).body.suppressed;
  expect(await counted()).toBe(1);
  const { items } = (await boss.call(people.accounts, { query: { mails: 'suppressed' } })).body;
  expect(items.map((found) => found.playerid)).toEqual([playerid]);
  expect((await read(playerid)).suppressions).toMatchObject([{ address: email, reason: '550 No such user' }]);
  const lift = () => boss.call(people.actOnAccount, { params: { playerid }, body: { action: 'lift-suppression' } });
  expect((await lift()).status).toBe(204);
  expect(await lift()).toMatchObject(refused('NOTHING_CHANGED'));
  expect((await read(playerid)).suppressions).toEqual([]);
  expect(await lastAudit(email)).toMatchObject({ actor: boss.playerid, action: 'suppression.lift' });
  expect(await counted()).toBe(0);
});

test('everything about an account is exported, and that is audited', async () => {
  const { playerid, email } = await server.account();
  const { body } = await boss.call(people.exportAccount, { params: { playerid } });
  expect(body).toMatchObject({ emails: [{ email }] });
  expect(await lastAudit(playerid)).toMatchObject({ actor: boss.playerid, action: 'account.export' });
});

const change = async (playerid: string, body: object) => {
  const { version } = await read(playerid);
  return boss.call(people.changeAccount, { params: { playerid }, body }, { 'if-match': `"${version}"` });
};
const act = (playerid: string, action: people.AccountAction) =>
  boss.call(people.actOnAccount, { params: { playerid }, body: { action } });

test('an account without an address is found and helped, and reached once it has one', async () => {
  const { email, playerid } = await server.account({ firstname: 'Nell', lastname: 'Addressless', verified: false });
  await db.deleteFrom('account_emails').where('email', '=', email).execute();
  const { items } = (await boss.call(people.accounts, { query: { filter: 'addressless' } })).body;
  expect(items).toMatchObject([{ playerid, email: '' }]);
  expect((await act(playerid, 'verify')).status).toBe(204);
  for (const action of ['disable', 'enable', 'end-sessions'] as const)
    expect((await act(playerid, action)).status, action).toBe(204);
  expect(await act(playerid, 'send-password-link')).toMatchObject(refused('ACCOUNT_WITHOUT_EMAIL'));
  const added = 'nell@again.example';
  expect((await change(playerid, { addemail: added })).body.emails).toEqual([added]);
  expect((await act(playerid, 'send-password-link')).status).toBe(204);
  expect((await server.waitForMail(added)).subject).toBe('Reset your password');
  expect(await lastAudit(playerid)).toMatchObject({ action: 'account.send-link' });
  await server.account({ email: 'taken@again.example' });
  expect(await change(playerid, { addemail: 'taken@again.example' })).toMatchObject(refused('EMAIL_TAKEN'));
  expect(await change(playerid, { removeemail: added })).toMatchObject(refused('ONLY_EMAIL'));
});

test('name, company, mail frequency, addresses and stopped labels are changed and audited', async () => {
  const { playerid, email } = await server.signedIn({ firstname: 'Ann', lastname: 'Old' });
  const name = 'Stopped Records';
  const { id: labelid } = (await boss.call(makeName, { params: { kind: 'labels' }, body: { name } })).body;
  await change(playerid, { addemail: 'ann@new.example', labelmails: { labelid, stopped: true } });
  expect((await server.waitForMail(email)).text).toContain('ann@new.example is now an address of your account');
  const facts = { firstname: 'Ann', lastname: 'New', company: 'Ferry FM', mailpref: 'weekly' } as const;
  expect((await change(playerid, facts)).body).toMatchObject({
    ...facts,
    stoppedlabels: [{ labelid, name }],
  });
  expect(await listAudit(server, playerid)).toContainEqual(
    expect.objectContaining({
      action: 'account.profile',
      before: expect.objectContaining({ lastname: 'Old' }),
      after: expect.objectContaining({ lastname: 'New', company: 'Ferry FM' }),
    }),
  );
  expect(await lastAudit(playerid)).toMatchObject({ action: 'account.company' });
  const { body } = await change(playerid, { removeemail: email, labelmails: { labelid, stopped: false } });
  expect(body).toMatchObject({ emails: ['ann@new.example'], stoppedlabels: [], sessions: [] });
});

test('the releases that other packages would bring and take are counted before', async () => {
  const { playerid } = await server.account({ packages: ['Radio'] });
  for (const packages of [['Radio'], ['Press'], ['Press', 'Radio']]) await server.release({ packages });
  const preview = async (packages: string[]) =>
    (await boss.call(people.previewPackages, { params: { playerid }, body: { packages } })).body;
  expect(await preview(['Radio'])).toEqual({ gained: 0, lost: 0 });
  expect(await preview(['Press'])).toEqual({ gained: 1, lost: 1 });
  expect(await preview([])).toEqual({ gained: 0, lost: 2 });
});

test('notes about a person are shown with who wrote them; the trail has no text of them', async () => {
  const { playerid } = await server.account();
  const params = { playerid };
  await boss.call(people.addNote, { params, body: { note: 'Calls on Mondays' } });
  const [note] = (await second.call(people.account, { params })).body.notes;
  expect(note).toMatchObject({ by: 'Bo Fenn', note: 'Calls on Mondays' });
  expect(JSON.stringify(await listAudit(server, playerid))).not.toContain('Mondays');
  const other = (await server.account()).playerid;
  const noteid = note?.noteid ?? '';
  expect(await boss.call(people.deleteNote, { params: { playerid: other, noteid } })).toMatchObject(
    refused('NOT_FOUND'),
  );
  expect((await boss.call(people.deleteNote, { params: { playerid, noteid } })).status).toBe(204);
  expect((await read(playerid)).notes).toEqual([]);
  expect(await lastAudit(playerid)).toMatchObject({ actor: boss.playerid, action: 'account.delete-note' });
});

test('an account is made with packages, and its person gets a link that sets a password', async () => {
  const body = { email: 'made@ferry.example', firstname: 'Mo', verified: true, packages: ['Press'] };
  const { playerid } = (await boss.call(people.makeAccount, { body })).body;
  expect(await read(playerid)).toMatchObject({ firstname: 'Mo', verified: true, packages: ['Everyone', 'Press'] });
  expect((await server.waitForMail(body.email)).links[0]).toContain('/resetpwd/');
  expect(await boss.call(people.makeAccount, { body })).toMatchObject(refused('EMAIL_TAKEN'));
});
