import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { type SignedIn, startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const sockets: Socket[] = [];
afterAll(() => sockets.forEach((socket) => void socket.destroy()));

// More than the buffers of a connection hold.
const { trackids, releaseid } = await server.release({ audio: 20_000_000 });
const path = `/api/audio/stream/${trackids[0]}.mp3`;

/** Starts a stream and stops reading it; returns the status. */
async function hold({ token }: SignedIn): Promise<number> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return Number(head.toString('latin1').split(' ')[1]);
}

const request = ({ token }: SignedIn, address = path) =>
  fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${token}`, range: 'bytes=0-9' } });

test('an account receives forty streams and downloads at once, others as many, and one that ends makes room', async () => {
  const [player, other] = [await server.signedIn(), await server.signedIn()];
  // Three tabs with two songs and two downloads each are twelve.
  const statuses = await Promise.all(Array.from({ length: 40 }, () => hold(player)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await request(player);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: 'TOO_MANY_TRANSFERS' } });
  expect((await request(other)).status).toBe(206);
  // Zips are counted apart.
  expect((await request(player, `/api/zip/${releaseid}`)).status).not.toBe(429);
  sockets.pop()?.destroy();
  await expect.poll(async () => (await request(player)).status).toBe(206);
});
