import { once } from 'node:events';
import { createServer } from 'node:net';
import * as access from '@promenade/contract/access';
import { releaseZipLink } from '@promenade/contract/downloads';
import { audioToken } from '@promenade/contract/media';
import { invite } from '@promenade/contract/network';
import { sendCode } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { createUnsubscribeToken } from './notify/unsubscribe.ts';
import { openLog } from './platform/process/log.ts';
import { createClient } from './testing/client.ts';
import { createSong } from './testing/downloads.ts';
import { PASSWORD, startTestServer } from './testing/testServer.ts';

const SMTP_PASSWORD = 'Mail-server-secret-7';
const WRONG_PASSWORD = 'Wrong-and-unique-7';
const NEW_PASSWORD = 'New-and-unique-7';
/** Shorter texts could be a part of anything. */
const SECRET_LENGTH_MIN = 8;

const mailServer = createServer((socket) => socket.end('554 no\r\n')).listen(0, '127.0.0.1');
await once(mailServer, 'listening');
const { port } = mailServer.address() as { port: number };
const lines: string[] = [];
const server = await startTestServer({
  runsJobs: true,
  log: openLog('trace', true, { destination: { write: (line) => void lines.push(line) } }),
  env: {
    SMTP_URL: `smtp://promenade:${SMTP_PASSWORD}@127.0.0.1:${port}`,
    MAIL_FROM: 'promo@music.example',
    ACCESS_LOG: '1',
  },
});
const refusals: string[] = [];

/** Sends a request and keeps the text of a refusal. */
async function request(path: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(server.url + path, init);
  const body = await answer.text();
  if (!answer.ok) refusals.push(JSON.stringify([...answer.headers]) + body);
  return answer.status;
}
const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

test('no password, token, code or cookie of a session is in the log or in a refusal', async () => {
  const secrets = new Set([SMTP_PASSWORD, WRONG_PASSWORD, NEW_PASSWORD, PASSWORD]);
  const keep = (...values: string[]) => values.forEach((value) => secrets.add(value));
  const packages = ['Radio'];
  const player = await server.signedIn({ packages });
  const { email } = player;
  keep(player.token, player.refreshToken, player.cookie.split('=')[1] ?? '');

  // Right and wrong sign-ins, a rotated and a replayed refresh token.
  expect(await request('/api/auth/login', json({ username: email, password: WRONG_PASSWORD }))).toBe(401);
  expect(await request('/api/auth/login', json(`{"username":"${email}","password":"${WRONG_PASSWORD}`))).toBe(400);
  const rotated = await server.call(access.refresh, { body: { 'refresh-token': player.refreshToken } });
  keep(rotated.body['access-token'], rotated.body['refresh-token']);
  for (const cookie of rotated.headers.getSetCookie()) keep(cookie.split(/[=;]/)[1] ?? '');
  const { call } = { call: createClient(server.url, rotated.body['access-token']) };

  // Media, as a browser asks for it and as a thief does.
  const song = await createSong(server);
  const release = await server.release({ packages, songs: [song.track] });
  const [id = ''] = release.trackids;
  const purposes = ['stream', 'download'] as const;
  const [stream = '', download = ''] = await Promise.all(
    purposes.map(async (purpose) => (await call(audioToken, { params: { id }, query: { purpose } })).body.data.token),
  );
  const zip = (await call(releaseZipLink, { params: { id: release.releaseid }, query: {} })).body.data.zipped_url;
  keep(stream, download, new URL(zip, server.url).searchParams.get('token') ?? '');
  const addresses = [`/api/audio/stream/${id}.mp3?token=${stream}`, `/api/audio/download/${id}?token=${download}`, zip];
  for (const address of addresses) {
    expect(await request(address, { headers: { cookie: player.cookie } })).toBe(200);
    expect(await request(address)).toBe(401);
    expect(await request(address.replace('/api/', '/api/%'), { headers: { cookie: player.cookie } })).toBe(400);
    expect(await request(`${address}&page=-1`, { method: 'POST' })).toBe(404);
  }

  // Links and codes of mails, which no mail server accepts.
  await server.call(access.requestSignInLink, { body: { email } });
  const signInLink = (await server.waitForMail(email)).getToken('authverify');
  // One mail a minute and address.
  server.advanceClock(61_000);
  await server.call(access.requestReset, { params: { email } });
  await expect.poll(async () => (await server.waitForMail(email)).kind).toBe('reset');
  const reset = (await server.waitForMail(email)).getToken('resetpwd');
  const applicant = 'applicant@test.example';
  await server.call(sendCode, { body: { email: applicant } });
  const code = /\d{5}/.exec((await server.waitForMail(applicant)).subject)?.[0] ?? '';
  const invitations = [{ invitee_email: 'friend@test.example', relationship: 'coworker' as const }];
  await call(invite, { body: { invitations } });
  const invitation = (await server.waitForMail('friend@test.example')).getToken('signup');
  keep(signInLink, reset, invitation, await createUnsubscribeToken(server.secrets, player, server.now()));
  expect(await request('/api/auth/chgpwdreset', json({ token: `${reset}x`, password: NEW_PASSWORD }, 'PUT'))).toBe(400);
  const failed = () => lines.filter((line) => /mail/i.test(line)).length;
  await expect.poll(failed).toBeGreaterThan(0);

  // Bugs and outages: the statements of these routes fail.
  await server.pool.query('alter table accounts rename to accounts_away');
  expect(await request('/api/auth/login', json({ username: email, password: WRONG_PASSWORD }))).toBe(500);
  expect(await request('/api/auth/pwdless', json({ token: signInLink }))).toBe(500);
  expect(await request('/api/auth/chgpwdreset', json({ token: reset, password: NEW_PASSWORD }, 'PUT'))).toBe(500);
  await server.pool.query('alter table accounts_away rename to accounts');
  await server.pool.query('alter table tracks rename to tracks_away');
  for (const address of addresses)
    expect(await request(address, { headers: { cookie: player.cookie } })).toBeGreaterThanOrEqual(500);
  await server.pool.query('alter table tracks_away rename to tracks');
  expect(await server.call(access.setPassword, { body: { token: reset, password: NEW_PASSWORD } })).toMatchObject({
    status: 204,
  });

  mailServer.close();
  const written = [...lines, ...refusals].join('\n');
  expect(lines.join('\n')).not.toContain(email);
  expect(lines.filter((line) => line.includes('Request failed')).length).toBeGreaterThan(3);
  expect(secrets.size).toBeGreaterThan(14);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThanOrEqual(SECRET_LENGTH_MIN);
    expect(written.includes(secret), secret).toBe(false);
    expect(written.includes(encodeURIComponent(secret)), secret).toBe(false);
  }
  expect(written).not.toMatch(new RegExp(`\\b${code}\\b`));
  expect(written).not.toMatch(/eyJ[\w-]+\./);
  for (const refusal of refusals) expect(refusal).not.toMatch(/ at |\.ts|select |insert |node_modules/);
});
