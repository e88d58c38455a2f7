import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, startTestServer } from './testing/testServer.ts';

const EVIL = 'evil.example';
const server = await startTestServer();
const webRoot = await mkdtemp(join(tmpdir(), 'web-'));
await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Promenade</title>');
// A folder, for which file servers redirect to its address with a slash.
await mkdir(join(webRoot, EVIL));
const app = await buildTestApp(server, { webRoot });
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(async () => {
  await app.close();
  await rm(webRoot, { recursive: true });
});

const targets = [
  `/${EVIL}`,
  `//${EVIL}`,
  `//${EVIL}/`,
  `//${EVIL}/..;/`,
  `//${EVIL}/%2e%2e`,
  `//${EVIL}//assets/`,
  `/\\${EVIL}`,
  `/\\/${EVIL}/`,
  `/%2f%2f${EVIL}`,
  `/%5c${EVIL}/`,
  `/.//${EVIL}/`,
  `/assets//${EVIL}/..`,
  `/assets/..//${EVIL}`,
  `/api//${EVIL}/`,
  `/api/player/v2//${EVIL}`,
  `//api/../${EVIL}/`,
  `https://${EVIL}/`,
  `/login?redirect=https://${EVIL}`,
  `/?next=//${EVIL}&url=//${EVIL}&returnTo=//${EVIL}`,
  `/api/profile?redirect=//${EVIL}`,
  `/%0d%0alocation:%20https://${EVIL}`,
  `/api/%0d%0alocation:%20https://${EVIL}`,
];

/** Sends a request target as it is, with a foreign Host header. */
async function requestHead(method: string, target: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `${method} ${target} HTTP/1.1\r\nhost: ${EVIL}\r\nx-forwarded-host: ${EVIL}\r\nconnection: close\r\n\r\n`,
  );
  return (await text(socket)).split('\r\n\r\n', 1)[0] ?? '';
}

test.each(targets)('%s is answered without a redirect', async (target) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const head = await requestHead(method, target);
    expect(head).toMatch(/^HTTP\/1\.1 (200|400|401|404) /);
    expect(head).not.toMatch(/^(location|refresh|content-location|link):/im);
    expect(head).not.toContain(EVIL);
  }
});
