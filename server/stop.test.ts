import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { signIn } from '@promenade/contract/access';
import { afterAll, expect, test } from 'vitest';
import { createAccount } from './access/accounts.ts';
import { createDiskStorage } from './platform/storage/storage.ts';
import { createClient } from './testing/client.ts';
import { createTestDatabase } from './testing/database.ts';
import { type RunningProcess, runScript } from './testing/processes.ts';
import { createRelease } from './testing/releases.ts';
import { temporaryFolder } from './testing/temporaryFolder.ts';

/** The service as a process that is told to stop while a song plays. */
const APP_SECRET = 'every node signs with the same 1';
const BYTES = 20_000_000;
const email = 'rosa@test.example';
const password = 'Promenade-1';

const { db, connection } = await createTestDatabase();
const folder = await temporaryFolder('promenade stop ');
afterAll(() => rm(folder, { recursive: true }));
const storage = createDiskStorage(join(folder, 'media'));
await createAccount(db, { email, password });
const { trackids } = await createRelease(
  { db, storage, now: () => new Date() },
  // More than the buffers of a connection hold, so that the song is still running at the signal.
  { audio: BYTES },
);

interface PlayingService {
  service: RunningProcess;
  url: string;
  song: IncomingMessage;
}

const DATABASE_URL = `postgres:///${connection.database}?host=${encodeURIComponent(connection.host ?? '')}&user=${connection.user}`;
const settings = { DATA_DIR: folder, PORT: '0', DATABASE_URL, APP_SECRET };

async function play(env: Record<string, string> = {}): Promise<PlayingService> {
  const service = runScript('server/main.ts', { args: ['--role', 'web'], env: { ...settings, ...env } });
  const [, url = ''] = await service.waitForOutput(/^Promenade is ready at (http:\S+)\n$/m);
  const { body } = await createClient(url)(signIn, { body: { username: email, password } });
  const headers = { authorization: `Bearer ${body['access-token']}` };
  const song = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${url}/api/audio/stream/${trackids[0]}.mp3`, { headers, agent: new Agent() }, resolve).on('error', reject),
  );
  return { service, url, song };
}

async function readSong(song: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of song) bytes += (chunk as Buffer).length;
  return bytes;
}

const getStatus = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 'refused' as const,
  );

test('SIGTERM: ready answers 503 at once, then no connection is accepted, the song ends and the exit code is 0', async () => {
  const { service, url, song } = await play({ STOP_DELAY: '2' });
  expect(await getStatus(`${url}/health/ready`)).toBe(200);
  service.kill('SIGTERM');
  await expect.poll(() => getStatus(`${url}/health/ready`), { interval: 20 }).toBe(503);
  expect(await getStatus(`${url}/health/live`)).toBe(200);
  await expect.poll(() => getStatus(`${url}/health/live`)).toBe('refused');
  expect(await readSong(song)).toBe(BYTES);
  expect(await service.ended).toMatchObject({ code: 0 });
});

test('a second SIGTERM, more than a second later, ends the service at once, whatever runs', async () => {
  const { service, url, song } = await play({ STOP_DELAY: '2' });
  song.on('error', () => {});
  service.kill('SIGTERM');
  await expect.poll(() => getStatus(`${url}/health/live`)).toBe('refused');
  service.kill('SIGTERM');
  expect((await service.ended).code).toBe(1);
});

test.each([
  ['a SIGTERM that only npm gets', 'SIGTERM', (npm: number) => npm],
  // To the whole process group; npm passes it on once more.
  ['Ctrl-C in a terminal', 'SIGINT', (npm: number) => -npm],
] as const)('%s stops what npm start has started, with exit code 0', async (_name, signal, target) => {
  const { PATH, HOME } = process.env;
  const npm = spawn('npm', ['start', '--', '--role', 'web'], { env: { PATH, HOME, ...settings }, detached: true });
  const { pid = 0 } = npm;
  const ended = once(npm, 'exit');
  let url = '';
  for await (const line of createInterface({ input: npm.stdout })) {
    url = /^Promenade is ready at (\S+)$/.exec(line)?.[1] ?? '';
    if (url) break;
  }
  try {
    process.kill(target(pid), signal);
    expect(await ended).toEqual([0, null]);
    expect(await getStatus(`${url}/health/live`)).toBe('refused');
  } finally {
    npm.stdout.destroy();
    if (npm.exitCode !== 0) process.kill(-pid, 'SIGKILL');
  }
});
