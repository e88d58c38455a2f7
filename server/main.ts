import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { DemoRest } from '../demo/make.ts';
import { buildWeb, webDist } from '../scripts/buildWeb.ts';
import { buildApp } from './app.ts';
import { indexMissing } from './catalogue/searchIndex.ts';
import { removeLeftovers } from './ingest/leftovers.ts';
import type { AppContext } from './platform/context.ts';
import { listenOn, requireFreePort } from './platform/http/port.ts';
import { openWorld } from './platform/openContext.ts';
import { runCommand, WrongUsage } from './platform/process/command.ts';
import { addressOf, demoSite, readConfig } from './platform/process/config.ts';
import { claimDataFolder } from './platform/process/dataFolder.ts';
import { openLog } from './platform/process/log.ts';
import { planDemo } from './platform/process/planDemo.ts';
import { type Stop, untilStopped } from './platform/process/untilStopped.ts';
import { startWork, type Work } from './work.ts';

const help = `
Promenade: the whole service on one port.

npm start [-- OPTION…]
  --role ROLE      what this process does: web answers, worker does the jobs behind (mails …), all does both (all)
  --dev            serve the browser part from its sources and reload it when they change

The environment says the rest: PORT, HOST, DATA_DIR, PUBLIC_URL, DATABASE_URL, DEMO, APP_SECRET, SMTP_URL, MAIL_FROM,
TRUST_PROXY, FFMPEG_PATH, LOG_LEVEL, DOWNLOADS, SUPPORT_EMAIL, SUPPORT_URL, PRIVACY_URL, TERMS_URL, COMPANY_URL,
COMPANY_NAME, APPLY_ACCOUNT_URL, MORE_MUSIC_URL: docs/operations.md.
`;

const STATEMENT_TIMEOUT_MS = 10_000;
/** What is still being sent after this long is cut: players ask again for the rest. The demo goes on at the next start. */
const DRAIN_MS = 10_000;

const roles = ['all', 'web', 'worker'] as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(help, async (args) => {
  const { role, dev } = readArguments(args);
  const config = readConfig(process.env);
  const stop = untilStopped();
  const claim = await claimDataFolder(config.dataDir);
  try {
    if (role !== 'worker') await requireFreePort(config);
    const log = openLog(config.logLevel, !process.stdout.isTTY);
    const works = role !== 'web';
    const { context, close } = await openWorld(config, { log, say, statementTimeoutMs: STATEMENT_TIMEOUT_MS, works });
    try {
      if (role === 'worker') await runWorker(context, stop);
      else await run(context, stop, { dev, works });
    } finally {
      await close();
    }
  } finally {
    claim.release();
  }
});
// Stopped half-way, the making of the demo has threads that would go on.
process.exit();

/** `dev`: serve the browser part from its sources. */
function readArguments(args: string[]): { role: (typeof roles)[number]; dev: boolean } {
  const options = { role: { type: 'string', default: 'all' }, dev: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ args, options });
  const role = roles.find((known) => known === values.role);
  if (!role) throw new WrongUsage(`--role must be one of ${roles.join(', ')}.`);
  return { role, dev: values.dev };
}

/** From the first job to the last. */
async function runWorker(context: AppContext, stop: Stop): Promise<void> {
  const work = await startWork(context);
  say('Promenade is ready to do jobs');
  await stop.asked;
  await context.jobs.close();
  work.close();
}

/** From the demo to the last answer. */
async function run(opened: AppContext, stop: Stop, { dev, works }: { dev: boolean; works: boolean }): Promise<void> {
  await removeLeftovers(opened);
  await indexMissing(opened.db);
  const demo = await planDemo(opened.db, opened.config);
  const context =
    demo === 'none' ? opened : { ...opened, config: { ...opened.config, site: demoSite(opened.config.site) } };
  const prepared = await Promise.race([stop.asked, prepare(context, demo === 'make', dev)]);
  if (!prepared) return;
  const { app, rest } = prepared;
  let work: Work | undefined;
  try {
    const port = await listenOn(app, context.config);
    context.address.url = addressOf(context.config, port);
    work = works ? await startWork(context) : undefined;
    if (demo !== 'none') await sayAccounts();
    say(`Promenade is ready at ${context.address.url}`);
    await stop.asked;
  } finally {
    const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
    await Promise.all([app.close(), Promise.race([rest?.stop(), pause(DRAIN_MS, undefined, { ref: false })])]);
    clearTimeout(cut);
    await context.jobs.close();
    work?.close();
  }
}

interface Prepared {
  app: FastifyInstance;
  /** What is made of the demo while the service runs. */
  rest: DemoRest | undefined;
}

async function prepare(context: AppContext, demo: boolean, dev: boolean): Promise<Prepared> {
  if (!dev) await buildWeb(say);
  const rest = demo ? await (await import('../demo/make.ts')).makeDemo(context, { onProgress: say }) : undefined;
  if (!dev) return { app: await buildApp(context, { playerRoot: webDist }), rest };
  const app = await buildApp(context);
  await (await import('../scripts/developWeb.ts')).developWeb(app, context.config.site);
  return { app, rest };
}

async function sayAccounts(): Promise<void> {
  const { demoAccounts, DEMO_PASSWORD } = await import('../demo/accounts.ts');
  say(`Sign in with the password ${DEMO_PASSWORD} as`);
  for (const { email, about } of demoAccounts) say(`  ${email.padEnd(24)}${about}`);
}
