import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { release as details, releases as list } from '@promenade/contract/catalogue';
import { audioStream } from '@promenade/contract/media';
import { pick, type Random, seeded, whole } from '../demo/seed.ts';
import { SAMPLE_RATE } from '../demo/tone.ts';
import { wavHead } from '../demo/wav.ts';
import type { Call } from '../server/testing/client.ts';
import { type Running, startCommand } from './command.ts';
import { Fault, onlyOnce, soon } from './lane.ts';

/** A release as it is delivered; a later revision has other sound, other files and maybe more or fewer tracks. */
interface Delivery {
  title: string;
  revision: number;
  tracks: number;
}

/** A release as a listener finds it. */
export interface ReleaseFound {
  releaseid: string;
  trackids: string[];
}

/** The importer beside the service, and what must be in the catalogue because of it. */
export interface Deliveries {
  /** Delivers some new ones, to their end. @throws Fault */
  begin(count: number): Promise<void>;
  /** Starts one: a new release, another revision of one that is there, or one once more. */
  start(random: Random): Promise<Running>;
  /** Waits for the one that was started; one that did not end well is sometimes brought again, and sometimes forgotten. @throws Fault */
  settle(random: Random): Promise<void>;
  /** Reads the catalogue as a listener: each release once, and those that were brought since the last time whole. @throws Fault */
  verify(): Promise<void>;
  /** As the listener finds them; only after `verify`. */
  found(): Promise<ReleaseFound[]>;
  acknowledged(): number;
}

const IMPORT_WITHIN_MS = 120_000;
/** The first ones are what others flag and group: they stay as they are. */
const KEPT = 4;

/** @param folder where deliveries are laid out */
export function openDeliveries({
  dataDir,
  folder,
  call,
  seed,
  awaitService,
}: {
  dataDir: string;
  folder: string;
  call: Call;
  seed: string;
  /** Resolves when the service answers: an import that leaves the database first may stop it, and the service starts it anew. */
  awaitService: () => Promise<unknown>;
}): Deliveries {
  const known = new Map<string, Delivery>();
  const brought = new Set<string>();
  let count = 0;
  let acknowledged = 0;
  let doubt: { delivery: Delivery; running: Running } | undefined;

  const fresh = (tracks: number): Delivery => ({ title: `Delivery ${count++}.`, revision: 1, tracks });

  async function bring(delivery: Delivery): Promise<Running> {
    const root = join(folder, delivery.title);
    await layOut(root, delivery, seed);
    const running = startCommand(dataDir, 'server/import.ts', [root, '--json']);
    doubt = { delivery, running };
    brought.add(delivery.title);
    return running;
  }

  async function isTaken(): Promise<boolean> {
    if (!doubt) return true;
    const { code } = await soon(doubt.running.ended, 'The import', IMPORT_WITHIN_MS);
    await awaitService();
    if (code !== 0) return false;
    known.set(doubt.delivery.title, doubt.delivery);
    doubt = undefined;
    acknowledged += 1;
    return true;
  }

  async function mustTake(delivery: Delivery): Promise<void> {
    const { ended } = await bring(delivery);
    if (!(await isTaken())) throw new Fault(`The import of ${delivery.title} failed: ${(await ended).err}`);
  }

  async function checkDoubt(): Promise<void> {
    if (!doubt) return;
    const { title, revision } = doubt.delivery;
    const there = (await catalogue()).get(title);
    const foundRevision = there && (await revisionOf(there));
    if (foundRevision === revision) known.set(title, doubt.delivery);
    else if (foundRevision !== known.get(title)?.revision) throw new Fault(`${title} was there before and is gone.`);
  }

  /** By title. */
  async function catalogue() {
    const query = { pagesize: 100, sort: '-date' } as const;
    const { items, total } = (await call(list, { query })).body;
    for (let page = 2; items.length < total; page++)
      items.push(...(await call(list, { query: { ...query, page } })).body.items);
    return onlyOnce(items, ({ title }) => title, 'The catalogue');
  }

  async function revisionOf({ releaseid, title }: { releaseid: string; title: string }): Promise<number> {
    const { songs, attachments } = (await call(details, { params: { releaseid } })).body;
    const revision = Number(/^Revision (\d+)/.exec(songs[0]?.title ?? '')?.[1]);
    const wanted = songs.map((_song, at) => `Revision ${revision} part ${at + 1}`);
    const isWhole = songs.every((song, at) => song.title === wanted[at]) && attachments.length === 1;
    if (!isWhole) throw new Fault(`${title} is not whole: ${songs.map((song) => song.title).join(', ')}`);
    for (const { trackid } of songs) {
      const { status } = await call(audioStream, { params: { id: trackid }, query: {} });
      if (status !== 200) throw new Fault(`A track of ${title} is answered with ${status}.`);
    }
    return revision;
  }

  return {
    async begin(many) {
      const first = Array.from({ length: many }, () => fresh(2));
      for (const delivery of first) await layOut(join(folder, delivery.title), delivery, seed);
      const { code, err } = await startCommand(dataDir, 'server/import.ts', [folder]).ended;
      if (code !== 0) throw new Fault(`The first import failed: ${err}`);
      for (const delivery of first) known.set(delivery.title, delivery);
    },
    start(random) {
      const later = [...known.values()].slice(KEPT);
      const again = later.length > 0 && random() < 0.5 ? pick(random, later) : undefined;
      if (!again) return bring(fresh(whole(random, 1, 3)));
      if (random() < 0.3) return bring(again);
      return bring({ ...again, revision: again.revision + 1, tracks: whole(random, 1, 3) });
    },
    async settle(random) {
      if (await isTaken()) return;
      await checkDoubt();
      const [first] = known.values();
      const next = random() < 0.5 ? doubt?.delivery : first;
      if (next) await mustTake(next);
    },
    async verify() {
      const found = await catalogue();
      const titles = (of: Iterable<string>) => [...of].sort().join(', ');
      if (titles(found.keys()) !== titles(known.keys()))
        throw new Fault(`Releases: expected ${titles(known.keys())}\nand found ${titles(found.keys())}`);
      for (const [title, release] of found) {
        const { revision, tracks } = known.get(title) ?? {};
        if (release.trackcount !== tracks || (brought.has(title) && (await revisionOf(release)) !== revision))
          throw new Fault(
            `${title}: expected revision ${revision} with ${tracks} tracks, found ${release.trackcount}.`,
          );
      }
      brought.clear();
    },
    async found() {
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

/** Noise of a third of a second for each track, and a file for the listener. */
async function layOut(root: string, { title, revision, tracks }: Delivery, seed: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  await mkdir(join(root, 'attachments'), { recursive: true });
  const files = Array.from({ length: tracks }, (_none, at) => ({
    file: `${at + 1}.wav`,
    title: `Revision ${revision} part ${at + 1}`,
  }));
  for (const { file, title: words } of files) {
    const random = seeded(`${seed} ${title} ${words}`);
    const pcm = Buffer.from(Uint8Array.from({ length: 4 * Math.round(SAMPLE_RATE / 3) }, () => random() * 256));
    await writeFile(join(root, file), Buffer.concat([wavHead(pcm.length, {}), pcm]));
  }
  await writeFile(join(root, 'attachments', 'Notes.txt'), `${title} ${revision}`);
  const sidecar = { id: title, title, artist: `Artist of ${title}`, label: { name: 'Faults' }, tracks: files };
  await writeFile(join(root, 'release.json'), JSON.stringify(sidecar));
}
