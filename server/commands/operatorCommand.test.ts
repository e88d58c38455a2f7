import { expect, test } from 'vitest';
import { createAccount } from '../access/accounts.ts';
import { createTestDatabase } from '../testing/database.ts';
import { createOperatorCommand } from '../testing/operatorCommand.ts';

const { db, connection } = await createTestDatabase();
const operator = await createOperatorCommand(connection, { PUBLIC_URL: 'https://music.example' });
const email = 'theo@station.example';

test('an application is listed, approved once, and its mail is queued', {
  tags: ['A-ROLE-10', 'A-MAIL-06'],
}, async () => {
  await createAccount(db, { email, status: 'pending', firstname: 'Theo', lastname: 'Abernathy', country: 'US' });
  const changed = await operator('account', email);
  expect(changed).toMatchObject({ code: 0 });
  expect(changed.stdout).toContain('\nIt is pending and cannot sign in: approve it, too.\n');
  expect(await operator('list', '--pending')).toMatchObject({
    code: 0,
    stdout: `${email}  pending, not verified, no password yet\n    Theo Abernathy, US\n`,
  });
  expect(await operator('approve', 'Theo@Station.example')).toMatchObject({
    code: 0,
    stdout: `Approved ${email}; sending a mail with a link to set a password.\n`,
    stderr: '',
  });
  const mail = await db.selectFrom('mails').selectAll().where('recipient', '=', email).executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ kind: 'welcome', sent_at: null });
  expect(mail.body).toContain('https://music.example/resetpwd/');
  expect(await operator('reject', email)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The account of ${email} is active, not pending: nothing was changed.\n`,
  });
});

test('roles can be given and taken away', { tags: ['A-ROLE-09'] }, async () => {
  expect(await operator('verify', email)).toMatchObject({ code: 0, stdout: `${email} is now verified.\n` });
  expect(await operator('label-staff', email)).toMatchObject({ code: 0, stdout: `${email} is now label staff.\n` });
  expect((await operator('list')).stdout).toBe(`${email}  active, verified, label staff, no password yet\n`);
  expect(await operator('verify', email, '--off')).toMatchObject({
    code: 0,
    stdout: `${email} is no longer verified.\n`,
  });
});

test('--json prints results as objects, also where nothing but a sentence is printed otherwise', async () => {
  const asJson = async (...args: string[]) => {
    const { code, stdout } = await operator(...args, '--json');
    expect(code).toBe(0);
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  };
  expect(await asJson('verify', email)).toEqual([{ email, verified: true }]);
  expect(await asJson('packages', email)).toEqual([{ account: email, packages: ['Everyone'] }]);
  expect(await asJson('list')).toMatchObject([{ emails: [email], status: 'active', verified: true }]);
  expect(await asJson('status')).toMatchObject([
    { problems: [{ code: 'BACKUP' }], accounts: { active: 1 }, releases: {}, mails: { refused: 0 } },
  ]);
});

test('status names what keeps the service from working', async () => {
  const { connection } = await createTestDatabase();
  const full = await createOperatorCommand(connection, { FREE_SPACE_MIN_MB: '99999999' });
  const { code, stdout, stderr } = await full('status');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Promenade \S+/);
  expect(stdout).toMatch(/^problems +The disk is almost full: /m);
  expect(stdout).toMatch(/^accounts +none$/m);
});

test('--help lists the verbs; an unknown address exits with 1, wrong usage with 2', async () => {
  const { code, stdout } = await operator('--help');
  expect(code).toBe(0);
  for (const verb of ['status', 'list', 'approve', 'reject', 'verify', 'label-staff', 'account'])
    expect(stdout).toMatch(new RegExp(`^  ${verb} `, 'm'));
  expect(await operator('verify', 'nobody@x.example')).toMatchObject({
    code: 1,
    stderr: 'No account has the address nobody@x.example.\n',
  });
  for (const wrong of [[], ['paint'], ['approve'], ['approve', 'nobody'], ['reject', email, email], ['list', '--all']])
    expect(await operator(...wrong)).toMatchObject({ code: 2, stdout: '' });
});
