import { join } from 'node:path';
import { releaseZipLink, releaseZipStatus } from '@promenade/contract/downloads';
import { audioStream } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { createBackup } from './backup/createBackup.ts';
import { restoreBackup } from './backup/restoreBackup.ts';
import { verifyFiles } from './backup/verifyFiles.ts';
import { deleteUnreferencedFiles } from './ingest/storedFiles/deleteUnreferencedFiles.ts';
import { openStorage } from './platform/openContext.ts';
import { readConfig } from './platform/process/config.ts';
import { requireSameInstallation } from './platform/process/installation.ts';
import { createTestDatabase } from './testing/database.ts';
import { createDeliverer } from './testing/deliveries.ts';
import { fetchFile } from './testing/downloads.ts';
import { startS3Server } from './testing/s3Server.ts';
import { startTestServer } from './testing/testServer.ts';

const s3Server = await startS3Server();
const server = await startTestServer({ env: s3Server.createEnv() });
const { storage, db } = server;
await requireSameInstallation(db, server.secrets, storage);
const player = await server.signedIn();
const { deliver } = createDeliverer(server);
const [trackid = ''] = await deliver(
  {
    '1.wav': 'wav16.wav',
    '2.flac': 'flac24.flac',
    'attachments/a & b.txt': { text: 'words' },
    'cover.jpg': 'cover.jpg',
  },
  { title: 'Night ferry', artist: 'Kite', label: { name: 'Harbour' } },
);
const { releaseid, cover_hash } = await db
  .selectFrom('releases')
  .select(['releaseid', 'cover_hash'])
  .executeTakeFirstOrThrow();

const streamUrl = `${server.url}/api${audioStream.path.replace(':id', trackid)}`;
const play = (headers: Record<string, string> = {}) => fetchFile(streamUrl, player.token, headers);
const paths = {
  song: streamUrl,
  download: `${server.url}/api/audio/download/${trackid}?format=wav`,
  cover: `${server.url}/api/cover/${releaseid}/${cover_hash}-500.webp`,
};

async function downloadZip() {
  const { body } = await player.call(releaseZipLink, { params: { id: releaseid }, query: { format: 'wav' } });
  return fetchFile(server.url + body.data.zipped_url, '', { cookie: player.cookie });
}

test(`a release delivered to S3 (${s3Server.engine}) plays by ranges and is downloaded as a zip`, async () => {
  const whole = await play();
  expect(whole.status).toBe(200);
  const part = await play({ range: 'bytes=1000-4999' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-4999/${whole.bytes.length}`]);
  expect(part.bytes.equals(whole.bytes.subarray(1000, 5000))).toBe(true);
  for (const url of Object.values(paths)) expect((await fetchFile(url, player.token)).status, url).toBe(200);
  const status = await player.call(releaseZipStatus, { params: { id: releaseid }, query: { format: 'wav' } });
  expect(status.body).toMatchObject({ status: 'done', progress: 100 });
  const zip = await downloadZip();
  expect(zip.status).toBe(200);
  expect(zip.bytes.length).toBe(Number(zip.headers.get('content-length')));
  expect(zip.bytes.toString('latin1', 0, 2)).toBe('PK');
});

test('while S3 is away every file is answered 503 and nothing is sent in part; afterwards all is as before', async () => {
  const before = await play();
  await s3Server.stop();
  try {
    for (const url of Object.values(paths)) {
      const { status, headers, bytes } = await fetchFile(url, player.token);
      expect([status, headers.get('retry-after')], url).toEqual([503, '2']);
      expect(JSON.parse(bytes.toString())).toMatchObject({ error: { code: 'STORAGE_UNAVAILABLE' } });
    }
    expect((await downloadZip()).status).toBe(503);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  } finally {
    await s3Server.start();
  }
  expect((await play()).bytes.equals(before.bytes)).toBe(true);
  expect((await downloadZip()).status).toBe(200);
});

test('an import publishes nothing when S3 fails in the middle, and all of it afterwards', async () => {
  const files = { '1.ogg': 'vorbis.ogg' };
  const count = async () => (await db.selectFrom('releases').select('id').execute()).length;
  const before = await count();
  s3Server.intercept((request, response) => {
    const isCover = request.method === 'PUT' && request.url?.includes('/covers/') === true;
    if (isCover) response.writeHead(500).end();
    return isCover;
  });
  await expect(deliver(files, { id: 'again' })).rejects.toThrow('answers 500');
  s3Server.intercept(() => false);
  expect(await count()).toBe(before);
  await deliver(files, { id: 'again' });
  expect(await count()).toBe(before + 1);
});

test('files on S3 are verified, backed up, restored to another bucket, and deleted when no release needs them', async () => {
  const verify = async (context: Parameters<typeof verifyFiles>[0]) => {
    const lines: string[] = [];
    const { files } = await verifyFiles(context, (line) => void lines.push(line));
    return { files, lines };
  };
  const { files, lines } = await verify(server);
  expect(lines).toEqual([]);
  expect(files).toBeGreaterThan(10);
  const folder = join(server.config.dataDir, 'backup');
  const silent = { print: () => {} };
  const manifest = await createBackup(server, folder, { ...silent, check: true });
  expect([manifest.files.count, manifest.damaged]).toEqual([files, []]);

  const { connection: _connection, close: _close, ...database } = await createTestDatabase({ isBlank: true });
  const other = openStorage(readConfig(s3Server.createEnv()), server.log);
  const target = { ...database, storage: other, secrets: server.secrets, now: server.now };
  await restoreBackup(target, folder, { ...silent, newSecret: false });
  expect(await verify(target)).toEqual({ files, lines: [] });
  await requireSameInstallation(target.db, server.secrets, other);
  await expect(requireSameInstallation(target.db, server.secrets, storage)).rejects.toThrow(
    'is not that of the database',
  );
  const again = { ...target, ...(await createTestDatabase({ isBlank: true })) };
  await expect(restoreBackup(again, folder, { ...silent, newSecret: false })).rejects.toThrow(
    'has files of another installation',
  );

  const key = 'files/unneeded/letter.txt';
  await storage.put(key, Buffer.from('unneeded'));
  await server.pool.query('insert into stored_files (key, noted_at) values ($1, to_timestamp(0))', [key]);
  await deleteUnreferencedFiles(server);
  expect(await storage.stat(key)).toBeUndefined();
  expect((await verify(server)).lines).toEqual([]);
});
