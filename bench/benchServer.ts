import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import { webDist } from '../scripts/buildWeb.ts';
import { createAccount } from '../server/access/accounts.ts';
import { buildApp } from '../server/app.ts';
import { updateTrackFragments } from '../server/catalogue/publishTrackQueries.ts';
import { rebuildIndex } from '../server/catalogue/searchIndex.ts';
import type { AppContext } from '../server/platform/context.ts';
import { openDb } from '../server/platform/database/db.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { openJobs } from '../server/platform/jobs/jobs.ts';
import { joinEmbeddedPostgres, removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { createSecrets } from '../server/platform/process/secrets.ts';
import { createDiskStorage } from '../server/platform/storage/storage.ts';
import { createClient } from '../server/testing/client.ts';
import { ALL_PACKAGES, type CatalogueSize, fillCatalogue, HELD_PACKAGES, LARGE, SMALL } from './madeCatalogue.ts';
import { fillSound } from './sound.ts';

const FRAGMENTS_AT_ONCE = 5_000;
const ACCOUNT = { email: 'bench@bench.example', password: 'Promenade-1', verified: true };

/** Where the measured server answers and who may ask it; one line of JSON on stdout. */
export interface Measured {
  url: string;
  token: string;
  /** Who signs in. */
  email: string;
  password: string;
  releases: number;
  /** Where its media lie. */
  media: string;
}

/** What the server has used since it started, its database not counted. */
export interface Usage {
  cpuSeconds: number;
  /** What it holds now. */
  memoryBytes: number;
}

// The large catalogue takes minutes to make: it stays where it is for the next run.
const isLarge = process.argv.includes('--large');
const folder = isLarge ? join(tmpdir(), 'promenade-bench-large') : await mkdtemp(join(tmpdir(), 'promenade-bench-'));
const made = join(folder, 'made');
if (isLarge && !existsSync(made)) await removeEmbeddedPostgres(folder);
const member = await joinEmbeddedPostgres(folder, { durable: isLarge });
const { db, pool, close } = openDb(member.connection);
await migrate(pool);
const context: AppContext = {
  db,
  pool,
  storage: createDiskStorage(join(folder, 'media')),
  secrets: createSecrets(randomBytes(32).toString('hex')),
  config: readConfig({ DATA_DIR: folder }),
  log: createSilentLog(),
  now: () => new Date(),
  jobs: openJobs(pool, createSilentLog(), false),
  address: { url: 'http://127.0.0.1' },
};
if (process.argv.includes('--sound')) {
  await fillSound(context);
  await createAccount(db, ACCOUNT);
} else if (!isLarge) await fill(SMALL, ALL_PACKAGES);
else if (!existsSync(made)) {
  await fill(LARGE, HELD_PACKAGES);
  await writeFile(made, '');
}

const app = await buildApp(context, existsSync(webDist) ? { webRoot: webDist } : {});
app.get('/bench/empty/route', (_request, reply) => reply.type('application/json').send('{}'));
// A transaction that holds nothing and is on the disk when it is answered. Source: PostgreSQL, replication functions
app.get('/bench/empty/commit', async (_request, reply) => {
  await pool.query("select pg_logical_emit_message(true, 'bench', '')");
  return reply.type('application/json').send('{}');
});
app.get('/bench/usage', (_request, reply) => reply.type('application/json').send(JSON.stringify(usage())));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const answer = await createClient(url)(signIn, { body: { username: ACCOUNT.email, password: ACCOUNT.password } });
const { email, password } = ACCOUNT;
const { releases } = isLarge ? LARGE : SMALL;
const media = join(folder, 'media');
const measured: Measured = { url, token: answer.body['access-token'], email, password, releases, media };
console.log(JSON.stringify(measured));

// Who started this is gone when its end of the pipe is.
process.stdin.resume();
await Promise.race([once(process, 'SIGTERM'), once(process.stdin, 'close')]);
process.stdin.destroy();
await app.close();
await close();
await member.leave();
if (!isLarge) {
  await removeEmbeddedPostgres(folder);
  await rm(folder, { recursive: true, force: true });
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, memoryBytes: process.memoryUsage.rss() };
}

async function fill(size: CatalogueSize, packages: string[]): Promise<void> {
  await fillCatalogue(context, size, new Date());
  for (let from = 1; from <= size.releases; from += FRAGMENTS_AT_ONCE)
    await updateTrackFragments(
      db,
      Array.from({ length: Math.min(FRAGMENTS_AT_ONCE, size.releases - from + 1) }, (_none, at) => from + at),
    );
  await rebuildIndex(db);
  await pool.query('vacuum analyze');
  await createAccount(db, { ...ACCOUNT, packages });
}
