import { labelPackages, staffReleases } from '@promenade/contract/label';
import { expect, test } from 'vitest';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const operator = await createOperatorCommand(server.pool.options);

test('an account works for a label from the command on, and no longer after --off; both are audited', async () => {
  await server.release({ title: 'Night Ferry', label: { name: 'Harbour Records', contact: null } });
  const { email, playerid, call } = await server.signedIn();
  const count = async () => (await call(staffReleases, { query: {} })).body.total;
  expect(await operator('staff', 'harbour records', email, '--role', 'viewer')).toMatchObject({
    code: 0,
    stdout: `${email} is now viewer of Harbour Records.\n`,
  });
  expect(await count()).toBe(1);
  expect((await operator('staff', 'Harbour Records')).stdout).toMatch(`${email}  viewer of Harbour Records since 20`);
  expect(await operator('staff', 'Harbour Records', playerid, '--role', 'editor')).toMatchObject({ code: 0 });
  expect(await operator('staff', 'Harbour Records', email, '--off')).toMatchObject({ code: 0 });
  expect(await count()).toBe(0);
  expect((await operator('staff', 'Harbour Records')).stdout).toBe('Nobody works for Harbour Records.\n');
  const changes = await listAudit(server, playerid);
  expect(changes.filter(({ action }) => action === 'label.staff')).toMatchObject([
    { before: { role: null }, after: { label: 'Harbour Records', role: 'viewer' } },
    { before: { role: 'viewer' }, after: { role: 'editor' } },
    { before: { role: 'editor' }, after: { role: null } },
  ]);
});

test('a label delivers to a closed package with a grant alone; both are audited', async () => {
  const release = await server.release({ label: { name: 'Granted', contact: null }, packages: ['Closed club'] });
  const editor = await server.signedIn();
  await server.joinLabel(editor, release, 'editor');
  const { rows } = await server.pool.query<{ labelid: string }>("select labelid from labels where name = 'Granted'");
  const params = { labelid: rows[0]?.labelid ?? '' };
  const listed = async () =>
    (await editor.call(labelPackages, { params, query: {} })).body.items.map(({ name }) => name);
  expect(await operator('package', 'closed club', '--closed')).toMatchObject({
    code: 0,
    stdout: 'Only labels with a grant may deliver to Closed club.\n',
  });
  expect(await listed()).not.toContain('Closed club');
  expect((await operator('grant', 'Granted', 'Closed club')).stdout).toBe('Granted may now deliver to Closed club.\n');
  expect(await listed()).toContain('Closed club');
  expect((await operator('grant', 'Granted', 'Closed club')).code).toBe(1);
  expect((await operator('grant', 'Granted', 'Closed club', '--off')).code).toBe(0);
  expect(await listed()).not.toContain('Closed club');
  expect((await operator('package', 'Closed club', '--open')).code).toBe(0);
  expect(await listed()).toContain('Closed club');
  expect((await operator('package', 'Closed club')).code).toBe(2);
  expect(await listAudit(server, params.labelid)).toMatchObject([
    { action: 'label.package', after: { package: 'Closed club', granted: true } },
    { action: 'label.package', after: { granted: false } },
  ]);
});

test.each([
  [['Nothing', 'a@b.example', '--role', 'viewer'], 1, 'There is no label "Nothing".\n'],
  [['Somebody', 'nobody@b.example', '--role', 'viewer'], 1, /nobody@b\.example/],
  [['Somebody', 'a@b.example', '--role', 'owner'], 2, /--role editor, --role viewer or --off/],
  [['Somebody', 'a@b.example'], 2, /--role editor, --role viewer or --off/],
  [['Somebody', '--off'], 2, /an account before its options/],
  [[], 2, /one label/],
])('staff %j changes nothing and says why', async (args, code, message) => {
  await server.release({ identity: 'id:somebody', label: { name: 'Somebody', contact: null } });
  const result = await operator('staff', ...args);
  expect(result.code).toBe(code);
  expect(result.stderr).toMatch(message);
});

test('logo and contact address of a label are set by command', async () => {
  await server.release({ identity: 'id:drawn', label: { name: 'Drawn', contact: null } });
  const cover = new URL('../ingest/fixtures/cover.jpg', import.meta.url).pathname;
  const done = { code: 0, stdout: 'Drawn was changed.\n' };
  expect(await operator('label', 'Drawn', '--logo', cover, '--contact', 'a@drawn.example')).toMatchObject(done);
  const { rows } = await server.pool.query("select logo_hash, contact from labels where name = 'Drawn'");
  expect(rows).toEqual([{ logo_hash: expect.stringMatching(/^[0-9a-f]{64}$/), contact: 'a@drawn.example' }]);
  const text = new URL('labelCommands.ts', import.meta.url).pathname;
  expect(await operator('label', 'Drawn', '--logo', text)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The picture cannot be used'),
  });
  expect((await operator('label', 'Drawn')).code).toBe(2);
});
