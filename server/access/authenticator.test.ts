import * as access from '@promenade/contract/access';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import type { AppContext } from '../platform/context.ts';
import type { Callers } from '../platform/http/caller.ts';
import { AccessToken, MediaToken, signToken } from '../platform/http/tokens.ts';
import { client, refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';
import { createAccount } from './accounts.ts';
import { makeLink } from './links.ts';
import { refresh } from './refresh.ts';
import { makeCallers } from './sessions.ts';
import { setPassword } from './setPassword.ts';
import { endSessions, signOut } from './signOut.ts';

const MINUTE = 60_000;
/** A track that nobody has: who may ask is told that it is unknown. */
const TRACK = '5f0c4c9e-8b1e-4f6e-9f0a-2a3b4c5d6e7f';
const OBJECT = `audio:${TRACK}`;

const server = await startTestServer();
const visitor = server.call;
/** Another node on the same database. */
const elsewhere = await makeCallers(server);
afterAll(() => elsewhere.close());
let addresses = 0;

type Here = AppContext & { callers: Callers };
type Session = Awaited<ReturnType<typeof newSession>>;

async function newSession({ publicdevice = false } = {}) {
  const account = { email: `caller${++addresses}@example.test`, password: 'Promenade-1' };
  const { accountid, playerid } = await createAccount(server.db, account);
  const answer = await visitor(access.signIn, {
    body: { username: account.email, password: account.password, publicdevice },
  });
  const tokens = answer.body;
  const sessionid = String(decodeJwt(tokens['access-token'])['sid']);
  const cookie = answer.headers.get('set-cookie') ?? '';
  const picture = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
  const later = new Date(server.now().getTime() + 6 * 60 * MINUTE);
  const media = await signToken(server.secrets, MediaToken, { sid: sessionid, sub: playerid, obj: OBJECT }, later);
  return {
    ...account,
    accountid,
    playerid,
    sessionid,
    tokens,
    cookie,
    picture,
    media,
    call: client(server.url, tokens['access-token']),
  };
}

const fetchStatus = async (path: string, headers = {}) => (await fetch(`${server.url}/api${path}`, { headers })).status;
const listen = (token: string) => fetchStatus(`/audio/stream/${TRACK}.mp3?token=${token}`);
const look = (picture: string) =>
  fetchStatus(`/waveform/${TRACK}/${'0'.repeat(32)}.bin`, { cookie: `promenade_pictures=${picture}` });

test('every token of a session finds the account, its rights and its packages', { tags: ['A-API-31'] }, async () => {
  const { accountid, playerid, sessionid, email, tokens, picture, media } = await newSession();
  const everyone = await server.db
    .selectFrom('packages')
    .where('name', '=', 'Everyone')
    .select('id')
    .executeTakeFirstOrThrow();
  const caller = {
    accountid,
    playerid,
    sessionid,
    username: email,
    verified: false,
    label_staff: false,
    operator: false,
  };
  const found = [
    await elsewhere.byAccessToken(tokens['access-token']),
    await elsewhere.byPictureCookie(picture),
    await elsewhere.byMediaToken(media, OBJECT),
  ];
  for (const one of found) expect(one).toMatchObject({ ...caller, audience: [everyone.id, -accountid] });
});

test('signing out ends the access, refresh and media tokens and the cookie at once', {
  tags: ['A-API-11', 'A-SESSION-16'],
}, async () => {
  const { call, tokens, picture, media } = await newSession();
  expect([(await call(profileRoute)).status, await listen(media), await look(picture)]).toEqual([200, 404, 404]);
  const answer = await call(access.signOut);
  expect(answer.status).toBe(204);
  expect(answer.headers.get('set-cookie')).toMatch(/^promenade_pictures=;.*Path=\/api.*Expires=Thu, 01 Jan 1970/);
  expect([(await call(profileRoute)).status, await listen(media), await look(picture)]).toEqual([401, 401, 401]);
  const refreshed = await visitor(access.refresh, { body: { 'refresh-token': tokens['refresh-token'] } });
  expect(refreshed).toMatchObject(refused('UNAUTHENTICATED'));
});

test('signing out ends this session only', async () => {
  const one = await newSession();
  const other = await visitor(access.signIn, { body: { username: one.email, password: one.password } });
  await one.call(access.signOut);
  expect((await client(server.url, other.body['access-token'])(profileRoute)).status).toBe(200);
});

const endings = {
  async 'signing out'(here: Here, { sessionid }: Session) {
    await signOut(here, sessionid, server.now());
  },
  async 'signing out everywhere'(here: Here, { accountid }: Session) {
    await endSessions(here, accountid, server.now());
  },
  async 'a new password'(here: Here, { accountid, email }: Session) {
    const token = await makeLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
    await setPassword(here, { token, password: 'New-way-1', network: '192.0.2.1' }, server.now());
  },
  async 'a refresh token shown again'(here: Here, { tokens }: Session) {
    const token = tokens['refresh-token'];
    await refresh(here, token, new Date(server.now().getTime() - MINUTE));
    await expect(refresh(here, token, server.now())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  },
};

test.each(Object.entries(endings))(
  '%s ends the session here without waiting to hear so, and soon on other nodes',
  { tags: ['A-SESSION-16', 'A-RESET-20', 'A-API-12'] },
  async (_how, end) => {
    const deaf = await makeCallers(server);
    await deaf.close();
    const session = await newSession();
    const token = session.tokens['access-token'];
    for (const node of [deaf, elsewhere]) expect(await node.byAccessToken(token)).toBeDefined();
    await end({ ...server, callers: deaf }, session);
    expect(await deaf.byAccessToken(token)).toBeUndefined();
    await expect.poll(() => elsewhere.byAccessToken(token)).toBeUndefined();
  },
);

test('nodes whose listening connection broke listen again', { tags: ['A-API-11'] }, async () => {
  const { call, tokens } = await newSession();
  const broken = await listeners();
  await server.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [broken]);
  const back = async () => (await listeners()).filter((pid) => !broken.includes(pid)).length;
  await expect.poll(back, { timeout: 10_000 }).toBe(broken.length);
  expect(await elsewhere.byAccessToken(tokens['access-token'])).toBeDefined();
  await call(access.signOut);
  await expect.poll(() => elsewhere.byAccessToken(tokens['access-token'])).toBeUndefined();
});

async function listeners(): Promise<number[]> {
  const { rows } = await server.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  );
  return rows.map(({ pid }) => pid);
}

test('an access token is over after 30 minutes', { tags: ['A-API-33', 'A-SESSION-24'] }, async () => {
  const { call } = await newSession();
  server.pass(29 * MINUTE);
  expect((await call(profileRoute)).status).toBe(200);
  server.pass(MINUTE);
  expect(await call(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
});

test('a signed token that never ends or lacks its claims opens nothing', { tags: ['A-SESSION-19'] }, async () => {
  const { tokens, sessionid } = await newSession();
  const { exp: _end, ...claims } = decodeJwt(tokens['access-token']);
  const key = server.secrets.key('access');
  const endless = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
  const partial = await new SignJWT({ sid: sessionid })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('10m')
    .sign(key);
  for (const token of [endless, partial]) {
    expect(await client(server.url, token)(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  }
});

test('a token of one purpose does not serve another', async () => {
  const { tokens, picture, media } = await newSession();
  for (const token of [picture, media, tokens['refresh-token']]) {
    expect(await client(server.url, token)(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  }
  expect([await listen(tokens['access-token']), await look(tokens['access-token'])]).toEqual([401, 401]);
  expect([await listen(picture), await look(media)]).toEqual([401, 401]);
});

test('a media token serves its object to its account, nothing else', async () => {
  const { media, sessionid } = await newSession();
  const { playerid } = await newSession();
  const soon = new Date(server.now().getTime() + MINUTE);
  const mixed = await signToken(server.secrets, MediaToken, { sid: sessionid, sub: playerid, obj: OBJECT }, soon);
  expect(await elsewhere.byMediaToken(media, OBJECT)).toBeDefined();
  expect(await elsewhere.byMediaToken(media, `${OBJECT}0`)).toBeUndefined();
  expect(await elsewhere.byMediaToken(mixed, OBJECT)).toBeUndefined();
});

test('a session that nobody started is not found', async () => {
  const claims = { ...(await newClaims()), sid: '00000000-0000-4000-8000-000000000000' };
  const token = await signToken(server.secrets, AccessToken, claims, new Date(server.now().getTime() + MINUTE));
  expect(await client(server.url, token)(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
});

async function newClaims() {
  const { tokens } = await newSession();
  return access.AccessClaims.parse(decodeJwt(tokens['access-token']));
}

test('the cookie that shows pictures is out of reach for scripts and other sites, and changes nothing', {
  tags: ['A-API-01'],
}, async () => {
  const { cookie, picture, email } = await newSession();
  expect(cookie).toMatch(/^promenade_pictures=[^;]+;/);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api', 'Expires=']) expect(cookie).toContain(attribute);
  const asked = { cookie: `promenade_pictures=${picture}` };
  expect(await visitor(profileRoute, undefined, asked)).toMatchObject(refused('UNAUTHENTICATED'));
  expect(await visitor(access.signOut, undefined, asked)).toMatchObject(refused('UNAUTHENTICATED'));
  expect((await visitor(access.signIn, { body: { username: email, password: 'Promenade-1' } }, asked)).status).toBe(
    200,
  );
});

test('behind TLS the cookie never travels without it', async () => {
  const { email: username, password } = await newSession();
  const app = await buildApp({ ...server, config: { ...server.config, publicUrl: 'https://promenade.example' } });
  try {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } });
    expect(answer.cookies).toMatchObject([
      { name: 'promenade_pictures', secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
  } finally {
    await app.close();
  }
});

test('on a public computer the cookie ends with the browser', { tags: ['A-SIGNIN-13'] }, async () => {
  const { cookie } = await newSession({ publicdevice: true });
  expect(cookie).not.toMatch(/Expires=|Max-Age=/);
});

test('refreshing gives the cookie again', async () => {
  const { tokens, sessionid } = await newSession();
  const { headers } = await visitor(access.refresh, { body: { 'refresh-token': tokens['refresh-token'] } });
  const cookie = headers.get('set-cookie') ?? '';
  expect(decodeJwt(cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')))).toMatchObject({ sid: sessionid });
});

test('the whole profile of the caller, and of nobody else', { tags: ['A-API-23', 'A-API-24'] }, async () => {
  await newSession();
  const { call, accountid, email } = await newSession();
  const filled = {
    firstname: 'Ada',
    lastname: 'Long',
    company: 'Radio One',
    country: 'CA',
    mailpref: 'per-release',
    format: 'wav',
  } as const;
  await server.db.updateTable('accounts').set(filled).where('id', '=', accountid).execute();
  expect((await call(profileRoute)).body).toEqual({
    ...filled,
    phone: '',
    website: '',
    title: '',
    state: '',
    city: '',
    language: 'en',
    mailto: email,
    emails: [email],
  });
});

test('a chosen address for mail stays', { tags: ['A-API-23'] }, async () => {
  const { call, accountid, email } = await newSession();
  await server.db
    .insertInto('account_emails')
    .values({ email: `mail.${email}`, account_id: accountid })
    .execute();
  await server.db
    .updateTable('accounts')
    .set({ mailto: `mail.${email}` })
    .where('id', '=', accountid)
    .execute();
  expect((await call(profileRoute)).body).toMatchObject({
    mailto: `mail.${email}`,
    emails: [email, `mail.${email}`],
  });
});
