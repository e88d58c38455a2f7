import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as access from '@promenade/contract/access';
import { merge, split } from '@promenade/contract/profile';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { createLink, linkPath } from './links.ts';

const server = await startTestServer();
const folder = await mkdtemp(join(tmpdir(), 'player-'));
await writeFile(join(folder, 'index.html'), '<!doctype html><title>Promenade</title>');
/** The same server with the web pages of mailed links. */
const service = await buildTestApp(server, { webRoot: folder });
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const kinds = ['sign-in', 'reset', 'welcome', 'merge', 'split'] as const;
type Links = Record<(typeof kinds)[number], string>;

/** Creates one open link of every kind, each for its own account. */
async function createLinks() {
  const players = {} as Record<(typeof kinds)[number], SignedIn>;
  const tokens = {} as Links;
  for (const kind of kinds) {
    const player = await server.signedIn();
    const otherEmail = `other.${player.email}`;
    if (kind === 'split') {
      await server.db
        .insertInto('account_emails')
        .values({ email: otherEmail, account_id: player.accountid })
        .execute();
    }
    const email = kind === 'merge' || kind === 'split' ? otherEmail : player.email;
    players[kind] = player;
    tokens[kind] = await createLink(
      server.db,
      server.secrets,
      { kind, email, accountid: player.accountid },
      server.now(),
    );
  }
  return { players, tokens };
}

/** Reads all tables that a link could change. */
async function readTables() {
  const { db } = server;
  return {
    accounts: await db.selectFrom('accounts').selectAll().orderBy('id').execute(),
    emails: await db.selectFrom('account_emails').selectAll().orderBy('email').execute(),
    sessions: await db.selectFrom('sessions').selectAll().orderBy('id').execute(),
    refreshTokens: await db.selectFrom('refresh_tokens').selectAll().orderBy('hash').execute(),
    links: await db.selectFrom('one_time_links').selectAll().orderBy('hash').execute(),
    mails: await db.selectFrom('mails').selectAll().orderBy('id').execute(),
  };
}

const listAddresses = (kind: (typeof kinds)[number], token: string) => [
  linkPath(kind, token),
  `/?token=${token}`,
  `/settings-preferences?merge=${token}&split=${token}`,
  `/api/auth/pwdless?token=${token}`,
  `/api/auth/pwdless/${token}`,
  `/api/auth/chgpwdreset?token=${token}&password=New-way-1`,
  `/api/profile/merge?token=${token}`,
  `/api/profile/split?token=${token}`,
];

test("a mail scanner that opens every link changes nothing, even with the recipient's session", async () => {
  const { players, tokens } = await createLinks();
  const before = await readTables();
  for (const kind of kinds) {
    const { token: bearer, cookie } = players[kind];
    for (const headers of [{}, { cookie }, { cookie, authorization: `Bearer ${bearer}` }]) {
      for (const url of listAddresses(kind, tokens[kind])) {
        for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
          const { statusCode } = await service.inject({ method, url, headers });
          expect(statusCode, `${method} ${url}`).toBeLessThan(500);
        }
      }
    }
    expect((await service.inject({ url: linkPath(kind, tokens[kind]) })).statusCode).toBe(200);
  }
  expect(await readTables()).toEqual(before);

  const password = 'New-way-1';
  const responses = [
    await server.call(access.exchangeSignInLink, { body: { token: tokens['sign-in'] } }),
    await server.call(access.setPassword, { body: { token: tokens.reset, password } }),
    await server.call(access.setPassword, { body: { token: tokens.welcome, password } }),
    await players.merge.call(merge, { body: { token: tokens.merge } }),
    await players.split.call(split, { body: { token: tokens.split } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 204, 204, 204, 204]);
});

test('merge and split links need a session', async () => {
  const { tokens } = await createLinks();
  const before = await readTables();
  for (const [route, token] of [
    [merge, tokens.merge],
    [split, tokens.split],
  ] as const) {
    expect((await server.call(route, { body: { token } })).status).toBe(401);
  }
  expect(await readTables()).toEqual(before);
});
