import { createHash } from 'node:crypto';
import { staffLabels } from '@promenade/contract/label';
import { mails } from '@promenade/contract/operator';
import { profile } from '@promenade/contract/profile';
import { apiTokens, createApiToken, revokeApiToken } from '@promenade/contract/tokens';
import { expect, test } from 'vitest';
import { createClient, refused } from '../testing/client.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { deleteOldRows } from './deleteOldRows.ts';
import { updateAccount } from './queries.ts';
import { deleteLabelMember, upsertLabelMember } from './staffQueries.ts';

const DAY = 24 * 3600_000;
const MINUTE = 60_000;
const server = await startTestServer();
const release = await server.release({ label: { name: 'Harbour', contact: null } });
const { labelId = 0 } =
  (await server.db.selectFrom('labels').where('name', '=', 'Harbour').select('id as labelId').executeTakeFirst()) ?? {};

async function newEditor() {
  const editor = await server.signedIn();
  await server.joinLabel(editor, release, 'editor');
  return editor;
}

async function makeToken({ call }: SignedIn, days?: number) {
  const { status, body } = await call(createApiToken, { body: { name: 'Delivery script', ...(days && { days }) } });
  expect(status).toBe(201);
  return { ...body, call: createClient(server.url, body.token) };
}
type Token = Awaited<ReturnType<typeof makeToken>>;
const isAccepted = async ({ call }: Token) => (await call(staffLabels)).status === 200;
const listAudit = (playerid: string) =>
  server.db
    .selectFrom('audit')
    .where('subject', '=', playerid)
    .where('action', 'like', 'token.%')
    .selectAll()
    .execute();

test('a token is shown once, does what its owner may do for labels, is listed with its use, and ends when revoked', {
  tags: ['requirements decision 42'],
}, async () => {
  const editor = await newEditor();
  const made = await makeToken(editor);
  expect(made.token).toMatch(/^promenade_[\w-]{43}$/);
  expect((await made.call(staffLabels)).body.items).toMatchObject([{ name: 'Harbour', role: 'editor' }]);
  expect(await made.call(profile)).toMatchObject(refused('SESSION_REQUIRED'));
  expect(await made.call(mails)).toMatchObject(refused('NOT_FOUND'));
  expect(await made.call(createApiToken, { body: { name: 'Child' } })).toMatchObject(refused('SESSION_REQUIRED'));
  const { body } = await editor.call(apiTokens);
  const { tokenid, name, expires } = made;
  expect(body).toMatchObject({ total: 1, items: [{ tokenid, name, expires, used: expect.any(String) }] });
  expect(JSON.stringify(body)).not.toContain(made.token);
  const { hash } = await server.db
    .selectFrom('api_tokens')
    .selectAll()
    .where('tokenid', '=', tokenid)
    .executeTakeFirstOrThrow();
  expect(hash).toEqual(createHash('sha256').update(made.token).digest());
  const stranger = await newEditor();
  expect(await stranger.call(revokeApiToken, { params: { tokenid } })).toMatchObject(refused('API_TOKEN_NOT_FOUND'));
  expect((await editor.call(revokeApiToken, { params: { tokenid } })).status).toBe(204);
  expect(await made.call(staffLabels)).toMatchObject(refused('UNAUTHENTICATED'));
  const audit = await listAudit(editor.playerid);
  expect(audit.map(({ action, actor }) => [action, actor])).toEqual([
    ['token.create', editor.playerid],
    ['token.revoke', editor.playerid],
  ]);
  expect(JSON.stringify(audit)).not.toContain(made.token);
});

test.each<[string, (editor: SignedIn) => Promise<unknown>, ((editor: SignedIn) => Promise<unknown>)?]>([
  [
    'its account works for no label any more, also when it does again',
    ({ accountid }) => deleteLabelMember(server.db, { accountid, labelId }),
    (editor) => server.joinLabel(editor, release, 'editor'),
  ],
  [
    'its account is disabled, also when it is enabled again',
    ({ accountid }) => updateAccount(server.db, accountid, { status: 'disabled' }),
    ({ accountid }) => updateAccount(server.db, accountid, { status: 'active' }),
  ],
  [
    'its account operates no longer, also when it works for a label',
    async ({ accountid }) => {
      await updateAccount(server.db, accountid, { operator: false });
      const member = { accountid, labelId, role: 'viewer' as const };
      await upsertLabelMember(server.db, member, 'command', server.now());
    },
  ],
])('a token ends when %s', { tags: ['requirements decision 42'] }, async (_when, lose, regain) => {
  const editor = await newEditor();
  await updateAccount(server.db, editor.accountid, { operator: true });
  if (regain) await updateAccount(server.db, editor.accountid, { operator: false });
  const token = await makeToken(editor);
  expect(await isAccepted(token)).toBe(true);
  await lose(editor);
  expect(await isAccepted(token)).toBe(false);
  await regain?.(editor);
  expect(await isAccepted(token)).toBe(false);
});

test('making one needs a role, a fresh sign-in or the password, and few attempts; it expires after 90 days', {
  tags: ['requirements decision 42'],
}, async () => {
  const listener = await server.signedIn();
  const body = { name: 'Mine' };
  expect(await listener.call(createApiToken, { body })).toMatchObject(refused('API_TOKENS_NOT_ALLOWED'));
  const editor = await newEditor();
  const token = await makeToken(editor);
  const short = await makeToken(editor, 1);
  const { call } = editor;
  for (const days of [0, 366])
    expect(await call(createApiToken, { body: { ...body, days } })).toMatchObject(refused('VALIDATION'));
  server.advanceClock(11 * MINUTE);
  expect(await call(createApiToken, { body })).toMatchObject(refused('REAUTHENTICATION_REQUIRED'));
  expect(await call(createApiToken, { body: { ...body, password: 'Wrong-1' } })).toMatchObject({
    refusal: { fields: { password: 'Your password is incorrect.' } },
  });
  expect((await call(createApiToken, { body: { ...body, password: PASSWORD } })).status).toBe(201);
  for (let attempt = 6; attempt <= 10; attempt++) await call(createApiToken, { body });
  expect(await call(createApiToken, { body: { ...body, password: PASSWORD } })).toMatchObject(
    refused('TOO_MANY_REQUESTS'),
  );
  server.advanceClock(DAY);
  expect([await isAccepted(short), await isAccepted(token)]).toEqual([false, true]);
  server.advanceClock(89 * DAY);
  expect(await isAccepted(token)).toBe(false);
  await deleteOldRows(server);
  const kept = await server.db
    .selectFrom('api_tokens')
    .where('account_id', '=', editor.accountid)
    .selectAll()
    .execute();
  expect(kept.map(({ tokenid }) => tokenid)).not.toContain(short.tokenid);
  expect(kept.map(({ tokenid }) => tokenid)).toContain(token.tokenid);
});
