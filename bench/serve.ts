import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import { createAccount } from '../server/access/accounts.ts';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/platform/config.ts';
import { openDb } from '../server/platform/db.ts';
import { joinEmbedded, removeEmbedded } from '../server/platform/embedded.ts';
import { openJobs } from '../server/platform/jobs.ts';
import { silentLog } from '../server/platform/log.ts';
import { migrate } from '../server/platform/migrate.ts';
import { makeSecrets } from '../server/platform/secrets.ts';
import { diskStorage } from '../server/platform/storage.ts';
import type { World } from '../server/platform/world.ts';
import { client } from '../server/testing/client.ts';
import { makeRelease } from '../server/testing/releases.ts';

const RELEASES = 2_000;
const ACCOUNT = { email: 'bench@bench.example', password: 'Promenade-1', packages: [], verified: true };

/** Where the measured server answers and who may ask it; one line of JSON on stdout. */
export interface Measured {
  url: string;
  token: string;
  releases: number;
}

const folder = await mkdtemp(join(tmpdir(), 'promenade-bench-'));
const member = await joinEmbedded(folder, { durable: false });
const { db, pool, close } = openDb(member.connection);
await migrate(pool);
const world: World = {
  db,
  pool,
  storage: diskStorage(join(folder, 'media')),
  secrets: makeSecrets(randomBytes(32).toString('hex')),
  config: readConfig({ DATA_DIR: folder }),
  log: silentLog(),
  now: () => new Date(),
  jobs: openJobs(pool, silentLog(), false),
  address: { url: 'http://127.0.0.1' },
};
for (let made = 0; made < RELEASES; made++) {
  const available = new Date(Date.now() - made * 3_600_000);
  await makeRelease(world, { title: `Release ${made}`, artist: `Artist ${made % 600}`, available });
}
await pool.query('vacuum analyze');
await createAccount(db, ACCOUNT);

const app = await buildApp(world);
app.get('/bench/empty', (_request, reply) => reply.type('application/json').send('{}'));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const answer = await client(url)(signIn, { body: { username: ACCOUNT.email, password: ACCOUNT.password } });
console.log(JSON.stringify({ url, token: answer.body['access-token'], releases: RELEASES } satisfies Measured));

await once(process, 'SIGTERM');
await app.close();
await close();
await member.leave();
await removeEmbedded(folder);
await rm(folder, { recursive: true, force: true });
