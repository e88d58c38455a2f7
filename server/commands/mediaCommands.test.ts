import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseZipLink } from '@promenade/contract/downloads';
import { TRACE_PART_BYTES } from '@promenade/contract/limits';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { expect, test, vi } from 'vitest';
import { createTaking, formatTakingId } from '../media/taking.ts';
import { createSecrets } from '../platform/process/secrets.ts';
import { createSong, createTakingClient, fetchFile, hasUnzip, parseWavChunks, unzip } from '../testing/downloads.ts';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { startTestServer } from '../testing/testServer.ts';
import { prepare } from './command.ts';
import { mediaCommands } from './mediaCommands.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const player = await server.signedIn({ firstname: 'Ada', lastname: 'Long' });
const song = await createSong(server, { title: 'Night Bus', artist: 'Kite' });
const release = await server.release({ title: 'Lines', artist: 'Kite', songs: [song.track, song.track] });
const id = release.trackids[0] ?? '';
const ID = /promenade:[\w-]{43}/g;

const { createToken, download, listIds } = createTakingClient(server, id, player);

/** What a command prints, or its error. */
async function run(command: string, args: string[], context = server): Promise<string> {
  const lines: string[] = [];
  await prepare(mediaCommands, [command, ...args])(context, (line) => void lines.push(line)).catch(
    (reason: Error) => void lines.push(reason.message),
  );
  return lines.join('\n');
}

async function trace(bytes: Buffer): Promise<string> {
  const path = join(server.config.dataDir, 'traced');
  await writeFile(path, bytes);
  return (await run('trace', [path])).replaceAll(path, 'FILE');
}

/** Changes one character of each id. */
const forge = (file: Buffer) =>
  Buffer.from(
    file.toString('latin1').replace(ID, (text) => `promenade:${text.at(10) === 'A' ? 'B' : 'A'}${text.slice(11)}`),
    'latin1',
  );

test('trace names account, time, network and purpose of a download', async () => {
  const { bytes } = await download('mp3', await createToken(player), { 'x-forwarded-for': '198.51.100.7' });
  await waitForEnds();
  const text = await trace(bytes);
  expect(text).toContain(`was downloaded by Ada Long <${player.email}> (${player.playerid}):`);
  expect(text).toMatch(/ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}download of the track Kite - Night Bus as mp3/);
  expect(text).toContain(`${bytes.length} of ${bytes.length} bytes, network 198.51.100.0/24`);
});

test('an operator drops a file and reads whose download it is; other bytes have none, and another type is refused', async () => {
  const operator = await server.signedIn({ operator: true });
  const send = async (body: Buffer | string, type = 'application/octet-stream') => {
    const headers = { authorization: `Bearer ${operator.token}`, 'content-type': type };
    const response = await fetch(`${server.url}/api/operator/trace`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };
  const { bytes } = await download('mp3', await createToken(player));
  expect(await send(bytes)).toMatchObject({
    status: 200,
    body: {
      wrongsignature: false,
      takings: [{ transfers: [{ playerid: player.playerid, title: 'Kite - Night Bus' }] }],
    },
  });
  expect(await listAudit(server, player.playerid)).toMatchObject([
    { actor: operator.playerid, action: 'account.trace' },
  ]);
  expect(await send(forge(bytes))).toMatchObject({ body: { wrongsignature: true, takings: [] } });
  expect(await send(Buffer.from('no music'))).toMatchObject({ body: { wrongsignature: false, takings: [] } });
  expect(await send('{}', 'application/json')).toMatchObject({ status: 415 });
  expect(await send(Buffer.alloc(TRACE_PART_BYTES + 1))).toMatchObject({ status: 413 });
});

test.each(['mp3', 'wav'] as const)('trace reads a truncated %s', async (format) => {
  const { bytes } = await download(format, await createToken(player));
  expect(await trace(bytes.subarray(0, 4_000))).toContain(player.email);
});

test('each place of the id alone is enough', async () => {
  const { bytes } = await download('wav', await createToken(player));
  const chunks = parseWavChunks(bytes);
  for (const name of ['bext', 'cart', 'id3 '])
    expect(await trace(chunks.get(name) ?? Buffer.alloc(0))).toContain(player.email);
  const utf16 = Buffer.from(`\uFEFF${listIds(bytes)[0]}`, 'utf16le');
  expect(await trace(utf16)).toContain(player.email);
});

test.runIf(hasUnzip)('a zip is traced, and so is each file inside', async () => {
  const link = await player.call(releaseZipLink, { params: { id: release.releaseid }, query: { format: 'wav' } });
  const { bytes } = await fetchFile(server.url + link.body.data.zipped_url, '', { cookie: player.cookie });
  const { files } = await unzip(bytes);
  for (const file of [bytes, ...files]) {
    const text = await trace(file);
    expect(text).toContain(player.email);
    expect(text).toContain('zip of the release Kite - Lines as wav');
  }
});

test('a packed zip is unpacked, what cannot be read of it is named, and several files are traced', async () => {
  const { bytes } = await download('wav', await createToken(player));
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, level: 9 });
  await writer.add('Leak/01.wav', new Uint8ArrayReader(bytes));
  await writer.add('secret.wav', new Uint8ArrayReader(bytes), { password: 'x', zipCrypto: true });
  await writer.add('more.zip', new Uint8ArrayReader(Buffer.alloc(10)));
  const packed = Buffer.from(await writer.close());
  expect(listIds(packed)).toEqual([]);
  const folder = server.config.dataDir;
  const [zip, half, other] = ['leak.zip', 'half.zip', 'other.mp3'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(zip, packed);
  await writeFile(half, Buffer.concat([packed.subarray(0, 500), bytes]));
  await writeFile(other, 'no music');
  const text = (await run('trace', [other, zip, half])).replaceAll(`${folder}/`, '');
  expect(text.split('\n')).toEqual([
    'other.mp3: no id. It was never downloaded here, or its tags were removed.',
    'leak.zip/secret.wav: It is protected by a password.',
    'leak.zip/more.zip: A zip inside a zip is not unpacked.',
    expect.stringContaining('leak.zip was downloaded by Ada Long'),
    expect.stringContaining('as wav'),
    'half.zip: It is damaged, or no zip: it was searched without being unpacked.',
    expect.stringContaining('half.zip was downloaded by Ada Long'),
    expect.stringContaining('as wav'),
    '1 of 3 files names no download.',
  ]);
});

test('an id at the border of two reads is found', async () => {
  const { bytes } = await download('mp3', await createToken(player));
  const [takingId = ''] = listIds(bytes);
  const border = Buffer.alloc(4 * 1024 * 1024 + 106 - 20, 1);
  expect(await trace(Buffer.concat([border, Buffer.from(takingId)]))).toContain(player.email);
});

test('a changed id has a wrong signature, and so has one of another installation', async () => {
  const { bytes } = await download('wav', await createToken(player));
  const wrong = 'FILE: signature wrong. Its id was changed or made by another installation.';
  expect(await trace(forge(bytes))).toBe(wrong);
  const foreign = formatTakingId(createSecrets('another installation, another secret'), createTaking());
  expect(await trace(Buffer.from(foreign))).toBe(wrong);
});

test('a file is traced after the secret of the installation has changed', async () => {
  const { bytes } = await download('wav', await createToken(player));
  const path = join(server.config.dataDir, 'former');
  await writeFile(path, bytes);
  const context = { ...server, secrets: createSecrets('the new secret of this installation') };
  expect(await run('trace', [path], context)).toContain(player.email);
});

test('what is no file is refused in a sentence', async () => {
  const path = server.config.dataDir;
  expect(await run('trace', [path])).toBe(`${path} cannot be read: EISDIR.`);
  expect(await run('trace', [join(path, 'none')])).toBe(`${join(path, 'none')} cannot be read: ENOENT.`);
});

test('a file without our tags has no id', async () => {
  const missing = 'FILE: no id. It was never downloaded here, or its tags were removed.';
  expect(await trace(song.mp3)).toBe(missing);
  const { bytes } = await download('wav', await createToken(player));
  expect(await trace(parseWavChunks(bytes).get('data') ?? Buffer.alloc(0))).toBe(missing);
});

test('a well-signed id that the ledger does not hold any more says so', async () => {
  const text = await trace(Buffer.from(formatTakingId(server.secrets, createTaking())));
  expect(text).toBe('FILE: downloaded here, but the ledger does not hold it any more (it is kept for 24 months).');
});

test('a name cannot steer the terminal', async () => {
  const evil = await server.signedIn({ firstname: '\u001b]0;owned\u0007', lastname: '\u202eX' });
  const { bytes } = await download('mp3', await createToken(evil), {}, evil);
  const path = join(server.config.dataDir, 'evil');
  await writeFile(path, bytes);
  const { stdout } = await (await createOperatorCommand(server.pool.options))('trace', path);
  expect(stdout).toContain(evil.email);
  expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/);
});

test('operators see who met a limit on downloads', async () => {
  const limited = await startTestServer({ env: { DOWNLOADS_PER_HOUR: '1' } });
  const listener = await limited.signedIn();
  const { trackids } = await limited.release({ songs: [(await createSong(limited)).track] });
  expect(await run('limits', [], limited)).toBe('Nobody met a limit in the last 30 days.');
  for (let count = 0; count < 3; count++)
    await fetchFile(`${limited.url}/api/audio/download/${trackids[0]}`, listener.token);
  const text = await run('limits', [], limited);
  expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}/);
  expect(text).toMatch(new RegExp(`${listener.email} \\(${listener.playerid}\\): more than 1 downloads an hour$`));
});

/** Waits until the ledger has the end of every answer. */
const waitForEnds = () =>
  vi.waitUntil(async () => {
    const running = await server.db.selectFrom('media_ledger').select('id').where('ended_at', 'is', null).execute();
    return running.length === 0;
  });
