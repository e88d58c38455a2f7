import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@promenade/contract/access';
import type { FastifyInstance } from 'fastify';
import { afterAll, vi } from 'vitest';
import { createAccount } from '../access/accounts.ts';
import { buildApp } from '../app.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { openJobs } from '../platform/jobs/jobs.ts';
import { readConfig } from '../platform/process/config.ts';
import { silentLog } from '../platform/process/log.ts';
import { makeSecrets } from '../platform/process/secrets.ts';
import { diskStorage } from '../platform/storage/storage.ts';
import { startWork } from '../work.ts';
import { type Call, client } from './client.ts';
import { testDb } from './database.ts';
import { type MadeRelease, makeRelease, type Wanted } from './releases.ts';

export const PASSWORD = 'Promenade-1';

/** A signed-in account and its ways to call. */
export interface SignedIn {
  accountid: number;
  playerid: string;
  email: string;
  token: string;
  refreshToken: string;
  /** For a Cookie header. */
  cookie: string;
  call: Call;
}

interface WantedAccount {
  email?: string;
  packages?: string[];
  status?: 'pending' | 'active' | 'disabled';
  verified?: boolean;
  label_staff?: boolean;
  operator?: boolean;
  firstname?: string;
  lastname?: string;
  /** False takes the package away that everybody holds. */
  everyone?: boolean;
}

/** The running server on a private database, a folder and a clock of its own, gone when the test file ends; call it at the top. */
export interface TestServer extends AppContext {
  app: FastifyInstance;
  url: string;
  call: Call;
  account(wanted?: WantedAccount): Promise<{ accountid: number; playerid: string; email: string }>;
  signedIn(wanted?: WantedAccount): Promise<SignedIn>;
  release(wanted?: Wanted): Promise<MadeRelease>;
  setState(release: MadeRelease, state: 'draft' | 'available' | 'withdrawn'): Promise<void>;
  mark(player: SignedIn, release: MadeRelease, how: 'flagged' | 'archived'): Promise<void>;
  /** The newest mail to an address, its links and its code; waits until there is one. */
  mail(to: string): Promise<TestMail>;
  /** How many mails there are to an address. */
  mailCount(to: string): Promise<number>;
  /** How many statements wait for a lock in this database. */
  waiting(): Promise<number>;
  /** Moves the clock of the server on. */
  pass(ms: number): void;
}

/** A mail as its reader gets it. */
export interface TestMail {
  kind: string;
  subject: string;
  html: string;
  text: string;
  replyTo: string | null;
  /** Every address in it. */
  links: string[];
  /** The token of its link to this page (`authverify`, `resetpwd`, `signup` …). */
  tokenOf(page: string): string;
}

interface How {
  /** Does the jobs, too: mails are handed over, reset links made. */
  works?: boolean;
  env?: Record<string, string>;
}

/** Starts the real server on a free port, answers checked by the contract. */
export async function startTestServer({ works = false, env = {} }: How = {}): Promise<TestServer> {
  const { db, quick, pool } = await testDb();
  const folder = await mkdtemp(join(tmpdir(), 'promenade-test-'));
  let passed = 0;
  const context: AppContext = {
    db,
    quick,
    pool,
    storage: diskStorage(join(folder, 'media')),
    secrets: makeSecrets(randomBytes(32).toString('hex')),
    config: readConfig({ DATA_DIR: folder, ...env }),
    log: silentLog(),
    now: () => new Date(Date.now() + passed),
    jobs: openJobs(pool, silentLog(), works),
    address: { url: 'http://promenade.test' },
  };
  const app = await buildApp(context, { checkAnswers: true });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const work = works ? await startWork(context) : undefined;
  // Runs before the database goes, which would wait for the connection that listens.
  afterAll(async () => {
    await app.close();
    await context.jobs.close();
    work?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function account({
    email = `${randomUUID()}@test.example`,
    packages = [],
    everyone = true,
    ...rest
  }: WantedAccount = {}) {
    for (const name of packages)
      await db
        .insertInto('packages')
        .values({ name })
        .onConflict((c) => c.doNothing())
        .execute();
    const made = await createAccount(db, { email, packages, password: PASSWORD, verified: true, ...rest });
    if (!everyone) {
      const held = db.selectFrom('packages').select('id').where('name', '=', 'Everyone');
      await db
        .deleteFrom('account_package')
        .where('account_id', '=', made.accountid)
        .where('package_id', 'in', held)
        .execute();
    }
    return { ...made, email };
  }

  async function signedIn(wanted?: WantedAccount): Promise<SignedIn> {
    const made = await account(wanted);
    const answer = await client(url)(signIn, { body: { username: made.email, password: PASSWORD } });
    const token = answer.body['access-token'];
    const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';');
    return { ...made, token, refreshToken: answer.body['refresh-token'], cookie, call: client(url, token) };
  }

  return {
    ...context,
    app,
    url,
    call: client(url),
    account,
    signedIn,
    release: (wanted) => makeRelease(context, wanted),
    async setState({ releaseid }, state) {
      await db.updateTable('releases').set({ state }).where('releaseid', '=', releaseid).execute();
    },
    async mark({ accountid }, { id }, how) {
      const at = context.now();
      const row = { account_id: accountid, release_id: id, flagged_at: null, archived_at: null, [`${how}_at`]: at };
      await db.insertInto('marks').values(row).execute();
    },
    mail: (to) => newestMail(db, to),
    async mailCount(to) {
      const rows = await db.selectFrom('mails').select('id').where('recipient', '=', to).execute();
      return rows.length;
    },
    async waiting() {
      const { rows } = await context.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.n ?? 0;
    },
    pass(ms) {
      passed += ms;
    },
  };
}

async function newestMail(db: Db, to: string): Promise<TestMail> {
  const mail = await vi.waitUntil(
    () =>
      db.selectFrom('mails').selectAll().where('recipient', '=', to).orderBy('created_at', 'desc').executeTakeFirst(),
    { timeout: 10_000, interval: 20 },
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
    tokenOf: (page) => links.map((link) => link.split(`/${page}/`)[1]).find((token) => token !== undefined) ?? '',
  };
}
