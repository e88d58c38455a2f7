import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildWeb, webDist } from '../scripts/buildWeb.ts';
import { buildApp } from './app.ts';
import { indexMissingReleases } from './catalogue/search/searchIndex.ts';
import { flag, parseGiven, value } from './commands/command.ts';
import { findFfmpeg } from './ingest/sound/ffmpeg.ts';
import { removeAbandonedWorkspaces } from './ingest/workspace/workspace.ts';
import type { AppContext } from './platform/context.ts';
import { STATEMENT_TIMEOUT_MS } from './platform/database/db.ts';
import { isReadOnly } from './platform/database/session.ts';
import { announceStop, stopServer } from './platform/http/stopServer.ts';
import { keepWebAssets } from './platform/http/webAssets.ts';
import { openMonitoring } from './platform/monitoring/monitoring.ts';
import { openMonitoringPorts } from './platform/monitoring/monitoringPorts.ts';
import { openContext } from './platform/openContext.ts';
import { createStopSignal, endProcess, runCommand, UsageError, wrap } from './platform/process/command.ts';
import { buildDemoSite, type Config, getServiceUrl, readConfig, settingNames } from './platform/process/config.ts';
import { lockDataFolder } from './platform/process/dataFolder.ts';
import { openLog } from './platform/process/log.ts';
import { planDemo } from './platform/process/planDemo.ts';
import { startWorker } from './worker.ts';

const help = `
Promenade: the whole service on one port.

npm start [-- OPTION…]
  --role ROLE      web answers requests, worker runs background jobs (mails …), all does both (default: all)
  --dev            serve the web app from its sources and reload it when they change
  --version        print version and commit
  --migrate        update the database to this version and end

${wrap(`Environment variables: ${settingNames.join(', ')} (docs/operations.md).`, 0).join('\n')}
`;

/** How long a stop waits for answers, streams among them. */
const DRAIN_MS = 30_000;
/** How long a stop waits for the demo, which continues at the next start. */
const DEMO_STOP_MS = 10_000;
/** How long a stop waits for a collector of traces. */
const TRACES_STOP_MS = 5_000;
/** How long a start that is told to stop may go on, whatever it waits for. */
const START_STOP_MS = 5_000;
/** Replaces DRAIN_MS and DEMO_STOP_MS while developing, because the service restarts at each change. */
const DEV_STOP_MS = 500;

const roles = ['all', 'web', 'worker'] as const;
const ROLE = value('ROLE', 'a role', (text) => {
  const role = roles.find((name) => name === text);
  if (!role) throw new UsageError(`--role must be one of ${roles.join(', ')}.`);
  return role;
});

/** On a terminal, progress after the ready line is one line, which is rewritten and removed at the end. */
const clearLine = process.stdout.isTTY ? '\r\u001b[K' : '';
const print = (line: string) => void process.stdout.write(`${clearLine}${line}\n`);
const showProgress = (line: string) => void process.stdout.write(clearLine + line);

let hasStarted = false;

await runCommand(help, async (args) => {
  const {
    role = 'all',
    dev,
    migrate,
  } = parseGiven('start', { options: { role: ROLE, dev: flag, migrate: flag } }, args);
  const config = readConfig(process.env);
  const stopped = once(createStopSignal(), 'abort').then(() => undefined);
  void stopped.then(() => hasStarted || setTimeout(() => void endProcess(0), START_STOP_MS).unref());
  // The parent process, `npm run dev`, ended without stopping this one.
  if (dev) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  if (config.markSound && !(await findFfmpeg(config.ffmpegPath)))
    throw new Error('MARK_SOUND=on needs ffmpeg with libmp3lame: install it, set FFMPEG_PATH, or turn MARK_SOUND off.');
  const lock = await lockDataFolder(config.dataDir);
  try {
    if (role !== 'worker' && !migrate) await requireFreePort(config);
    const log = openLog(config.logLevel, !process.stdout.isTTY, { personal: config.logPersonal });
    const monitoring = await openMonitoring(config, log);
    const runsJobs = role !== 'web';
    // Runs while the database and the demo are created; `prepare` waits for it.
    const built = role === 'worker' || dev || migrate ? Promise.resolve() : buildWeb(print, { isHurried: true });
    // `prepare` throws its failure; without this, Node would end the process before.
    built.catch(() => {});
    const options = { log, onProgress: print, statementTimeoutMs: STATEMENT_TIMEOUT_MS, runsJobs, ...monitoring };
    const { context, close } = await openContext(config, options);
    try {
      // Opening it has run the migrations.
      if (migrate) print('The database is up to date.');
      else if (await isReadOnly(context.pool))
        throw new Error('The database is read-only: the service needs a primary.');
      else if (role === 'worker') await runWorker(context, stopped);
      else await runService(context, stopped, { dev, runsJobs, built });
    } finally {
      await close();
      await Promise.race([monitoring.tracing?.close(), pause(TRACES_STOP_MS, undefined, { ref: false })]);
    }
  } finally {
    lock.release();
  }
});
// Threads of an unfinished demo would keep the process alive.
process.exit();

async function runWorker(context: AppContext, stopped: Promise<void>): Promise<void> {
  const closePorts = await openMonitoringPorts(context, { stopped, print });
  const stopWorker = await startWorker(context);
  print('Promenade worker is ready');
  hasStarted = true;
  await stopped;
  await stopWorker();
  await closePorts();
}

async function runService(
  opened: AppContext,
  stopped: Promise<void>,
  { dev, runsJobs, built }: { dev: boolean; runsJobs: boolean; built: Promise<void> },
): Promise<void> {
  await removeAbandonedWorkspaces(opened);
  await indexMissingReleases(opened.db);
  const demo = await planDemo(opened.db, opened.config);
  const context =
    demo === 'none' ? opened : { ...opened, config: { ...opened.config, site: buildDemoSite(opened.config.site) } };
  const prepared = await Promise.race([stopped, prepare(context, { makesDemo: demo === 'make', dev, built })]);
  if (!prepared) return;
  const { app, demoRest } = prepared;
  let stopWorker: (() => Promise<void>) | undefined;
  let closePorts: (() => Promise<void>) | undefined;
  let keptAssets: Promise<void> | undefined;
  try {
    const port = await listen(app, context.config);
    context.address.url = getServiceUrl(context.config, port);
    closePorts = await openMonitoringPorts(context, { stopped, print });
    stopWorker = runsJobs ? await startWorker(context) : undefined;
    if (!dev) keptAssets = keepAssets(context);
    if (demo !== 'none') await printDemoAccounts();
    print(`Promenade is ready at ${context.address.url}`);
    hasStarted = true;
    void demoRest?.create(app);
    await stopped;
    await announceStop(app, context.config.stopDelaySeconds * 1000);
  } finally {
    await Promise.all([
      stopServer(app, dev ? DEV_STOP_MS : DRAIN_MS),
      Promise.race([demoRest?.stop(), pause(dev ? DEV_STOP_MS : DEMO_STOP_MS, undefined, { ref: false })]),
    ]);
    await stopWorker?.();
    await closePorts?.();
    await keptAssets;
  }
}

/** A failure costs tabs that are open during the next upgrade a reload, nothing more. */
async function keepAssets(context: AppContext): Promise<void> {
  await keepWebAssets(context, webDist).catch((reason: unknown) =>
    context.log.warn({ err: reason }, 'Could not keep the files of the web app for the next upgrade'),
  );
}

/** `demoRest` creates the remaining demo releases while the service runs. */
async function prepare(
  context: AppContext,
  { makesDemo, dev, built }: { makesDemo: boolean; dev: boolean; built: Promise<void> },
) {
  const [demoRest] = await Promise.all([makesDemo ? createDemo(context) : undefined, built]);
  if (!dev) return { app: await buildApp(context, { webRoot: webDist }), demoRest };
  const app = await buildApp(context);
  await (await import('../scripts/developWeb.ts')).developWeb(app, context.config.site);
  return { app, demoRest };
}

async function createDemo(context: AppContext) {
  const demo = await import('../demo/createDemo.ts');
  const onBackgroundProgress = process.stdout.isTTY ? showProgress : undefined;
  const rest = await demo.createDemo(context, { onProgress: print, onBackgroundProgress });
  const create = async (app: FastifyInstance) => {
    const { demoIsShort } = context.config;
    if (!demoIsShort) await fillDemoLibrary(app, context);
    await rest.create();
    if (!demoIsShort) await createDemoListening(context);
    onBackgroundProgress?.('');
  };
  return { ...rest, create };
}

/** Tests need accounts with empty lists, and have the short demo. A failure costs a first look some content. */
async function fillDemoLibrary(app: FastifyInstance, context: AppContext): Promise<void> {
  const { createDemoLibrary } = await import('../demo/library.ts');
  await createDemoLibrary(app, context.db).catch((error: unknown) =>
    context.log.error({ err: error }, 'The library of the demo could not be created.'),
  );
  await createDemoListening(context);
}

/** Of the releases that have none. */
async function createDemoListening({ db, log, now }: AppContext): Promise<void> {
  const listening = await import('../demo/listening.ts');
  await listening
    .createDemoListening(db, now())
    .catch((error: unknown) => log.error({ err: error }, 'The listening of the demo could not be created.'));
}

async function printDemoAccounts(): Promise<void> {
  const { demoAccounts, DEMO_PASSWORD } = await import('../demo/accounts.ts');
  print(`Sign in with the password ${DEMO_PASSWORD} as`);
  for (const { email, description } of demoAccounts) print(`  ${email.padEnd(24)}${description}`);
}

type ListenOptions = Pick<Config, 'host' | 'port'>;

/** Checks the port before a long start. @throws one sentence when it is not available */
async function requireFreePort(options: ListenOptions): Promise<void> {
  const server = createServer().listen({ host: options.host, port: options.port });
  await once(server, 'listening').catch((reason: NodeJS.ErrnoException) => {
    throw describeListenError(reason, options);
  });
  await once(server.close(), 'close');
}

/** Returns the port; the system chooses one for port 0. @throws one sentence when it is not available */
async function listen(app: FastifyInstance, { host, port }: ListenOptions): Promise<number> {
  await app.listen({ host, port }).catch((reason: NodeJS.ErrnoException) => {
    throw describeListenError(reason, { host, port });
  });
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function describeListenError(reason: NodeJS.ErrnoException, { host, port }: ListenOptions): Error {
  const cause = { cause: reason };
  if (reason.code === 'EADDRINUSE')
    return new Error(
      `Port ${port} of ${host} is used by another program: stop it, or choose another port by PORT.`,
      cause,
    );
  if (reason.code === 'EACCES')
    return new Error(`Port ${port} is not open to this user: choose a port from 1024 on by PORT.`, cause);
  if (reason.code === 'EADDRNOTAVAIL' || reason.code === 'ENOTFOUND')
    return new Error(`HOST ${host} is not an address of this machine.`, cause);
  return reason;
}
