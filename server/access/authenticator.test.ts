import * as access from '@promenade/contract/access';
import { profile as profileRoute } from '@promenade/contract/profile';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { AccessToken, MediaToken, signToken } from '../platform/http/tokens.ts';
import { createClient, refused } from '../testing/client.ts';
import { buildTestApp, startTestServer } from '../testing/testServer.ts';
import { createAccount } from './accounts.ts';
import { createAuthenticator } from './authenticator.ts';
import { createLink } from './links.ts';
import { refresh } from './refresh.ts';
import { type SessionContext, signOut, signOutEverywhere } from './sessions.ts';
import { setPassword } from './setPassword.ts';

const MINUTE = 60_000;
/** An unknown track: authorised requests get 404. */
const TRACK = '5f0c4c9e-8b1e-4f6e-9f0a-2a3b4c5d6e7f';
const OBJECT = `audio:${TRACK}`;

const server = await startTestServer();
const visitor = server.call;
/** Another node on the same database. */
const otherNode = await createAuthenticator(server);
afterAll(() => otherNode.close());
let addresses = 0;

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
  const [name = '', value = ''] = cookie.split(';', 1).join('').split('=');
  const later = new Date(server.now().getTime() + 6 * 60 * MINUTE);
  const media = await signToken(server.secrets, MediaToken, { sid: sessionid, sub: playerid, obj: OBJECT }, later);
  return {
    ...account,
    accountid,
    playerid,
    sessionid,
    tokens,
    cookie,
    name,
    value,
    cookies: { [name]: value },
    media,
    call: createClient(server.url, tokens['access-token']),
  };
}

const fetchStatus = async (path: string, headers = {}) => (await fetch(`${server.url}/api${path}`, { headers })).status;
const formatCookies = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ');
const fetchStream = (token: string, cookies: Record<string, string>) =>
  fetchStatus(`/audio/stream/${TRACK}.mp3?token=${token}`, { cookie: formatCookies(cookies) });
const fetchWaveform = (cookies: Record<string, string>) =>
  fetchStatus(`/waveform/${TRACK}/${'0'.repeat(32)}.bin`, { cookie: formatCookies(cookies) });

test('every token of a session finds the account with its roles and packages', { tags: ['A-API-31'] }, async () => {
  const { accountid, playerid, sessionid, email, tokens, name, cookies, media } = await newSession();
  const everyone = await server.db
    .selectFrom('packages')
    .where('name', '=', 'Everyone')
    .select('id')
    .executeTakeFirstOrThrow();
  const caller = {
    accountid,
    playerid,
    sessionid,
    publicdevice: false,
    username: email,
    verified: false,
    label_staff: false,
    operator: false,
  };
  const callers = [
    await otherNode.findByAccessToken(tokens['access-token']),
    (await otherNode.findByCookies(cookies)).get(name),
    await otherNode.findByMediaToken(media, OBJECT, cookies),
  ];
  for (const match of callers) expect(match).toMatchObject({ ...caller, audience: [everyone.id, -accountid] });
});

test('signing out ends the access, refresh and media tokens and the cookie at once', {
  tags: ['A-API-11', 'A-SESSION-16'],
}, async () => {
  const { call, tokens, name, cookies, media } = await newSession();
  expect([(await call(profileRoute)).status, await fetchStream(media, cookies), await fetchWaveform(cookies)]).toEqual([
    200, 404, 404,
  ]);
  const answer = await call(access.signOut);
  expect(answer.status).toBe(204);
  expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^${name}=;.*Path=/api.*Expires=Thu, 01 Jan 1970`));
  expect([(await call(profileRoute)).status, await fetchStream(media, cookies), await fetchWaveform(cookies)]).toEqual([
    401, 401, 401,
  ]);
  const refreshed = await visitor(access.refresh, { body: { 'refresh-token': tokens['refresh-token'] } });
  expect(refreshed).toMatchObject(refused('UNAUTHENTICATED'));
});

test('signing out ends this session only', async () => {
  const first = await newSession();
  const second = await visitor(access.signIn, { body: { username: first.email, password: first.password } });
  await first.call(access.signOut);
  expect((await createClient(server.url, second.body['access-token'])(profileRoute)).status).toBe(200);
});

const endings = {
  async 'signing out'(context: SessionContext, { sessionid }: Session) {
    await signOut(context, sessionid, server.now());
  },
  async 'signing out everywhere'(context: SessionContext, { accountid }: Session) {
    await signOutEverywhere(context, accountid, server.now());
  },
  async 'a new password'(context: SessionContext, { accountid, email }: Session) {
    const token = await createLink(server.db, server.secrets, { kind: 'reset', email, accountid }, server.now());
    await setPassword(context, { token, password: 'New-way-1', network: '192.0.2.1' }, server.now());
  },
  async 'a refresh token shown again'(context: SessionContext, { tokens }: Session) {
    const token = tokens['refresh-token'];
    await refresh(context, token, new Date(server.now().getTime() - MINUTE));
    await expect(refresh(context, token, server.now())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  },
};

test.each(Object.entries(endings))(
  '%s ends the session at once on this node, and soon on other nodes',
  { tags: ['A-SESSION-16', 'A-RESET-20', 'A-API-12'] },
  async (_action, end) => {
    const unnotified = await createAuthenticator(server);
    await unnotified.close();
    const session = await newSession();
    const token = session.tokens['access-token'];
    for (const node of [unnotified, otherNode]) expect(await node.findByAccessToken(token)).toBeDefined();
    await end({ ...server, authenticator: unnotified }, session);
    expect(await unnotified.findByAccessToken(token)).toBeUndefined();
    await expect.poll(() => otherNode.findByAccessToken(token)).toBeUndefined();
  },
);

test('a node whose listening connection broke listens again', { tags: ['A-API-11'] }, async () => {
  const { call, tokens } = await newSession();
  const broken = await listListeners();
  await server.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [broken]);
  const countRestored = async () => (await listListeners()).filter((pid) => !broken.includes(pid)).length;
  await expect.poll(countRestored).toBe(broken.length);
  expect(await otherNode.findByAccessToken(tokens['access-token'])).toBeDefined();
  await call(access.signOut);
  await expect.poll(() => otherNode.findByAccessToken(tokens['access-token'])).toBeUndefined();
});

async function listListeners(): Promise<number[]> {
  const { rows } = await server.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  );
  return rows.map(({ pid }) => pid);
}

test('an access token expires after 30 minutes', { tags: ['A-API-33', 'A-SESSION-24'] }, async () => {
  const { call } = await newSession();
  server.advanceClock(29 * MINUTE);
  expect((await call(profileRoute)).status).toBe(200);
  server.advanceClock(MINUTE);
  expect(await call(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
});

test('a signed token without expiry or required claims is refused', { tags: ['A-SESSION-19'] }, async () => {
  const { tokens, sessionid } = await newSession();
  const { exp: _end, ...claims } = decodeJwt(tokens['access-token']);
  const key = server.secrets.getKey('access');
  const endless = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
  const partial = await new SignJWT({ sid: sessionid })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('10m')
    .sign(key);
  for (const token of [endless, partial]) {
    expect(await createClient(server.url, token)(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  }
});

test('a token is refused for any other purpose', async () => {
  const { tokens, name, value, cookies, media } = await newSession();
  for (const token of [value, media, tokens['refresh-token']]) {
    expect(await createClient(server.url, token)(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
  }
  const access = tokens['access-token'];
  expect([await fetchStream(access, cookies), await fetchWaveform({ [name]: access })]).toEqual([401, 401]);
  expect([await fetchStream(value, cookies), await fetchWaveform({ [name]: media })]).toEqual([401, 401]);
});

test('a media token is valid for its object and account only', async () => {
  const { media, sessionid, cookies } = await newSession();
  const { playerid } = await newSession();
  const soon = new Date(server.now().getTime() + MINUTE);
  const mixed = await signToken(server.secrets, MediaToken, { sid: sessionid, sub: playerid, obj: OBJECT }, soon);
  expect(await otherNode.findByMediaToken(media, OBJECT, cookies)).toBeDefined();
  expect(await otherNode.findByMediaToken(media, `${OBJECT}0`, cookies)).toBeUndefined();
  expect(await otherNode.findByMediaToken(mixed, OBJECT, cookies)).toBeUndefined();
});

test('a token of an unknown session is refused', async () => {
  const claims = { ...(await newClaims()), sid: '00000000-0000-4000-8000-000000000000' };
  const token = await signToken(server.secrets, AccessToken, claims, new Date(server.now().getTime() + MINUTE));
  expect(await createClient(server.url, token)(profileRoute)).toMatchObject(refused('UNAUTHENTICATED'));
});

async function newClaims() {
  const { tokens } = await newSession();
  return access.AccessClaims.parse(decodeJwt(tokens['access-token']));
}

test('the session cookie is hidden from scripts and other sites, and does not sign in', {
  tags: ['A-API-01'],
}, async () => {
  const { cookie, cookies, email } = await newSession();
  expect(cookie).toMatch(/^promenade_session_[\w-]{16}=[^;]+;/);
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api', 'Expires=']) expect(cookie).toContain(attribute);
  const headers = { cookie: formatCookies(cookies) };
  expect(await visitor(profileRoute, undefined, headers)).toMatchObject(refused('UNAUTHENTICATED'));
  expect(await visitor(access.signOut, undefined, headers)).toMatchObject(refused('UNAUTHENTICATED'));
  expect((await visitor(access.signIn, { body: { username: email, password: 'Promenade-1' } }, headers)).status).toBe(
    200,
  );
});

test('behind TLS the cookie is marked as secure', async () => {
  const { email: username, password } = await newSession();
  const app = await buildTestApp({ ...server, config: { ...server.config, publicUrl: 'https://promenade.example' } });
  try {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } });
    expect(answer.cookies).toMatchObject([
      { name: expect.stringMatching(/^promenade_session_/), secure: true, httpOnly: true, sameSite: 'Strict' },
      { name: expect.stringMatching(/^promenade_browser_/), secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
  } finally {
    await app.close();
  }
});

test('on a public computer the cookie is a session cookie', { tags: ['A-SIGNIN-13'] }, async () => {
  const { cookie } = await newSession({ publicdevice: true });
  expect(cookie).not.toMatch(/Expires=|Max-Age=/);
});

test('refreshing sets the cookie again, under its name', async () => {
  const { tokens, sessionid, name } = await newSession();
  const { headers } = await visitor(access.refresh, { body: { 'refresh-token': tokens['refresh-token'] } });
  const cookie = headers.get('set-cookie') ?? '';
  expect(cookie.startsWith(`${name}=`)).toBe(true);
  expect(decodeJwt(cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';')))).toMatchObject({ sid: sessionid });
});

test("the profile is the caller's, with every field", { tags: ['A-API-23', 'A-API-24'] }, async () => {
  await newSession();
  const { call, accountid, email } = await newSession();
  const profile = {
    firstname: 'Ada',
    lastname: 'Long',
    company: 'Radio One',
    country: 'CA',
    mailpref: 'per-release',
    format: 'wav',
  } as const;
  await server.db.updateTable('accounts').set(profile).where('id', '=', accountid).execute();
  expect((await call(profileRoute)).body).toEqual({
    ...profile,
    countrycheck: null,
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

test('a chosen notification address is returned', { tags: ['A-API-23'] }, async () => {
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
