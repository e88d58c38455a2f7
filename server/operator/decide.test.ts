import { setPassword, signIn } from '@promenade/contract/access';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { makeInvitation } from '../access/invitations.ts';
import { applicants } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { approve, reject } from './decide.ts';
import { listing } from './listing.ts';

const support = 'support@test.example';
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1', SUPPORT_EMAIL: support } });
const { apply, confirm, application } = applicants(server);
const { db, secrets, now } = server;
let addresses = 0;
const newEmail = () => `candidate${++addresses}@station.example`;
const enter = (username: string) => server.call(signIn, { body: { username, password: PASSWORD } });
const host = await server.account({ email: 'robin@station.example' });
const inviter = { email: host.email, name: 'Robin', playerid: host.playerid };

/** Applies with a password of one's own. */
async function applyInvited(email: string): Promise<void> {
  const invited = { inviterId: host.accountid, inviter, email, relationship: 'industry-contact' } as const;
  const { token } = await makeInvitation(db, secrets, invited, now());
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

test('who signed up alone is approved by a welcome mail; its link sets a password that signs in', {
  tags: ['A-MAIL-06', 'A-ROLE-10', 'A-RESET-11', 'A-SIGNUP-55'],
}, async () => {
  const email = newEmail();
  await apply(email);
  expect(await approve(server, email)).toEqual({ asksPassword: true });
  server.pass(1);
  const mail = await server.mail(email);
  expect(mail).toMatchObject({ kind: 'welcome', subject: 'Welcome to Promenade' });
  expect(mail.text).toContain('Hello Mia, your application was approved.');
  expect(mail.links[0]).toMatch(/^http:\/\/promenade\.test\/resetpwd\//);
  const token = mail.tokenOf('resetpwd');
  expect(decodeJwt(token)).toMatchObject({ kind: 'welcome', email, welcome_email: true });
  expect((await server.call(setPassword, { body: { token, password: PASSWORD } })).status).toBe(204);
  expect((await enter(email)).status).toBe(200);
  expect(await application(email)).toMatchObject({ decision: 'approved', decided_at: expect.any(Date) });
});

test('who chose a password already is told that it signs in now', { tags: ['A-MAIL-06', 'A-ROLE-10'] }, async () => {
  const email = newEmail();
  await applyInvited(email);
  expect(await enter(email)).toMatchObject(refused('VERIFICATION_PENDING'));
  expect(await approve(server, email)).toEqual({ asksPassword: false });
  const mail = await server.mail(email);
  expect(mail).toMatchObject({ kind: 'approved', links: ['http://promenade.test/login'] });
  expect(mail.text).toContain('You can sign in with the password you chose.');
  expect((await enter(email)).status).toBe(200);
});

test('who is rejected is told so and whom to ask, and cannot sign in', {
  tags: ['A-MAIL-06', 'A-ROLE-10'],
}, async () => {
  const email = newEmail();
  await applyInvited(email);
  await reject(server, email);
  const mail = await server.mail(email);
  expect(mail).toMatchObject({ kind: 'rejected', replyTo: support });
  expect(mail.text).toContain(`please answer to ${support}`);
  expect(await enter(email)).toMatchObject(refused('INVALID_CREDENTIALS'));
  expect(await application(email)).toMatchObject({ decision: 'rejected', status: 'disabled' });
});

test('where there is no address for support the mail does not name one', { tags: ['A-MAIL-06'] }, async () => {
  const email = newEmail();
  await apply(email);
  const { config } = server;
  server.pass(1);
  await reject({ ...server, config: { ...config, site: { ...config.site, supportEmail: '' } } }, email);
  const mail = await server.mail(email);
  expect(mail).toMatchObject({ kind: 'rejected', replyTo: null });
  expect(mail.text).not.toContain('answer to');
});

test('each decision leaves a line in the audit trail, before and after', async () => {
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
  'an account that is %s is not decided about: nothing changes, no mail goes out',
  async (status) => {
    const { email } = await server.account({ status });
    const refusal = `The account of ${email} is ${status}, not pending: nothing was changed.`;
    await expect(approve(server, email)).rejects.toThrow(refusal);
    await expect(reject(server, email)).rejects.toThrow(refusal);
    expect(await server.mailCount(email)).toBe(0);
    expect(await auditOf(email)).toEqual([]);
  },
);

test('an address that nobody has is named', async () => {
  await expect(approve(server, 'nobody@x.example')).rejects.toThrow('No account has the address nobody@x.example.');
  await expect(reject(server, 'nobody@x.example')).rejects.toThrow('No account has the address nobody@x.example.');
});

test('decided twice at the same time it is decided once, with one mail', async () => {
  const email = newEmail();
  await applyInvited(email);
  const outcomes = await Promise.allSettled([approve(server, email), reject(server, email), approve(server, email)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await server.mailCount(email)).toBe(1);
  expect(await auditOf(email)).toHaveLength(1);
});

test('the list shows who applied, from where, when and by whose invitation; or only those who wait', {
  tags: ['A-ROLE-10'],
}, async () => {
  const [alone, invited] = [newEmail(), newEmail()];
  await apply(alone);
  await applyInvited(invited);
  const bare = await server.account({ email: 'aaa@station.example', status: 'pending' });
  const when = String.raw`applied \d{4}-\d\d-\d\d \d\d:\d\d`;
  const who = 'Mia Ostrander, Harbour Press, press-publicity-media, GB';
  const pending = await listing(db, { pending: true });
  expect(pending).toEqual([
    `${bare.email}  pending, verified`,
    '    no application',
    `${alone}  pending, not verified, no password yet`,
    expect.stringMatching(new RegExp(`^    ${who}, ${when}$`)),
    `${invited}  pending, not verified`,
    expect.stringMatching(new RegExp(`^    ${who}, ${when}, invited by robin@station.example \\(industry-contact\\)$`)),
  ]);
  const all = await listing(db, { pending: false });
  expect(all).toEqual(expect.arrayContaining([...pending.slice(0, 3), 'robin@station.example  active, verified']));
});
