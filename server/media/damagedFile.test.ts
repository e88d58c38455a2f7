import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openLog } from '../platform/process/log.ts';
import { createDeliverer } from '../testing/deliveries.ts';
import { startTestServer } from '../testing/testServer.ts';

const lines: string[] = [];
const log = openLog('error', true, { destination: { write: (line: string) => void lines.push(line) } });
const server = await startTestServer({ log });
const player = await server.signedIn();
const { deliver } = createDeliverer(server);
const [trackid = ''] = await deliver(
  { '1.wav': 'wav16.wav', 'attachments/sheet.txt': { text: 'words' }, 'cover.jpg': 'cover.jpg' },
  { title: 'Night ferry', artist: 'Kite', label: { name: 'Harbour' } },
);

async function filesOfRelease(): Promise<Record<string, string>> {
  const { rows } = await server.pool.query<Record<string, string>>(`
    select r.releaseid, r.cover_hash, t.waveform_hash, a.file as attachment, a.attachmentid, artists.artistid,
      artists.picture_hash, l.logo_hash, (select file from renditions where track_id = t.id and kind = 'mp3') as mp3,
      (select file from renditions where track_id = t.id and kind = 'wav') as wav
    from releases r join tracks t on t.release_id = r.id join attachments a on a.release_id = r.id
    cross join artists cross join labels l`);
  return rows[0] ?? {};
}
const names = await filesOfRelease();

const get = async (path: string) => {
  const answer = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${player.token}` } });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, body };
};

/** Storage key and address of each kind of file. */
const kinds: [key: string, path: string][] = [
  [names['mp3'] ?? '', `/audio/stream/${trackid}.mp3`],
  [names['mp3'] ?? '', `/audio/download/${trackid}?format=mp3`],
  [names['wav'] ?? '', `/audio/download/${trackid}?format=wav`],
  [`waveforms/${names['waveform_hash']}.bin`, `/waveform/${trackid}/${names['waveform_hash']}.bin`],
  [names['attachment'] ?? '', `/attachment/${names['attachmentid']}`],
  [`covers/${names['cover_hash']}-500.webp`, `/cover/${names['releaseid']}/${names['cover_hash']}-500.webp`],
  [`logos/${names['logo_hash']}.webp`, `/logo/${names['releaseid']}/${names['logo_hash']}.webp`],
  [`artists/${names['picture_hash']}.webp`, `/artist/${names['artistid']}/${names['picture_hash']}.webp`],
];

test.each(kinds)('%s: truncated or missing, %s is answered 500 and logged with its key', async (key, path) => {
  const stored = server.pathOf(key);
  const content = await readFile(stored);
  const expectDamaged = async () => {
    lines.length = 0;
    const { status, body } = await get(path);
    expect([status, JSON.parse(body.toString())]).toMatchObject([500, { error: { code: 'FILE_DAMAGED' } }]);
    expect(body.toString()).not.toContain(key);
    expect(lines.join('')).toContain(key);
  };
  await truncate(stored, content.length - 1);
  await expectDamaged();
  await rm(stored);
  await expectDamaged();
  await writeFile(stored, content);
  const whole = await get(path);
  expect(whole.status).toBe(200);
  expect(whole.body.length).toBeGreaterThan(0);
});

test('a zip with a truncated file is answered 500', async () => {
  const stored = server.pathOf(names['mp3'] ?? '');
  const content = await readFile(stored);
  await truncate(stored, content.length - 1);
  expect((await get(`/audio/zip/${names['releaseid']}?format=mp3`)).status).toBe(500);
  await writeFile(stored, content);
});
