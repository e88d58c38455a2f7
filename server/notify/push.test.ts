import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect, createServer as createSocketServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pushKey, registerDevice } from '@promenade/contract/notify';
import { profile, saveProfile } from '@promenade/contract/profile';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { popularJob } from '../catalogue/popular.ts';
import { whenOver } from '../testing/cleanUp.ts';
import { startTestServer } from '../testing/testServer.ts';
import { lookupPublic, type PushMessage, sendPush } from './push.ts';
import { sendReleaseMails } from './sendReleaseMails.ts';

const server = await startTestServer();

const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = randomBytes(16);
const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') };

interface Received {
  authorization: string;
  body: Buffer;
}
const received: Received[] = [];
let status = 201;
const pushServer = createServer((request, response) => {
  void buffer(request).then((body) => {
    received.push({ authorization: request.headers.authorization ?? '', body });
    response.writeHead(status).end();
  });
}).listen(0, '127.0.0.1');
await once(pushServer, 'listening');
const { port } = pushServer.address() as AddressInfo;
/** Leads all names to the push server of this test, without TLS. */
const agent = Object.assign(new Agent(), { createConnection: () => connect(port, '127.0.0.1') });
whenOver(() => {
  agent.destroy();
  pushServer.close();
});

beforeEach(() => {
  received.length = 0;
  status = 201;
});

/** RFC 8291 §3.4. */
function decrypt(body: Buffer): unknown {
  const senderKey = body.subarray(21, 21 + 65);
  const sealed = body.subarray(21 + 65);
  const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const secret = derive(browser.computeSecret(senderKey), auth, info, 32);
  const salt = body.subarray(0, 16);
  const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
}

const listPushes = async () => {
  const { rows } = await sql<{ data: PushMessage }>`select data from pgboss.job where name = 'push'`.execute(server.db);
  return rows.map(({ data }) => data);
};

test('a subscribed browser is told how many releases came, as often as mails come, until it ends', async () => {
  const player = await server.signedIn();
  const endpoint = `https://push.browser.example/a`;
  await player.call(registerDevice, { body: { endpoint, keys } });
  await player.call(registerDevice, { body: { endpoint: `${endpoint}/without-keys` } });
  await server.release({ title: 'Secret title' });
  const { body: form } = await player.call(profile, {});
  await player.call(saveProfile, { body: { ...form, mailpref: 'none' } });
  await sendReleaseMails(server);
  await server.jobs.send(server.db, popularJob, {});
  expect(await listPushes()).toEqual([]);
  await player.call(saveProfile, { body: { ...form, mailpref: 'per-release' } });
  server.advanceClock(1000);
  await server.release({ title: 'Secret title' });
  server.advanceClock(1000);
  await sendReleaseMails(server);
  const [job, ...others] = await listPushes();
  expect(job).toEqual({ endpoint, body: '1 new promo' });
  expect(others).toEqual([]);
  if (!job) return;

  await sendPush(server, job, agent);
  expect(decrypt(received[0]?.body ?? Buffer.alloc(0))).toEqual({
    title: 'Promenade',
    body: '1 new promo',
    url: 'http://promenade.test/releases',
  });
  // Its length tells nothing, and a push service must accept it (RFC 8291 §4).
  expect(received[0]?.body).toHaveLength(4_096);
  const { body: own } = await player.call(pushKey, {});
  expect(received[0]?.authorization).toContain(`k=${own.key}`);

  status = 503;
  await expect(sendPush(server, job, agent)).rejects.toThrow('answered 503');
  status = 410;
  await sendPush(server, job, agent);
  await sendPush(server, job, agent);
  expect(received).toHaveLength(3);
});

test.each([101, 204, 302, 404, 600])('an answer with the status %i ends the sending', async (code) => {
  const player = await server.signedIn();
  const endpoint = `https://push.browser.example/${code}`;
  await player.call(registerDevice, { body: { endpoint, keys } });
  const odd = createSocketServer((socket) => {
    socket.once('data', () =>
      socket.write(`HTTP/1.1 ${code} Odd\r\nconnection: upgrade\r\nupgrade: x\r\ncontent-length: 0\r\n\r\n`),
    );
  }).listen(0, '127.0.0.1');
  await once(odd, 'listening');
  whenOver(() => odd.close());
  const { port } = odd.address() as AddressInfo;
  const toOdd = Object.assign(new Agent(), { createConnection: () => connect(port, '127.0.0.1') });
  const sent = await sendPush(server, { endpoint, body: '1 new promo' }, toOdd).then(
    () => 'sent',
    (reason: Error) => reason.message,
  );
  toOdd.destroy();
  expect(sent).toBe([204, 404].includes(code) ? 'sent' : `push.browser.example answered ${code} to a push message.`);
});

test.each([true, false])('a push address that leads to this machine is not called', async (all) => {
  const problem = await new Promise((done) => lookupPublic('localhost', { all }, (problem) => done(problem)));
  expect(String(problem)).toContain('is not on the public Internet');
});
