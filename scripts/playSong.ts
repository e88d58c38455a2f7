import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setPassword, signIn } from '@promenade/contract/access';
import { release, releases } from '@promenade/contract/catalogue';
import { audioStream } from '@promenade/contract/media';
import { createWavHeader } from '../demo/wav.ts';
import { createClient } from '../server/testing/client.ts';

// Imports a song into an installation without releases and plays it as a new listener. `deploy/test-image` runs it with
// the address and the environment of the running service.
const [address = ''] = process.argv.slice(2);
const email = 'listener@test.example';
const password = 'Promenade-1';

const run = (file: string, ...args: string[]) =>
  execFileSync(process.execPath, ['scripts/run.mjs', `server/${file}.ts`, ...args], { encoding: 'utf8' });

const folder = mkdtempSync(join(tmpdir(), 'promenade-song-'));
try {
  const noise = randomBytes(4 * 44_100);
  writeFileSync(join(folder, '01 Noise.wav'), Buffer.concat([createWavHeader(noise.length, {}), noise]));
  console.log(run('import', folder).trim());
} finally {
  rmSync(folder, { recursive: true });
}
const token = /\/resetpwd\/(\S+)/.exec(run('operator', 'account', email, '--verified'))?.[1] ?? '';
await createClient(address)(setPassword, { body: { password, token } });
const { body } = await createClient(address)(signIn, { body: { username: email, password } });
const call = createClient(address, body['access-token']);
const releaseid = (await call(releases)).body.items[0]?.releaseid ?? '';
const trackid = (await call(release, { params: { releaseid } })).body.songs[0]?.trackid ?? '';
const song = await fetch(`${address}/api${audioStream.path.replace(':id', trackid)}`, {
  headers: { authorization: `Bearer ${body['access-token']}` },
});
const { length } = Buffer.from(await song.arrayBuffer());
if (song.status !== 200 || length < 10_000) throw new Error(`The song got ${song.status} with ${length} bytes.`);
console.log(`Played ${length} bytes of ${song.headers.get('content-type')}.`);
