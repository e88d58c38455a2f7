import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import { createAccount } from '../access/accounts.ts';
import { upsertLabelMember } from '../access/staffQueries.ts';
import { type AppOptions, buildApp } from '../app.ts';
import type { AppContext } from '../platform/context.ts';
import { type Connection, type Db, openDb, POOL_SIZE, STATEMENT_TIMEOUT_MS } from '../platform/database/db.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { collectDatabaseMetrics } from '../platform/monitoring/databaseMetrics.ts';
import type { Monitoring } from '../platform/monitoring/monitoring.ts';
import { observeStorage } from '../platform/monitoring/observeStorage.ts';
import { openStorage } from '../platform/openContext.ts';
import { type Config, readConfig } from '../platform/process/config.ts';
import { createSilentLog, type Log } from '../platform/process/log.ts';
import { createSecrets } from '../platform/process/secrets.ts';
import { startWorker } from '../worker.ts';
import { whenOver } from './cleanUp.ts';
import { type Call, createClient } from './client.ts';
import { contractCheck, requireDeclaredRefusals } from './contractCheck.ts';
import { createTestDatabase, execute } from './database.ts';
import { createRelease, type ReleaseOptions, type TestRelease } from './releases.ts';

export const PASSWORD = 'Promenade-1';
/** Of PASSWORD, with the lowest cost: a test that signs in does not wait for Argon2. */
const PASSWORD_HASH = '$argon2id$v=19$m=8,t=1,p=1$tE65z6aGrLTZaeZg/gBl5Q$YDGG3Hr0Buao3fZvUYJ3vZDl696yEWApS0qsFhXhj04';
const STREAMED_AGO_MS = 48 * 3600_000;
const NO_LIMITS = { runningMax: 1_000, queuedMs: 0, slowMs: 0 };
/** Refuses nothing: test files share one event loop, and a flood that a test sends is not an overload. */
const LOAD_LIMITS = { eventLoopDelayMs: 0, requests: NO_LIMITS, signIns: NO_LIMITS };

/** The app, as another node has it. */
export const buildTestApp = (context: AppContext, options?: AppOptions) =>
  buildApp(context, { loadLimits: LOAD_LIMITS, contractCheck, ...options });

export interface SignedIn {
  accountid: number;
  playerid: string;
  email: string;
  token: string;
  refreshToken: string;
  /** The value of its Cookie header. */
  cookie: string;
  call: Call;
}

interface AccountOptions {
  email?: string;
  packages?: string[];
  status?: 'pending' | 'active' | 'disabled';
  verified?: boolean;
  label_staff?: boolean;
  operator?: boolean;
  firstname?: string;
  lastname?: string;
  /** An operator vouched for it. */
  company?: string;
  /** Since when labels' reports count what it does. */
  told_at?: Date;
  /** False: without the package Everyone. */
  everyone?: boolean;
}

/** A running server with its own database, folder and clock, until the test or test file that starts it is over. */
export interface TestServer extends AppContext {
  app: FastifyInstance;
  url: string;
  call: Call;
  /** The path of a stored file, when it is on the disk. */
  pathOf(key: string): string;
  account(options?: AccountOptions): Promise<{ accountid: number; playerid: string; email: string }>;
  signedIn(options?: AccountOptions): Promise<SignedIn>;
  release(options?: ReleaseOptions): Promise<TestRelease>;
  setState(release: TestRelease, state: 'draft' | 'available' | 'withdrawn'): Promise<void>;
  /** Lets the account work for the owner of the release. */
  joinLabel(player: SignedIn, release: { id: number }, role: 'editor' | 'viewer'): Promise<void>;
  insertMark(player: SignedIn, release: TestRelease, mark: 'flagged' | 'archived'): Promise<void>;
  /** The account was sent all sound of the tracks, by default two days ago: what it hears of them counts. */
  insertStreams(player: Pick<SignedIn, 'accountid' | 'playerid'>, trackids: string[], at?: Date): Promise<void>;
  /** Waits for a mail to the address and returns the newest one. */
  waitForMail(to: string): Promise<TestMail>;
  countMails(to: string): Promise<number>;
  /** Counts the statements that wait for a lock in this database. */
  countWaitingStatements(): Promise<number>;
  advanceClock(ms: number): void;
}

export interface TestMail {
  kind: string;
  subject: string;
  html: string;
  text: string;
  replyTo: string | null;
  /** All URLs in the text. */
  links: string[];
  /** The token in its link to a page (`authverify`, `resetpwd`, `signup` …). */
  getToken(page: string): string;
}

interface TestServerOptions extends Pick<AppOptions, 'timeouts' | 'loadLimits' | 'replicaLagMs'> {
  /** Runs background jobs: mails and reset links are sent. */
  runsJobs?: boolean;
  env?: Record<string, string>;
  config?: Partial<Config>;
  log?: Log;
  monitoring?: Monitoring;
  /** Replaces the connection to the database, which then has the timeouts of the service. */
  connect?: (connection: Connection) => Promise<Connection>;
}

/** Starts the server on a free port and validates its answers. */
export async function startTestServer({
  runsJobs = false,
  env = {},
  config: settings = {},
  log = createSilentLog(),
  monitoring = {},
  connect,
  timeouts,
  replicaLagMs,
  loadLimits = LOAD_LIMITS,
}: TestServerOptions = {}): Promise<TestServer> {
  const direct = await createTestDatabase(monitoring);
  const { db, pool, availability, close } = connect
    ? openDb(await connect(direct.connection), POOL_SIZE, {
        statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        log,
        ...monitoring,
      })
    : direct;
  const folder = await mkdtemp(join(tmpdir(), 'promenade-test-'));
  let clockOffsetMs = 0;
  const config = { ...readConfig({ DATA_DIR: folder, ...env }), ...settings };
  const context: AppContext = {
    db,
    pool,
    availability,
    storage: observeStorage(openStorage(config, log), monitoring),
    secrets: createSecrets(config.appSecret ?? randomBytes(32).toString('hex')),
    config,
    log,
    now: () => new Date(Date.now() + clockOffsetMs),
    jobs: openJobs({ pool, availability }, log, runsJobs, monitoring),
    address: { url: 'http://promenade.test' },
    ...monitoring,
  };
  if (monitoring.metrics) collectDatabaseMetrics(monitoring.metrics, context);
  const app = await buildApp(context, {
    contractCheck,
    loadLimits,
    ...(timeouts && { timeouts }),
    ...(replicaLagMs && { replicaLagMs }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const stopWorker = runsJobs ? await startWorker(context) : context.jobs.close;
  // Hooks run in reverse order: the database is dropped after the server has closed its connections.
  whenOver(async () => {
    await app.close();
    await stopWorker();
    await close();
    await rm(folder, { recursive: true, force: true });
    requireDeclaredRefusals();
  });

  async function account({
    email = `${randomUUID()}@test.example`,
    packages = [],
    everyone = true,
    ...columns
  }: AccountOptions = {}) {
    for (const name of packages)
      await db
        .insertInto('packages')
        .values({ name })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const account = await createAccount(db, {
      email,
      packages,
      password_hash: PASSWORD_HASH,
      verified: true,
      ...columns,
    });
    if (!everyone) {
      const packageId = db.selectFrom('packages').select('id').where('name', '=', 'Everyone');
      await db
        .deleteFrom('account_package')
        .where('account_id', '=', account.accountid)
        .where('package_id', 'in', packageId)
        .execute();
    }
    return { ...account, email };
  }

  async function signedIn(options?: AccountOptions): Promise<SignedIn> {
    const created = await account(options);
    const answer = await createClient(url)(signIn, { body: { username: created.email, password: PASSWORD } });
    const token = answer.body['access-token'];
    const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';');
    return { ...created, token, refreshToken: answer.body['refresh-token'], cookie, call: createClient(url, token) };
  }

  return {
    ...context,
    app,
    url,
    call: createClient(url),
    pathOf: (key) => join(folder, 'media', key),
    account,
    signedIn,
    release: (options) => createRelease(context, options),
    async setState({ releaseid }, state) {
      await db
        .updateTable('releases')
        .set({ state, withdrawn_at: state === 'withdrawn' ? context.now() : null })
        .where('releaseid', '=', releaseid)
        .execute();
    },
    async joinLabel({ accountid }, { id }, role) {
      const { owner_label_id } = await db
        .selectFrom('releases')
        .where('id', '=', id)
        .select('owner_label_id')
        .executeTakeFirstOrThrow();
      const member = { accountid, labelId: owner_label_id ?? 0, role };
      await upsertLabelMember(db, member, 'command', context.now());
    },
    async insertMark({ accountid }, { id }, mark) {
      const at = context.now();
      const row = { account_id: accountid, release_id: id, flagged_at: null, archived_at: null, [`${mark}_at`]: at };
      await db.insertInto('marks').values(row).execute();
    },
    async insertStreams({ accountid, playerid }, trackids, at = new Date(context.now().getTime() - STREAMED_AGO_MS)) {
      const streams = trackids.map((trackid) => ({
        id: randomUUID(),
        account_id: accountid,
        playerid,
        session_id: randomUUID(),
        purpose: 'stream' as const,
        object_kind: 'track' as const,
        object_id: trackid,
        trackids: [trackid],
        format: 'mp3' as const,
        etag: '',
        ranges: '{[0,1000)}',
        total: 1000,
        started_at: at,
        sent: '{[0,1000)}',
        bytes_sent: 1000,
        ended_at: at,
        outcome: 'complete' as const,
      }));
      await db.insertInto('media_ledger').values(streams).execute();
    },
    waitForMail: (to) => waitForNewestMail(db, to),
    async countMails(to) {
      const rows = await db.selectFrom('mails').select('id').where('recipient', '=', to).execute();
      return rows.length;
    },
    async countWaitingStatements() {
      const { rowCount } = await execute(
        direct.connection,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount ?? 0;
    },
    advanceClock(ms) {
      clockOffsetMs += ms;
    },
  };
}

async function waitForNewestMail(db: Db, to: string): Promise<TestMail> {
  const mail = await vi.waitUntil(
    () =>
      db.selectFrom('mails').selectAll().where('recipient', '=', to).orderBy('created_at', 'desc').executeTakeFirst(),
    { interval: 20 },
  );
  const text = mail.body ?? '';
  const links = text.match(/https?:\/\/\S+/g) ?? [];
  return {
    kind: mail.kind,
    subject: mail.subject,
    html: mail.html ?? '',
    text,
    replyTo: mail.reply_to,
    links,
    getToken: (page) => links.map((link) => link.split(`/${page}/`)[1]).find((token) => token !== undefined) ?? '',
  };
}
