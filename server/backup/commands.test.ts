import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setPassword, signIn } from '@promenade/contract/access';
import { release as detail, releases } from '@promenade/contract/catalogue';
import { audioStream } from '@promenade/contract/media';
import { afterAll, expect, test } from 'vitest';
import { removeEmbeddedPostgres } from '../platform/postgres/embeddedPostgres.ts';
import { createClient } from '../testing/client.ts';
import { writeDelivery } from '../testing/deliveries.ts';
import { createInstallation } from '../testing/installation.ts';
import { runScript } from '../testing/processes.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';

const home = await temporaryFolder('promenade commands ');
const [original, copy, backup] = ['original', 'copy', 'backup'].map((name) => join(home, name)) as [
  string,
  string,
  string,
];
afterAll(async () => {
  for (const folder of [original, copy]) await removeEmbeddedPostgres(folder);
  await rm(home, { recursive: true });
});

const run = (folder: string, script: string, ...args: string[]) =>
  runScript(`server/${script}.ts`, { args, env: { DATA_DIR: folder } }).ended;

async function startService(folder: string) {
  const service = runScript('server/main.ts', { env: { DATA_DIR: folder, PORT: '0', DEMO: '0' } });
  const [, url = ''] = await service.waitForOutput(/^Promenade is ready at (http:\S+)\n$/m);
  return {
    url,
    async stop() {
      service.kill('SIGTERM');
      expect((await service.ended).code).toBe(0);
    },
  };
}

test('a running installation is backed up by a command and restored into an empty folder without its secret', {
  timeout: 180_000,
}, async () => {
  await createInstallation(original);
  const service = await startService(original);
  const username = 'mia@station.example';
  const password = 'Promenade-1';
  const { stdout } = await run(original, 'operator', 'account', username, '--verified');
  const token = /\/resetpwd\/(\S+)/.exec(stdout)?.[1] ?? '';
  expect((await createClient(service.url)(setPassword, { body: { password, token } })).status).toBeLessThan(300);
  const delivery = await writeDelivery(join(home, 'delivery'), { '1.wav': 'wav16.wav' });
  expect(await run(original, 'import', delivery)).toMatchObject({ code: 0 });
  const before = (await createClient(service.url)(signIn, { body: { username, password } })).body['access-token'];
  const made = await run(original, 'backup', backup);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toContain('as secret as the installation');
  const link = join(home, 'link');
  await symlink(original, link);
  for (const inside of [join(original, 'media', 'backup'), join(original, '..backup'), join(link, 'backup')])
    expect(await run(original, 'backup', inside)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('inside the data folder'),
    });
  await service.stop();

  expect(await run(copy, 'restore', join(home, 'delivery'))).toMatchObject({ code: 1 });
  const refused = await run(copy, 'restore', backup);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--new-secret') });
  expect(await run(copy, 'restore', backup, '--new-secret')).toMatchObject({ code: 0, stderr: '' });
  expect(await run(copy, 'operator', 'verify')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^All \d+ files \(\d+ MB\) are complete\.\n$/),
  });

  const restored = await startService(copy);
  expect((await createClient(restored.url, before)(releases)).status).toBe(401);
  const after = (await createClient(restored.url)(signIn, { body: { username, password } })).body['access-token'];
  const call = createClient(restored.url, after);
  const [release] = (await call(releases)).body.items;
  const [track] = (await call(detail, { params: { releaseid: release?.releaseid ?? '' } })).body.songs;
  const answer = await fetch(`${restored.url}/api${audioStream.path.replace(':id', track?.trackid ?? '')}`, {
    headers: { authorization: `Bearer ${after}` },
  });
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  await restored.stop();
  await rm(join(copy, 'media', 'waveforms'), { recursive: true });
  const damaged = await run(copy, 'operator', 'verify');
  expect(damaged).toMatchObject({ code: 1, stdout: expect.stringContaining('is missing: waveform of track 1') });
});
