import { setPassword, signIn } from '@promenade/contract/access';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createInvitation } from '../access/invitations.ts';
import { approve, reject } from '../accounts/decide.ts';
import { listAccounts } from '../accounts/queries.ts';
import { createApplicants } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { formatAccount } from './accountCommands.ts';

const support = 'support@test.example';
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1', SUPPORT_EMAIL: support } });
const { apply, confirm, application } = createApplicants(server);
const { db, secrets, now } = server;
let addresses = 0;
const newEmail = () => `candidate${++addresses}@station.example`;
const tryPassword = (username: string) => server.call(signIn, { body: { username, password: PASSWORD } });
const host = await server.account({ email: 'robin@station.example' });
const inviter = { email: host.email, name: 'Robin', playerid: host.playerid };

/** Signs up by invitation, with a password. */
async function applyInvited(email: string): Promise<void> {
  const invited = { inviterId: host.accountid, inviter, email, relationship: 'industry-contact' } as const;
  const { token } = await createInvitation(db, secrets, invited, now());
  await confirm(email, { token, password: PASSWORD, confirm_password: PASSWORD });
}

async function auditOf(email: string) {
  const { playerid } = await db
    .selectFrom('account_emails')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .where('email', '=', email)
    .select('playerid')
    .executeTakeFirstOrThrow();
  return db
    .selectFrom('audit')
    .where('subject', '=', playerid)
    .select(['actor', 'action', 'before', 'after'])
    .orderBy('id')
    .execute();
}

test('an approved account without a password gets a welcome mail with a link that sets one', {
  tags: ['A-MAIL-06', 'A-ROLE-10', 'A-RESET-11', 'A-SIGNUP-55'],
}, async () => {
  const email = newEmail();
  await apply(email);
  expect(await approve(server, email)).toEqual({ asksPassword: true });
  server.advanceClock(1);
  const mail = await server.waitForMail(email);
  expect(mail).toMatchObject({ kind: 'welcome', subject: 'Welcome to Promenade' });
  expect(mail.text).toContain('Hello Mia, your account is open.');
  expect(mail.links[0]).toMatch(/^http:\/\/promenade\.test\/resetpwd\//);
  const token = mail.getToken('resetpwd');
  expect(decodeJwt(token)).toMatchObject({ kind: 'welcome', email, welcome_email: true });
  expect((await server.call(setPassword, { body: { token, password: PASSWORD } })).status).toBe(204);
  expect((await tryPassword(email)).status).toBe(200);
  expect(await application(email)).toMatchObject({ decision: 'approved', decided_at: expect.any(Date) });
});

test('an approved account with a password gets a mail to sign in', { tags: ['A-MAIL-06', 'A-ROLE-10'] }, async () => {
  const email = newEmail();
  await applyInvited(email);
  expect(await tryPassword(email)).toMatchObject(refused('VERIFICATION_PENDING'));
  expect(await approve(server, email)).toEqual({ asksPassword: false });
  const mail = await server.waitForMail(email);
  expect(mail).toMatchObject({ kind: 'approved', links: ['http://promenade.test/login'] });
  expect(mail.text).toContain('You can sign in with the password you chose.');
  expect((await tryPassword(email)).status).toBe(200);
});

test('a rejected account gets a mail with the support address and cannot sign in', {
  tags: ['A-MAIL-06', 'A-ROLE-10'],
}, async () => {
  const email = newEmail();
  await applyInvited(email);
  await reject(server, email);
  const mail = await server.waitForMail(email);
  expect(mail).toMatchObject({ kind: 'rejected', replyTo: support });
  expect(mail.text).toContain(`please write to ${support}`);
  expect(await tryPassword(email)).toMatchObject(refused('INVALID_CREDENTIALS'));
  expect(await application(email)).toMatchObject({ decision: 'rejected', status: 'disabled' });
});

test('without a support address the mail names none', { tags: ['A-MAIL-06'] }, async () => {
  const email = newEmail();
  await apply(email);
  const { config } = server;
  server.advanceClock(1);
  await reject({ ...server, config: { ...config, site: { ...config.site, supportEmail: '' } } }, email);
  const mail = await server.waitForMail(email);
  expect(mail).toMatchObject({ kind: 'rejected', replyTo: null });
  expect(mail.text).not.toContain('write to');
});

test('each decision is audited with both states', async () => {
  const [good, bad] = [newEmail(), newEmail()];
  await apply(good);
  await apply(bad);
  await approve(server, good);
  await reject(server, bad);
  const before = { status: 'pending' };
  expect(await auditOf(good)).toEqual([
    { actor: 'command', action: 'account.approved', before, after: { status: 'active' } },
  ]);
  expect(await auditOf(bad)).toEqual([
    { actor: 'command', action: 'account.rejected', before, after: { status: 'disabled' } },
  ]);
});

test.each(['active', 'disabled'] as const)(
  'an account that is %s cannot be decided about, and gets no mail',
  async (status) => {
    const { email } = await server.account({ status });
    const refusal = `The account of ${email} is ${status}, not pending: nothing was changed.`;
    await expect(approve(server, email)).rejects.toThrow(refusal);
    await expect(reject(server, email)).rejects.toThrow(refusal);
    expect(await server.countMails(email)).toBe(0);
    expect(await auditOf(email)).toEqual([]);
  },
);

test('an unknown address is reported', async () => {
  await expect(approve(server, 'nobody@x.example')).rejects.toThrow('No account has the address nobody@x.example.');
  await expect(reject(server, 'nobody@x.example')).rejects.toThrow('No account has the address nobody@x.example.');
});

test('of concurrent decisions one succeeds, with one mail', async () => {
  const email = newEmail();
  await applyInvited(email);
  const outcomes = await Promise.allSettled([approve(server, email), reject(server, email), approve(server, email)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await server.countMails(email)).toBe(1);
  expect(await auditOf(email)).toHaveLength(1);
});

test('the list has applicant, time and inviter, and can be limited to pending accounts', {
  tags: ['A-ROLE-10'],
}, async () => {
  const [uninvited, invited] = [newEmail(), newEmail()];
  await apply(uninvited);
  await applyInvited(invited);
  const withoutApplication = await server.account({ email: 'aaa@station.example', status: 'pending' });
  const applied = String.raw`applied \d{4}-\d\d-\d\d \d\d:\d\d UTC`;
  const applicant = 'Mia Ostrander, Harbour Press, press-publicity-media, GB';
  const pending = (await listAccounts(db, { pending: true })).flatMap(formatAccount);
  expect(pending).toEqual([
    `${withoutApplication.email}  pending, verified`,
    '    no application',
    `${uninvited}  pending, not verified, no password yet`,
    expect.stringMatching(new RegExp(`^    ${applicant}, ${applied}$`)),
    `${invited}  pending, not verified`,
    expect.stringMatching(
      new RegExp(`^    ${applicant}, ${applied}, invited by robin@station.example \\(industry-contact\\)$`),
    ),
  ]);
  const all = (await listAccounts(db, { pending: false })).flatMap(formatAccount);
  expect(all).toEqual(expect.arrayContaining([...pending.slice(0, 3), 'robin@station.example  active, verified']));
});
