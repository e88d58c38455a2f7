import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImporter } from '../testing/deliveries.ts';
import { openWavWriter } from './wavWriter.ts';

const { db, connection, home, deliver, findRelease } = await createImporter();
const data = join(home, 'command');

/** Starts the import command on the database of this test. */
function command(args: string[]): ChildProcess {
  const { host = '', port, user, database } = connection;
  return spawn(process.execPath, [join(import.meta.dirname, '../import.ts'), ...args], {
    env: {
      ...process.env,
      DATA_DIR: data,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(String(host))}:${port}/${database}`,
      APP_SECRET: 'a-secret-of-this-test-0123456789-abcdefghij',
    },
  });
}

async function finished(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr?.on('data', (chunk) => (said.err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

test('a killed import leaves no partial release, and the next run completes it and cleans up', async () => {
  const root = join(home, 'long');
  await mkdir(root);
  for (const name of ['1 A.wav', '2 B.wav', '3 C.wav']) {
    const wav = await openWavWriter(join(root, name), { sampleRate: 44_100, channels: 2, bits: 16, float: false });
    const noise = Buffer.from(Uint8Array.from({ length: 2_000_000 }, (_, at) => (at * at * name.charCodeAt(0)) >> 5));
    for (let part = 0; part < 10; part++) await wav.write(noise);
    await wav.finish();
  }
  const child = command([root, '--json']);
  let killed = false;
  for await (const line of child.stderr as AsyncIterable<Buffer>) {
    if (!/[1-9]\d? %/.test(line.toString())) continue;
    killed = child.kill('SIGKILL');
    break;
  }
  await once(child, 'exit');
  expect(killed).toBe(true);
  expect(await db.selectFrom('releases').select('id').where('title', '=', 'long').execute()).toEqual([]);
  const { code, out } = await finished(command([root, '--json']));
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    releases: [{ releaseid: expect.any(String), title: 'long', tracks: 3, result: 'created' }],
    failed: [],
  });
  expect(await readdir(join(data, 'tmp'))).toEqual([]);
});

test('the command exits with 1 when a file was refused and with 2 on wrong usage, and prints help', async () => {
  const root = join(home, 'commanded');
  await deliver(
    'commanded',
    { '1 Good.ogg': 'vorbis.ogg', 'Cut.flac': 'truncated.flac', 'text.mp3': 'text.mp3' },
    { upc: '40000002' },
  );
  const refused = await finished(
    command([root, '--json', '--label', 'From The Line', '--package', 'Line', '--create-packages']),
  );
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out).failed).toHaveLength(2);
  expect(refused.err).toContain('text.mp3');
  const [release] = JSON.parse(refused.out).releases;
  const { fragment } = await findRelease(release.releaseid);
  expect(JSON.parse(`{${fragment}}`).labels).toMatchObject([{ name: 'From The Line' }]);
  for (const wrong of [
    [],
    [''],
    ['--no-such-option', root],
    ['--available', 'tomorrow', root],
    ['--new', '--replace', root],
  ])
    expect((await finished(command(wrong))).code).toBe(2);
  const help = await finished(command(['--help']));
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('--package NAME') });
});

test('a hostile file name reaches neither the terminal nor the JSON as raw escapes', async () => {
  const evil = 'a\u001b[2J\u001b]0;owned\u0007\r\u009b31m\u202efdp.xyz';
  const root = await deliver('hostile', { '1.ogg': 'opus.ogg', [evil]: { text: 'x' } }, { id: 'hostile' });
  const { code, out, err } = await finished(command([root, '--json']));
  expect(code).toBe(1);
  expect(JSON.parse(out).failed).toMatchObject([{ path: join(root, evil) }]);
  expect(err).toContain('a\\u001b[2J');
  expect(out + err).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  const wrong = await finished(command([`--\u001b[31m`, root]));
  expect([wrong.code, wrong.err.includes('\u001b')]).toEqual([2, false]);
});

test('twins are refused by the command, and --replace or --new decides', async () => {
  const sidecar = { label: { name: 'Twin Records' }, title: 'Twin', artist: 'Kite' };
  const root = await deliver('twin', { '1.wav': 'wav16.wav' }, { ...sidecar, id: 'one' });
  const [first] = JSON.parse((await finished(command([root, '--json']))).out).releases;
  await deliver('twin', { '1.wav': 'wav16.wav' }, { ...sidecar, id: 'two' });
  const refused = await finished(command([root, '--json']));
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out).failed[0].reason).toMatch(
    new RegExp(`"Twin" by Kite \\(release ${first.releaseid}\\).*--replace.*--new`),
  );
  const replaced = await finished(command([root, '--json', '--replace']));
  expect(JSON.parse(replaced.out).releases).toMatchObject([{ releaseid: first.releaseid, result: 'updated' }]);
});
