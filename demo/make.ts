import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { upsertNames } from '../server/catalogue/publishQueries.ts';
import { importFolders } from '../server/ingest/importFolders.ts';
import type { AppContext } from '../server/platform/context.ts';
import { getInstallationFact, markDemoCreated, setInstallationFact } from '../server/platform/process/planDemo.ts';
import { makeAccounts } from './accounts.ts';
import { catalogue, packageNames } from './catalogue.ts';
import { deliver } from './deliver.ts';
import { madeOf } from './queries.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import type { DemoRelease } from './release.ts';
import { upc } from './sidecar.ts';

/** Releases that are there before the service is ready; the rest follow while it runs. */
export const FIRST_RELEASES = 12;
/** Releases per run of the importer: enough to keep its threads busy, few enough to end soon when asked to. */
const BATCH = 3;
const BEGAN = 'demo-began';

interface Making {
  /** A line for whoever waits. */
  onProgress: (line: string) => void;
  /** Leaves out what would be made in the background. */
  firstOnly?: boolean;
  /** All of the catalogue unless said. */
  releases?: DemoRelease[];
}

/** The part of the demo that is made while the service runs. */
export interface DemoRest {
  /** Resolves when all is there, or when it was stopped; never rejects. */
  finished: Promise<void>;
  /** Ends after the releases under way; the next start goes on. */
  stop(): Promise<void>;
}

/** What one making shares. */
interface Studio {
  context: AppContext;
  recorder: Recorder;
  folder: string;
  began: Date;
  /** How many are there, for the progress line. */
  done: number;
  all: number;
  say: (line: string) => void;
  stopped: boolean;
}

/**
 * Makes the demo's accounts and releases through the ordinary importer, from sound and pictures made here. Resolves when
 * the newest releases can be heard. What is there already is left alone, so an interrupted making goes on.
 * @throws one sentence when a release could not be imported
 */
export async function makeDemo(
  context: AppContext,
  { onProgress, firstOnly = false, releases = catalogue }: Making,
): Promise<DemoRest> {
  const began = await beginning(context);
  await upsertNames(context.db, 'packages', [...packageNames]);
  await makeAccounts(context.db, context.now());
  const made = await madeOf(context.db, releases.map(identityOf));
  const missing = releases.filter((release) => !made.has(identityOf(release)));
  const first = releases.slice(0, FIRST_RELEASES).filter((release) => missing.includes(release));
  const rest = missing.filter((release) => !first.includes(release));
  const folder = join(context.config.dataDir, 'tmp', 'demo');
  const studio: Studio = {
    context,
    recorder: openRecorder(),
    folder,
    began,
    done: made.size,
    all: releases.length,
    say: onProgress,
    stopped: false,
  };
  await rm(folder, { recursive: true, force: true });
  try {
    await makeReleases(studio, first);
  } finally {
    await close(studio);
  }
  if (firstOnly) return { finished: Promise.resolve(), stop: async () => {} };
  return makeRest({ ...studio, say: (line) => context.log.info(line) }, rest);
}

/** The demo's days count from here, also when the making was interrupted and went on later. */
async function beginning({ db, now }: AppContext): Promise<Date> {
  const known = await getInstallationFact(db, BEGAN);
  if (typeof known === 'string') return new Date(known);
  const began = now();
  await setInstallationFact(db, BEGAN, began.toISOString());
  return began;
}

/** One thread makes music, so that the service stays quick for its first guest. */
function makeRest(before: Studio, rest: DemoRelease[]): DemoRest {
  const studio: Studio = { ...before, recorder: openRecorder(1) };
  const { db, log } = studio.context;
  const make = async () => {
    try {
      await makeReleases(studio, rest);
      if (!studio.stopped) await markDemoCreated(db);
    } catch (error) {
      if (!studio.stopped) log.error({ err: error }, 'The demo could not be completed; the next start tries again.');
    } finally {
      await close(studio);
    }
  };
  const finished = make();
  return {
    finished,
    async stop() {
      studio.stopped = true;
      await finished;
    },
  };
}

async function close({ recorder, folder }: Studio): Promise<void> {
  await recorder.close();
  await rm(folder, { recursive: true, force: true });
}

/** While one batch is imported, the next is played. */
async function makeReleases(studio: Studio, releases: DemoRelease[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(releases.length / BATCH) }, (_, nth) =>
    releases.slice(nth * BATCH, (nth + 1) * BATCH),
  );
  let importing: Promise<void> = Promise.resolve();
  for (const batch of batches) {
    if (studio.stopped) break;
    const delivered = Promise.all(batch.map((release) => deliverTo(studio, release)));
    // Both are awaited in turn; a failure of the later one must not count as unhandled meanwhile.
    delivered.catch(() => {});
    await importing;
    const folders = await delivered;
    importing = bringIn(studio, folders);
    importing.catch(() => {});
  }
  await importing;
}

async function deliverTo({ folder, began, recorder }: Studio, release: DemoRelease): Promise<string> {
  const own = join(folder, release.id);
  await mkdir(own, { recursive: true });
  await deliver(release, own, began, recorder);
  return own;
}

async function bringIn(studio: Studio, folders: string[]): Promise<void> {
  const { releases, failed } = await importFolders(studio.context, folders);
  const [failure] = failed;
  if (failure) throw new Error(`The demo could not be made: ${failure.path}: ${failure.reason}`);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  studio.done += releases.length;
  studio.say(`Making the demo: ${studio.done} of ${studio.all} releases`);
}

const identityOf = (release: DemoRelease): string => `upc:${upc(release).replace(/^0+/, '')}`;
