import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findTarget } from '../server/catalogue/deliveryTarget.ts';
import { setPackageOpen } from '../server/catalogue/names/ownerQueries.ts';
import { upsertNames } from '../server/catalogue/publishQueries.ts';
import { importFolders } from '../server/ingest/run/importFolders.ts';
import { type DecodePool, openDecodePool } from '../server/ingest/workers/decodePool.ts';
import type { AppContext } from '../server/platform/context.ts';
import { getInstallationFact, setInstallationFact } from '../server/platform/process/installation.ts';
import { markDemoCreated } from '../server/platform/process/planDemo.ts';
import { openProcessFolder, type ProcessFolder } from '../server/platform/process/processFolder.ts';
import { createDemoAccounts } from './accounts.ts';
import { catalogue, fullCatalogue, INITIAL_RELEASES, listInitial, packageNames } from './catalogue.ts';
import { createLabelSide } from './labelSide.ts';
import { openRecorder, type Recorder } from './music/recorder.ts';
import { type DemoRelease, labels } from './release.ts';
import { createUpc } from './sidecar.ts';
import { writeDelivery } from './writeDelivery.ts';

/** Releases per import: enough to use all importer threads, few enough to stop soon. */
const BATCH_SIZE = 3;
const START_FACT = 'demo-began';

interface CreateDemoOptions {
  onProgress: (line: string) => void;
  /** The same for the releases that are created in the background; default: the log. */
  onBackgroundProgress?: ((line: string) => void) | undefined;
  /** Default: all demo releases, with short songs when DEMO=short. */
  releases?: DemoRelease[];
}

/** The demo releases that are created while the service runs. */
export interface RemainingDemo {
  /** Resolves when all releases exist or the creation was stopped; never rejects. */
  create(): Promise<void>;
  /** Stops after the releases in progress; the next start continues. */
  stop(): Promise<void>;
}

interface DemoRun {
  context: AppContext;
  recorder: Recorder;
  /** Shared by all imports of the run, because a new thread compiles decoders and encoder again. */
  decodePool: DecodePool;
  folder: ProcessFolder;
  startedAt: Date;
  imported: number;
  total: number;
  onProgress: (line: string) => void;
  isStopped: boolean;
}

/**
 * Creates the demo accounts and imports synthesised releases. Resolves when the newest releases are available. Existing
 * accounts and releases are skipped, so an interrupted run continues.
 * @throws one sentence when a release could not be imported
 */
export async function createDemo(
  context: AppContext,
  {
    onProgress,
    onBackgroundProgress = (line) => context.log.info(line),
    releases = context.config.demoIsShort ? catalogue : fullCatalogue,
  }: CreateDemoOptions,
): Promise<RemainingDemo> {
  const startedAt = await getOrSetStart(context);
  for (const id of await upsertNames(context.db, 'packages', [...packageNames]))
    await setPackageOpen(context.db, id, true);
  const missing: DemoRelease[] = [];
  for (const release of releases) {
    if (!(await isImported(context, release))) missing.push(release);
  }
  // Tests look for the newest release at once.
  const awaited = context.config.demoIsShort ? releases.slice(0, INITIAL_RELEASES) : listInitial(releases);
  const initial = awaited.filter((release) => missing.includes(release));
  const remaining = missing.filter((release) => !initial.includes(release));
  const run: DemoRun = {
    context,
    recorder: openRecorder(),
    decodePool: openDecodePool(),
    folder: await openFolder(context),
    startedAt,
    imported: releases.length - missing.length,
    total: releases.length,
    onProgress,
    isStopped: false,
  };
  try {
    await createReleases(run, initial, createDemoAccounts(context.db, context.now()));
  } catch (reason) {
    await closeRun(run);
    throw reason;
  }
  // Threads take a second to end, for which the start need not wait.
  const closed = closeRun(run);
  closed.catch(() => {});
  return createRemaining({ ...run, onProgress: onBackgroundProgress }, remaining, closed);
}

/** The first start of the demo; the dates of all releases are relative to it. */
async function getOrSetStart({ db, now }: AppContext): Promise<Date> {
  const stored = await getInstallationFact(db, START_FACT);
  if (typeof stored === 'string') return new Date(stored);
  const startedAt = now();
  await setInstallationFact(db, START_FACT, startedAt.toISOString());
  return startedAt;
}

/** Uses one thread only, so that the service stays responsive. */
function createRemaining(initialRun: DemoRun, releases: DemoRelease[], closed: Promise<void>): RemainingDemo {
  const run: DemoRun = { ...initialRun };
  const { db, log } = run.context;
  const create = async () => {
    try {
      await closed;
      run.folder = await openFolder(run.context);
      run.recorder = openRecorder(1);
      run.decodePool = openDecodePool();
      try {
        await createReleases(run, releases);
        if (!run.isStopped)
          await createLabelSide({ ...run.context, decodePool: run.decodePool }, (release) =>
            writeDeliveryFolder(run, release),
          );
      } finally {
        await closeRun(run);
      }
      if (!run.isStopped) await markDemoCreated(db);
    } catch (error) {
      if (!run.isStopped) log.error({ err: error }, 'The demo could not be completed; the next start tries again.');
    }
  };
  let finished = Promise.resolve();
  return {
    create: () => (finished = create()),
    async stop() {
      run.isStopped = true;
      await finished;
    },
  };
}

async function closeRun({ recorder, decodePool, folder }: DemoRun): Promise<void> {
  await recorder.close();
  await decodePool.close();
  await folder.close();
}

const openFolder = ({ config }: AppContext) => openProcessFolder(join(config.dataDir, 'tmp'));

/** Synthesises a batch while the previous one is imported, the first one while its recipients are created. */
async function createReleases(
  run: DemoRun,
  releases: DemoRelease[],
  recipients: Promise<void> = Promise.resolve(),
): Promise<void> {
  let importing = recipients;
  for (let start = 0; start < releases.length && !run.isStopped; start += BATCH_SIZE) {
    const batch = releases.slice(start, start + BATCH_SIZE);
    const writing = Promise.all(batch.map((release) => writeDeliveryFolder(run, release)));
    // Both promises are awaited in turn; a rejection of the later one must not count as unhandled meanwhile.
    writing.catch(() => {});
    await importing;
    const folders = await writing;
    importing = importDeliveries(run, folders);
    importing.catch(() => {});
  }
  await importing;
}

async function writeDeliveryFolder(run: DemoRun, release: DemoRelease): Promise<string> {
  const folder = join(run.folder.path, release.id);
  await mkdir(folder, { recursive: true });
  await writeDelivery(release, folder, run.startedAt, run.recorder);
  return folder;
}

async function importDeliveries(run: DemoRun, folders: string[]): Promise<void> {
  // To start ffmpeg takes longer than to encode a short song.
  const settings = { actor: 'system', embedded: true };
  const { releases, failed } = await importFolders({ ...run.context, decodePool: run.decodePool }, folders, settings);
  const [failure] = failed;
  if (failure) throw new Error(`The demo could not be created: ${failure.path}: ${failure.reason}`);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  run.imported += releases.length;
  run.onProgress(`Creating the demo: ${run.imported} of ${run.total} releases`);
}

async function isImported({ db }: AppContext, release: DemoRelease): Promise<boolean> {
  const { artist, title } = release;
  const identity = `upc:${createUpc(release).replace(/^0+/, '')}`;
  const claim = { label: labels[release.label].name, identity, artist, title, files: [] };
  return (await findTarget(db, claim, 'new')).known !== undefined;
}
