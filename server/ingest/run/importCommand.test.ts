import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImporter } from '../../testing/deliveries.ts';
import { type RunningProcess, runScript } from '../../testing/processes.ts';
import { openWavWriter } from '../sound/wavWriter.ts';

const { db, connection, home, deliver, findRelease } = await createImporter();
const data = join(home, 'command');

/** Starts the import command on the database of this test. */
const command = (args: string[]): RunningProcess => {
  const { host = '', port, user, database } = connection;
  return runScript('server/import.ts', {
    args,
    env: {
      DATA_DIR: data,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(String(host))}:${port}/${database}`,
      APP_SECRET: 'a-secret-of-this-test-0123456789-abcdefghij',
    },
  });
};
const run = (args: string[]) => command(args).ended;

test('a killed import leaves no partial release, and the next run completes it and cleans up', async () => {
  const root = join(home, 'long');
  await mkdir(root);
  for (const name of ['1 A.wav', '2 B.wav', '3 C.wav']) {
    const wav = await openWavWriter(join(root, name), {
      sampleRate: 44_100,
      channels: 2,
      channelMask: 3,
      bits: 16,
      float: false,
    });
    const noise = Buffer.from(Uint8Array.from({ length: 2_000_000 }, (_, at) => (at * at * name.charCodeAt(0)) >> 5));
    for (let part = 0; part < 4; part++) await wav.write(noise);
    await wav.finish();
  }
  const child = command([root, '--json']);
  await child.waitForOutput(/[1-9]\d? %/, 'stderr');
  child.kill('SIGKILL');
  expect(await child.ended).toMatchObject({ code: null });
  expect(await db.selectFrom('releases').select('id').where('title', '=', 'long').execute()).toEqual([]);
  const { code, stdout } = await run([root, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    releases: [
      {
        releaseid: expect.any(String),
        title: 'long',
        artist: 'Unknown Artist',
        tracks: 3,
        tracklist: ['A', 'B', 'C'].map((title, index) => ({
          file: `${index + 1} ${title}.wav`,
          title,
          version: '',
          isrc: null,
        })),
        result: 'created',
      },
    ],
    failed: [],
    leftOut: [],
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
  const options = ['--json', '--label', 'From The Line', '--package', 'Line', '--create-packages'];
  const checked = await run([root, '--check', ...options]);
  expect(checked.code).toBe(1);
  expect(JSON.parse(checked.stdout)).toMatchObject({
    releases: [{ tracklist: [{ file: '1 Good.ogg', isrc: null }], result: 'would create' }],
    failed: [{}, {}],
  });
  expect(checked.stderr).toMatch(
    /would create: "Mixed Formats" by Flac Artist\n {2}1\. Ogg Title, no ISRC, 1 Good\.ogg\n1 would create, .* 2 refused\. Nothing was changed\./,
  );
  const refused = await run([root, ...options]);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout).failed).toHaveLength(2);
  expect(refused.stderr).toContain('text.mp3');
  const [release] = JSON.parse(refused.stdout).releases;
  const { fragment } = await findRelease(release.releaseid);
  expect(JSON.parse(`{${fragment}}`).labels).toMatchObject([{ name: 'From The Line' }]);
  for (const wrong of [
    [],
    [''],
    ['--no-such-option', root],
    ['--available', 'tomorrow', root],
    ['--new', '--replace', root],
  ])
    expect((await run(wrong)).code).toBe(2);
  const help = await run(['--help']);
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--package NAME') });
});

test('a hostile file name reaches neither the terminal nor the JSON as raw escapes', async () => {
  const evil = 'a\u001b[2J\u001b]0;owned\u0007\r\u009b31m\u202efdp.xyz';
  const root = await deliver('hostile', { '1.ogg': 'opus.ogg', [evil]: { text: 'x' } }, { id: 'hostile' });
  const { code, stdout, stderr } = await run([root, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).leftOut).toMatchObject([{ path: join(root, evil) }]);
  expect(stderr).toContain('a\\u001b[2J');
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  const wrong = await run([`--\u001b[31m`, root]);
  expect([wrong.code, wrong.stderr.includes('\u001b')]).toEqual([2, false]);
});

test('twins are refused by the command, and --replace or --new decides', async () => {
  const sidecar = { label: { name: 'Twin Records' }, title: 'Twin', artist: 'Kite' };
  const root = await deliver('twin', { '1.wav': 'wav16.wav' }, { ...sidecar, id: 'one' });
  const [first] = JSON.parse((await run([root, '--json'])).stdout).releases;
  await deliver('twin', { '1.wav': 'wav16.wav' }, { ...sidecar, id: 'two' });
  const refused = await run([root, '--json']);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout).failed[0].reason).toMatch(
    new RegExp(`"Twin" by Kite \\(release ${first.releaseid}\\).*--replace.*--new`),
  );
  const replaced = await run([root, '--json', '--replace']);
  expect(JSON.parse(replaced.stdout).releases).toMatchObject([{ releaseid: first.releaseid, result: 'updated' }]);
});
