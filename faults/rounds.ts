import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, randomBetween, randomItem } from '../demo/random.ts';
import { type Call, createClient } from '../server/testing/client.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { createActor, Fault } from './actor.ts';
import { startCommand } from './command.ts';
import { createImporter } from './deliveries.ts';
import { createDeskPlan } from './deskActor.ts';
import { createFlagPlan } from './flagActor.ts';
import { type Installation, type KillTarget, killTargets, openInstallation } from './installation.ts';
import { verifyFiles, verifyMails, waitForMails } from './invariants.ts';
import { createListenPlan, prepareListening } from './listenActor.ts';
import { openMembers } from './member.ts';
import { createPlaylistPlan } from './playlistActor.ts';
import { createSignUpPlan } from './signUpActor.ts';

export interface RunOptions {
  rounds: number;
  seed: number;
  /** Time limit for sending all mails after the last round; 0: do not wait. */
  mailsWithinMs: number;
  /** Stops before the next round. */
  isOver(): boolean;
  log(line: string): void;
}

export interface RunResult {
  rounds: number;
  kills: Record<KillTarget, number>;
  /** Acknowledged changes, imports included. */
  acknowledged: number;
  /** Milliseconds from a kill of the service, or of the database alone, until it is ready again. */
  restarts: number[];
  recoveries: number[];
}

/** Pending requests end or fail within this time after a kill. */
const SETTLE_MS = 300;
/** Rounds between sign-ins: an access token is valid for 30 minutes. */
const SIGN_IN_EACH = 20;

/** Runs the rounds on a new installation. @throws Fault with seed and round */
export async function runRounds({ rounds, seed, mailsWithinMs, isOver, log }: RunOptions): Promise<RunResult> {
  const home = await temporaryFolder('promenade-faults-');
  const site = await openInstallation(join(home, 'data'));
  let round = 0;
  try {
    const figures: RunResult = {
      rounds: 0,
      kills: { server: 0, database: 0, both: 0, import: 0 },
      acknowledged: 0,
      restarts: [],
      recoveries: [],
    };
    const play = await prepare(site, { seed, folder: join(home, 'deliveries') });
    for (round = 1; round <= rounds && !isOver(); round++) {
      const { kill, backMs } = await play.round(round);
      figures.kills[kill] += 1;
      if (kill === 'database') figures.recoveries.push(backMs);
      else if (kill !== 'import') figures.restarts.push(backMs);
      figures.rounds = round;
      figures.acknowledged = play.acknowledged();
      log(`round ${round}: ${kill}, ready after ${backMs} ms, ${figures.acknowledged} changes acknowledged`);
    }
    if (mailsWithinMs > 0) await waitForMails(site, mailsWithinMs);
    return figures;
  } catch (reason) {
    const what = reason instanceof Fault ? reason.message : ((reason as Error).stack ?? String(reason));
    throw new Fault(
      `Round ${round} of seed ${seed}: ${what}\nLast output of the service:\n${site.output().slice(-2000)}`,
    );
  } finally {
    await site.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function prepare(site: Installation, { seed, folder }: { seed: number; folder: string }) {
  const members = await openMembers(site);
  const [listener, collector, witness] = members;
  const awaitService = () => site.waitUntilReady('import');
  const deliveries = createImporter({
    start: (args) => startCommand(site.dataDir, 'server/import.ts', args),
    folder,
    call: witness.call,
    seed: String(seed),
    awaitService,
  });
  await deliveries.importFirst(4);
  const releases = await deliveries.listReleases();
  const trackids = releases.flatMap((release) => release.trackids);
  const random = (name: string) => createRandom(`${seed} ${name}`);
  await prepareListening(site, trackids);
  const anybody: Call = (...asked) => createClient(site.address())(...asked);
  const actors = [
    createActor(createFlagPlan('flags of one', listener.call, releases, random('flags of one'))),
    createActor(createFlagPlan('flags of another', collector.call, releases, random('flags of another'))),
    createActor(createPlaylistPlan('playlists of one', listener.call, trackids, random('playlists of one'))),
    createActor(createPlaylistPlan('playlists of another', collector.call, trackids, random('playlists of another'))),
    createActor(createListenPlan('listens of one', listener.call, trackids, random('listens of one'))),
    createActor(createListenPlan('listens of another', collector.call, trackids, random('listens of another'))),
    createActor(await createDeskPlan('a run', witness.call, releases, random('a run'))),
    createActor(createSignUpPlan('someone', anybody, site)),
    createActor(createSignUpPlan('somebody', anybody, site)),
  ];

  return {
    acknowledged: () => [...actors, deliveries].reduce((sum, { acknowledged }) => sum + acknowledged(), 0),
    async round(round: number): Promise<{ kill: KillTarget; backMs: number }> {
      const random = createRandom(`${seed} round ${round}`);
      const kill = randomItem(random, killTargets);
      if (round % SIGN_IN_EACH === 0) for (const member of members) await member.signIn();
      const roundState = { isKilled: false, isOver: false };
      const running = await deliveries.startImport(random);
      const loads = Promise.all(actors.map((actor) => actor.run(roundState)));
      loads.catch(() => {});
      await pause(randomBetween(random, 300, 2_500));
      roundState.isKilled = true;
      if (kill === 'import') running.kill();
      else await site.kill(kill);
      await pause(SETTLE_MS);
      roundState.isOver = true;
      await loads;
      const backMs = await site.waitUntilReady(kill);
      await deliveries.finishImport(random);
      for (const actor of actors) await actor.verify();
      await deliveries.verify();
      await verifyFiles(site);
      await verifyMails(site);
      return { kill, backMs };
    },
  };
}
