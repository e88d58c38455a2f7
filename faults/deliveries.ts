import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { release as details, releases as list } from '@promenade/contract/catalogue';
import { audioStream } from '@promenade/contract/media';
import { SAMPLE_RATE } from '../demo/music/dsp.ts';
import { createRandom, type Random, randomInteger, randomItem } from '../demo/random.ts';
import { createWavHeader } from '../demo/wav.ts';
import type { Call } from '../server/testing/client.ts';
import { Fault, indexUnique, withTimeout } from './actor.ts';
import type { Running } from './command.ts';

/** A delivered release; a later revision has other audio, other files and maybe another number of tracks. */
interface Delivery {
  title: string;
  revision: number;
  tracks: number;
}

export interface KnownRelease {
  releaseid: string;
  trackids: string[];
}

const IMPORT_TIMEOUT_MS = 120_000;

/** Runs imports beside the service and tracks what the catalogue must contain. */
export function createImporter({
  name = 'Delivery',
  start,
  folder,
  call,
  seed,
  awaitService,
}: {
  /** The beginning of all titles; other releases are not looked at. */
  name?: string;
  /** Starts the import command. */
  start: (args: string[]) => Running;
  folder: string;
  call: Call;
  seed: string;
  /** Waits for the service: a finished import may stop the database, which the service then restarts. */
  awaitService: () => Promise<unknown>;
}) {
  const known = new Map<string, Delivery>();
  const imported = new Set<string>();
  let count = 0;
  /** The first releases are used by other actors and never change. */
  let fixedCount = 0;
  let acknowledged = 0;
  let pending: { delivery: Delivery; running: Running } | undefined;

  const fresh = (tracks: number): Delivery => ({ title: `${name} ${count++}.`, revision: 1, tracks });

  async function importDelivery(delivery: Delivery): Promise<Running> {
    const root = join(folder, delivery.title);
    await writeDelivery(root, delivery, seed);
    const running = start([root, '--remove-tracks', '--json']);
    pending = { delivery, running };
    imported.add(delivery.title);
    return running;
  }

  async function isImported(): Promise<boolean> {
    if (!pending) return true;
    const { code } = await withTimeout(pending.running.ended, 'The import', IMPORT_TIMEOUT_MS);
    await awaitService();
    if (code !== 0) return false;
    known.set(pending.delivery.title, pending.delivery);
    pending = undefined;
    acknowledged += 1;
    return true;
  }

  async function importOrThrow(delivery: Delivery): Promise<void> {
    const { ended } = await importDelivery(delivery);
    if (!(await isImported())) throw new Fault(`The import of ${delivery.title} failed: ${(await ended).err}`);
  }

  async function checkPending(): Promise<void> {
    if (!pending) return;
    const { title, revision } = pending.delivery;
    const there = (await catalogue()).get(title);
    const foundRevision = there && (await revisionOf(there));
    if (foundRevision === revision) known.set(title, pending.delivery);
    else if (foundRevision !== known.get(title)?.revision) throw new Fault(`${title} is gone.`);
  }

  /** Indexed by title. */
  async function catalogue() {
    const query = { pagesize: 100, sort: '-date' } as const;
    const { items, total } = (await call(list, { query })).body;
    for (let page = 2; items.length < total; page++)
      items.push(...(await call(list, { query: { ...query, page } })).body.items);
    const own = items.filter(({ title }) => title.startsWith(`${name} `));
    return indexUnique(own, ({ title }) => title, 'The catalogue');
  }

  async function revisionOf({ releaseid, title }: { releaseid: string; title: string }): Promise<number> {
    const { songs, attachments } = (await call(details, { params: { releaseid } })).body;
    const revision = Number(/^Revision (\d+)/.exec(songs[0]?.title ?? '')?.[1]);
    const wanted = songs.map((_song, index) => `Revision ${revision} part ${index + 1}`);
    const isComplete = songs.every((song, index) => song.title === wanted[index]) && attachments.length === 1;
    if (!isComplete) throw new Fault(`${title} is incomplete: ${songs.map((song) => song.title).join(', ')}`);
    for (const { trackid } of songs) {
      const { status } = await call(audioStream, { params: { id: trackid }, query: {} });
      if (status !== 200) throw new Fault(`A track of ${title} got ${status}.`);
    }
    return revision;
  }

  return {
    /** Imports new releases and waits. @throws Fault */
    async importFirst(many: number): Promise<void> {
      const first = Array.from({ length: many }, () => fresh(2));
      for (const delivery of first) await writeDelivery(join(folder, delivery.title), delivery, seed);
      fixedCount = many;
      const { code, err } = await start([folder]).ended;
      if (code !== 0) throw new Fault(`The first import failed: ${err}`);
      for (const delivery of first) known.set(delivery.title, delivery);
    },
    /** Starts an import: a new release, a new revision, or an unchanged one. */
    startImport(random: Random): Promise<Running> {
      const later = [...known.values()].slice(fixedCount);
      const again = later.length > 0 && random() < 0.5 ? randomItem(random, later) : undefined;
      if (!again) return importDelivery(fresh(randomInteger(random, 1, 3)));
      if (random() < 0.3) return importDelivery(again);
      return importDelivery({ ...again, revision: again.revision + 1, tracks: randomInteger(random, 1, 3) });
    },
    /** Waits for the started import; a failed one is sometimes repeated. @throws Fault */
    async finishImport(random: Random): Promise<void> {
      if (await isImported()) return;
      await checkPending();
      const [first] = known.values();
      const next = random() < 0.5 ? pending?.delivery : first;
      if (next) await importOrThrow(next);
    },
    /** Checks the catalogue as a listener: each release once, recent imports complete. @throws Fault */
    async verify(): Promise<void> {
      const found = await catalogue();
      const titles = (of: Iterable<string>) => [...of].sort().join(', ');
      if (titles(found.keys()) !== titles(known.keys()))
        throw new Fault(`Releases: expected ${titles(known.keys())}\nand found ${titles(found.keys())}`);
      for (const [title, release] of found) {
        const { revision, tracks } = known.get(title) ?? {};
        if (release.trackcount !== tracks || (imported.has(title) && (await revisionOf(release)) !== revision))
          throw new Fault(
            `${title}: expected revision ${revision} with ${tracks} tracks, found ${release.trackcount}.`,
          );
      }
      imported.clear();
    },
    /** Call it after `verify`. */
    async listReleases(): Promise<KnownRelease[]> {
      const found = [...(await catalogue()).values()];
      return Promise.all(
        found.map(async ({ releaseid }) => {
          const { songs } = (await call(details, { params: { releaseid } })).body;
          return { releaseid, trackids: songs.map(({ trackid }) => trackid) };
        }),
      );
    },
    acknowledged: () => acknowledged,
  };
}

/** Writes a third of a second of noise per track, and an attachment. */
async function writeDelivery(root: string, { title, revision, tracks }: Delivery, seed: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await mkdir(join(root, 'attachments'), { recursive: true });
  const files = Array.from({ length: tracks }, (_, index) => ({
    file: `${index + 1}.wav`,
    title: `Revision ${revision} part ${index + 1}`,
  }));
  for (const { file, title: words } of files) {
    const random = createRandom(`${seed} ${title} ${words}`);
    const pcm = Buffer.from(Uint8Array.from({ length: 4 * Math.round(SAMPLE_RATE / 3) }, () => random() * 256));
    await writeFile(join(root, file), Buffer.concat([createWavHeader(pcm.length, {}), pcm]));
  }
  await writeFile(join(root, 'attachments', 'Notes.txt'), `${title} ${revision}`);
  const sidecar = { id: title, title, artist: `Artist of ${title}`, label: { name: 'Faults' }, tracks: files };
  await writeFile(join(root, 'release.json'), JSON.stringify(sidecar));
}
