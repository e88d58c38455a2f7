import { truncate } from 'node:fs/promises';
import { audioStream } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { verifyFiles } from '../backup/verifyFiles.ts';
import { openStorage } from '../platform/openContext.ts';
import { readConfig } from '../platform/process/config.ts';
import { lockDataFolder } from '../platform/process/dataFolder.ts';
import { requireSameInstallation } from '../platform/process/installation.ts';
import { createDeliverer } from '../testing/deliveries.ts';
import { listAudit } from '../testing/operatorCommand.ts';
import { startS3Server } from '../testing/s3Server.ts';
import { buildTestApp, startTestServer } from '../testing/testServer.ts';
import { prepare } from './command.ts';
import { storageCommands } from './storageCommands.ts';

const s3Server = await startS3Server();
const { STORAGE_URL = '', ...keys } = s3Server.createEnv();
const server = await startTestServer({ env: keys });
const { db, secrets, storage } = server;
await requireSameInstallation(db, secrets, storage);
const player = await server.signedIn();
const { deliver } = createDeliverer(server);
const [trackid = ''] = await deliver({ '1.wav': 'wav16.wav', 'cover.jpg': 'cover.jpg' });

/** The context of a service with these settings. */
const withEnv = (env: Record<string, string>) => {
  const config = readConfig({ DATA_DIR: server.config.dataDir, ...keys, ...env });
  return { ...server, config, storage: openStorage(config, server.log) };
};
const onS3 = withEnv({ STORAGE_URL });

/** What the command prints, or its error. */
async function move(target: string, context = withEnv({})): Promise<string> {
  const lines: string[] = [];
  try {
    await prepare(storageCommands, ['storage', 'move', target])(context, (line) => void lines.push(line));
  } catch (reason) {
    lines.push((reason as Error).message);
  }
  return lines.join('\n');
}
const countCopied = (printed: string) => Number(/Copied (\d+) files/.exec(printed)?.[1]);

test('files are copied while the service runs, and an interrupted move goes on where it was', async () => {
  const lock = await lockDataFolder(server.config.dataDir);
  let uploads = 0;
  s3Server.intercept((request, response) => {
    const isRefused = request.method === 'PUT' && (uploads += 1) > 5;
    if (isRefused) response.writeHead(403).end();
    return isRefused;
  });
  expect(await move(STORAGE_URL)).toContain('answers 403');
  s3Server.intercept(() => false);
  const before = (await Array.fromAsync(onS3.storage.list(''))).length;
  expect(before).toBeGreaterThan(0);
  const printed = await move(STORAGE_URL);
  expect(printed).toMatch(/Stop the service on every node/);
  const files = await Array.fromAsync(storage.list(''));
  expect(countCopied(printed)).toBe(files.length - before);
  expect(new Set(await Array.fromAsync(onS3.storage.list('')))).toEqual(new Set(files));
  await requireSameInstallation(db, secrets, storage);
  lock.release();
});

test('when the service is stopped the other storage becomes that of the installation, and back', async () => {
  await deliver({ '1.flac': 'flac16.flac' });
  const printed = await move(STORAGE_URL);
  expect(countCopied(printed)).toBeGreaterThan(0);
  expect(printed).toContain('with the new STORAGE_URL');
  expect(await listAudit(server, onS3.storage.location)).toMatchObject([{ action: 'installation.move-storage' }]);
  await requireSameInstallation(db, secrets, onS3.storage);
  await expect(requireSameInstallation(db, secrets, storage)).rejects.toThrow('is not that of the database');
  const lines: string[] = [];
  await verifyFiles(onS3, (line) => void lines.push(line));
  expect(lines).toEqual([]);
  const app = await buildTestApp(onS3);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${url}/api${audioStream.path.replace(':id', trackid)}`, {
    headers: { authorization: `Bearer ${player.token}` },
  });
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
  await app.close();

  const back = await move('disk', onS3);
  expect(countCopied(back)).toBe(0);
  expect(back).toContain('without STORAGE_URL');
  await requireSameInstallation(db, secrets, storage);
  await expect(requireSameInstallation(db, secrets, onS3.storage)).rejects.toThrow('is not that of the database');
});

test('a damaged file is named and not copied', async () => {
  const { file } = await db.selectFrom('renditions').select('file').where('kind', '=', 'mp3').executeTakeFirstOrThrow();
  await truncate(server.pathOf(file), 100);
  const other = s3Server.createEnv()['STORAGE_URL'] ?? '';
  const lock = await lockDataFolder(server.config.dataDir);
  expect(await move(other)).toContain(`${file} is missing or wrong and is not copied.`);
  lock.release();
  expect(await withEnv({ STORAGE_URL: other }).storage.stat(file)).toBeUndefined();
});

test('a storage of another installation, the present one and a misspelt one are refused', async () => {
  const foreign = s3Server.createEnv()['STORAGE_URL'] ?? '';
  await withEnv({ STORAGE_URL: foreign }).storage.put('audio/foreign.mp3', Buffer.from('sound'));
  expect(await move(foreign)).toContain('files of another installation');
  expect(await move('disk')).toContain('already');
  expect(() => prepare(storageCommands, ['storage', 'move', 's3://bucket?endpont=x'])).toThrow('unknown parameter');
  expect(() => prepare(storageCommands, ['storage', 'copy', 'disk'])).toThrow('storage needs "move" and a target');
});
