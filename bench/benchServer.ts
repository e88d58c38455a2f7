import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import { webDist } from '../scripts/buildWeb.ts';
import { createAccount } from '../server/access/accounts.ts';
import { buildApp } from '../server/app.ts';
import type { DraftRendition } from '../server/catalogue/document/releaseDraft.ts';
import { indexPopularReleases } from '../server/catalogue/search/searchIndex.ts';
import { openContext } from '../server/platform/openContext.ts';
import { joinEmbeddedPostgres, removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { createClient } from '../server/testing/client.ts';
import { createRelease } from '../server/testing/releases.ts';
import { ACCOUNT, createCatalogue } from './createCatalogue.ts';
import { createOperatorTables } from './createOperatorTables.ts';
import { createReports } from './createReports.ts';
import { ALL_PACKAGES, CONSOLE, HUGE, LARGE, SMALL, VISIBLE_PACKAGES } from './generateCatalogue.ts';
import { endStep, openKeptFolder, startStep } from './steps.ts';

/** An MP3 of about four minutes has ten megabytes. */
const AUDIO = { tracks: 60, bytes: 10_000_000 };

/** Printed as one line of JSON when the server is ready. */
export interface ServerInfo {
  url: string;
  token: string;
  /** Of as many further accounts as `--accounts=N` says, with the same packages. */
  tokens: string[];
  email: string;
  password: string;
  releases: number;
  mediaFolder: string;
}

// Benches of the small catalogue write to it, so each gets a new one.
const name = (['large', 'huge', 'console', 'reports', 'audio'] as const).find((name) =>
  process.argv.includes(`--${name}`),
);
const kept = name && (await openKeptFolder(name));
const folder = kept?.folder ?? (await mkdtemp(join(tmpdir(), 'promenade-bench-')));
const size = { small: SMALL, large: LARGE, huge: HUGE, console: CONSOLE, reports: SMALL, audio: SMALL }[
  name ?? 'small'
];
const packages = name ? VISIBLE_PACKAGES : ALL_PACKAGES;
// These catalogues are created faster without durable commits; what is kept is measured with the settings of the product.
const isDurable = kept?.isComplete || (name !== undefined && name !== 'huge' && name !== 'console');
const member = isDurable ? undefined : await joinEmbeddedPostgres(folder, { durable: false });
startStep(`Opening the database in ${folder}`);
const { context, close } = await openContext(readConfig({ DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' }), {
  log: createSilentLog(),
});
const { db, pool } = context;
if (!kept?.isComplete) {
  startStep(`Creating ${describe()}`);
  if (name === 'audio') {
    await createAudioRelease();
    await createAccount(db, ACCOUNT);
  } else if (name === 'reports') await createReports(context);
  else await createCatalogue(context, size, packages);
  if (name === 'console') await createOperatorTables(context);
  await kept?.markComplete();
}

startStep('Starting the server');
// The hourly job does this in the product.
await indexPopularReleases(db);

const app = await buildApp(context, existsSync(webDist) ? { webRoot: webDist } : {});
app.get('/bench/empty/route', (_request, reply) => reply.type('application/json').send('{}'));
// Commits an empty transaction durably. Source: PostgreSQL, replication functions
app.get('/bench/empty/commit', async (_request, reply) => {
  await pool.query("select pg_logical_emit_message(true, 'bench', '')");
  return reply.type('application/json').send('{}');
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const { email, password } = ACCOUNT;
const signInAs = async (username: string) =>
  (await createClient(url)(signIn, { body: { username, password } })).body['access-token'];
const tokens: string[] = [];
for (let n = Number(process.argv.join(' ').match(/--accounts=(\d+)/)?.[1]); n > 0; n--) {
  const further = { ...ACCOUNT, email: `${randomUUID()}@bench.example` };
  await createAccount(db, { ...further, packages });
  tokens.push(await signInAs(further.email));
}
if (process.argv.includes('--streams')) await insertStreams();
const { releases } = size;
const mediaFolder = join(folder, 'media');
endStep();
const info: ServerInfo = { url, token: await signInAs(email), tokens, email, password, releases, mediaFolder };
console.log(JSON.stringify(info));

// Standard input closes when the parent process ends.
process.stdin.resume();
await Promise.race([once(process, 'SIGTERM'), once(process.stdin, 'close')]);
process.stdin.destroy();
await app.close();
await close();
await member?.leave();
if (!kept) await removeEmbeddedPostgres(folder);

function describe(): string {
  const forNextRun = kept ? ', which are kept for the next run' : '';
  if (name === 'audio') return `${AUDIO.tracks} files${forNextRun}`;
  if (name === 'reports') return `the tables of reports${forNextRun}`;
  return `${size.releases} releases${forNextRun}`;
}

/** Each account was sent the songs of the newest releases, each by four requests. */
async function insertStreams(): Promise<void> {
  await pool.query(`
    insert into media_ledger (id, account_id, playerid, session_id, purpose, object_kind, object_id, trackids, format,
      etag, ranges, total, started_at, sent, bytes_sent, ended_at, outcome)
    select gen_random_uuid(), a.id, a.playerid, gen_random_uuid(), 'stream', 'track', trackid, array[trackid], 'mp3', '',
      part, 4, now() - interval '2 days', part, 1, now(), 'complete'
    from accounts a, (select id from releases order by available_at desc limit 100) r join tracks t on t.release_id = r.id
    cross join generate_series(0, 3) n cross join lateral (select int8multirange(int8range(n, n + 1)) as part) parts`);
  await pool.query('analyze media_ledger');
}

/** Creates one release of random bytes, 600 MB in all. */
async function createAudioRelease(): Promise<void> {
  const bytes = randomBytes(AUDIO.bytes);
  const songs: { title: string; renditions: DraftRendition[] }[] = [];
  for (let number = 1; number <= AUDIO.tracks; number++) {
    bytes.writeUInt32LE(number);
    const file = `audio/${createHash('sha256').update(bytes).digest('hex')}.mp3`;
    const stored = { file, ...(await context.storage.put(file, bytes)), media_type: 'audio/mpeg' };
    const frames = { source: null, data_offset: 0, data_bytes: bytes.length };
    const rendition = { kind: 'mp3' as const, ...stored, ...frames, sample_rate: 44_100, channels: 2, bits: null };
    songs.push({ title: `Song ${number}`, renditions: [rendition] });
  }
  await createRelease(context, { title: 'Large', songs });
}
