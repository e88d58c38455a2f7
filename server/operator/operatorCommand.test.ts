import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccount } from '../access/accounts.ts';
import { testDb } from '../testing/database.ts';
import { run } from '../testing/processes.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';

const { db, connection } = await testDb();
const folder = await temporaryFolder('promenade operator ');
const { host = '', port, user, database } = connection;

/** The command itself, on this file's database. */
const operator = (...args: string[]) =>
  run('server/operator.ts', {
    args,
    env: {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(String(host))}:${port}/${database}`,
      APP_SECRET: 'a-secret-of-this-test-0123456789-abcdefghij',
      PUBLIC_URL: 'https://music.example',
    },
  }).ended;
const email = 'theo@station.example';

test('an application is listed, approved once, and its mail waits for the service', {
  tags: ['A-ROLE-10', 'A-MAIL-06'],
}, async () => {
  await createAccount(db, { email, status: 'pending', firstname: 'Theo', lastname: 'Abernathy', country: 'US' });
  expect(await operator('list', '--pending')).toMatchObject({
    code: 0,
    stdout: `${email}  pending, not verified, no password yet\n    Theo Abernathy, US\n`,
  });
  expect(await operator('approve', 'Theo@Station.example')).toMatchObject({
    code: 0,
    stdout: `Approved ${email}; a mail with a link that sets a password goes out.\n`,
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

test('roles are given and taken away', { tags: ['A-ROLE-09'] }, async () => {
  expect(await operator('verify', email)).toMatchObject({ code: 0, stdout: `${email} is now verified.\n` });
  expect(await operator('label-staff', email)).toMatchObject({ code: 0, stdout: `${email} is now label staff.\n` });
  expect((await operator('list')).stdout).toBe(`${email}  active, verified, label staff, no password yet\n`);
  expect(await operator('verify', email, '--off')).toMatchObject({
    code: 0,
    stdout: `${email} is no longer verified.\n`,
  });
});

test('it explains itself; an unknown address ends with 1, wrong usage with 2', async () => {
  const { code, stdout } = await operator('--help');
  expect(code).toBe(0);
  for (const verb of ['list', 'approve', 'reject', 'verify', 'label-staff', 'account'])
    expect(stdout).toMatch(new RegExp(`^  ${verb} `, 'm'));
  expect(await operator('verify', 'nobody@x.example')).toMatchObject({
    code: 1,
    stderr: 'No account has the address nobody@x.example.\n',
  });
  for (const wrong of [[], ['paint'], ['approve'], ['approve', 'nobody'], ['reject', email, email], ['list', '--all']])
    expect(await operator(...wrong)).toMatchObject({ code: 2, stdout: '' });
});
