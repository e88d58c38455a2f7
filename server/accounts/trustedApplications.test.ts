import { changeLabel, operatorLabel } from '@promenade/contract/operatorCatalogue';
import { expect, test } from 'vitest';
import { type Application, createApplication } from '../access/applications.ts';
import { companyAnswers, personAnswers } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { createOperatorCommand } from '../testing/operatorCommand.ts';
import { startTestServer } from '../testing/testServer.ts';
import { approveTrustedApplications } from './trustedApplications.ts';

const server = await startTestServer();
const command = await createOperatorCommand(server.pool.options);

test('who applies by an invitation of a trusted label is approved and mailed, everybody else waits', async () => {
  await server.release({ label: { name: 'Harbour', contact: null } });
  const { rows } = await server.pool.query<{ id: number; labelid: string }>(
    "select id, labelid from labels where name = 'Harbour'",
  );
  const [{ id, labelid } = { id: 0, labelid: '' }] = rows;
  const emails = ['invited@new.example', 'other@new.example'];
  for (const email of emails)
    await server.db
      .transaction()
      .execute((db) =>
        createApplication(
          db,
          { ...personAnswers, ...companyAnswers, email } as Application,
          { status: 'pending', password_hash: null },
          server.now(),
        ),
      );
  await server.pool.query('insert into label_invitations values ($1, $2, now())', [id, emails[0]]);
  const statuses = async () => {
    const found = await server.pool.query<{ email: string; status: string }>(
      'select email, status from accounts a join account_emails e on e.account_id = a.id where email = any($1) order by email',
      [emails],
    );
    return found.rows.map(({ status }) => status);
  };
  await approveTrustedApplications(server);
  expect(await statuses()).toEqual(['pending', 'pending']);
  const boss = await server.signedIn({ operator: true });
  const params = { nameid: labelid };
  expect((await boss.call(operatorLabel, { params })).body.trusted).toBe(false);
  expect((await boss.call(changeLabel, { params, body: { trusted: true } })).body.trusted).toBe(true);
  expect(await boss.call(changeLabel, { params, body: { trusted: true } })).toMatchObject(refused('NOTHING_CHANGED'));
  await approveTrustedApplications(server);
  expect(await statuses()).toEqual(['active', 'pending']);
  expect(await server.waitForMail('invited@new.example')).toMatchObject({ kind: 'welcome' });
  expect((await command('trust', 'Harbour', '--off')).stdout).toBe(
    'Who applies by an invitation of Harbour is decided about.\n',
  );
});
