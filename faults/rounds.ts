import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setPassword, signIn } from '@promenade/contract/access';
import { saveProfile } from '@promenade/contract/profile';
import { between, pick, seeded } from '../demo/seed.ts';
import { type Call, client } from '../server/testing/client.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { startCommand } from './command.ts';
import { openDeliveries } from './deliveries.ts';
import { flagging } from './flags.ts';
import { awaitMails, verifyFiles, verifyMails } from './kept.ts';
import { Fault, openLane } from './lane.ts';
import { grouping } from './playlists.ts';
import { applying } from './signUps.ts';
import { type Kill, kills, openSite, type Site } from './site.ts';

/** How long it goes on, and from which seed everything is chosen. */
export interface Asked {
  rounds: number;
  seed: number;
  /** How long every mail may take after the last round; 0: nobody waits for them. */
  mailsWithinMs: number;
  /** No round begins then. */
  isOver(): boolean;
  say(line: string): void;
}

/** What a run went through without a fault. */
export interface Figures {
  rounds: number;
  kills: Record<Kill, number>;
  /** Changes that were acknowledged, imports included. */
  acknowledged: number;
  /** Milliseconds from the kill of the service, and of the database alone, until it answers again. */
  restarts: number[];
  recoveries: number[];
}

const PASSWORD = 'Promenade-1';
/** Requests that are under way when the blow falls come to their end, or to none, within this. */
const AFTERMATH_MS = 300;
/** An access token is good for half an hour. */
const SIGN_IN_EACH = 20;

/** Runs the rounds on a service of its own. @throws Fault that names seed and round */
export async function runRounds({ rounds, seed, mailsWithinMs, isOver, say }: Asked): Promise<Figures> {
  const home = await temporaryFolder('promenade-faults-');
  const site = await openSite(join(home, 'data'));
  let round = 0;
  try {
    const figures: Figures = {
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
      say(`round ${round}: ${kill}, back after ${backMs} ms, ${figures.acknowledged} changes acknowledged`);
    }
    if (mailsWithinMs > 0) await awaitMails(site, mailsWithinMs);
    return figures;
  } catch (reason) {
    const what = reason instanceof Fault ? reason.message : ((reason as Error).stack ?? String(reason));
    throw new Fault(`Round ${round} of seed ${seed}: ${what}\nThe service said last:\n${site.output().slice(-2000)}`);
  } finally {
    await site.close();
    await rm(home, { recursive: true, force: true });
  }
}

async function prepare(site: Site, { seed, folder }: { seed: number; folder: string }) {
  const members = await Promise.all(
    ['listener', 'collector', 'witness'].map((name) => openMember(site, `${name}@faults.example`)),
  );
  const [listener, collector, witness] = members;
  if (!listener || !collector || !witness) throw new Error('Without members nothing happens.');
  const awaitService = () => site.comeBack('import');
  const deliveries = openDeliveries({
    dataDir: site.dataDir,
    folder,
    call: witness.call,
    seed: String(seed),
    awaitService,
  });
  await deliveries.begin(4);
  const releases = await deliveries.found();
  const trackids = releases.flatMap((release) => release.trackids);
  const random = (name: string) => seeded(`${seed} ${name}`);
  const anybody: Call = (...asked) => client(site.address())(...asked);
  const lanes = [
    openLane(flagging('flags of one', listener.call, releases, random('flags of one'))),
    openLane(flagging('flags of another', collector.call, releases, random('flags of another'))),
    openLane(grouping('playlists of one', listener.call, trackids, random('playlists of one'))),
    openLane(grouping('playlists of another', collector.call, trackids, random('playlists of another'))),
    openLane(applying('someone', anybody, site)),
    openLane(applying('somebody', anybody, site)),
  ];

  return {
    acknowledged: () => [...lanes, deliveries].reduce((sum, { acknowledged }) => sum + acknowledged(), 0),
    async round(round: number): Promise<{ kill: Kill; backMs: number }> {
      const random = seeded(`${seed} round ${round}`);
      const kill = pick(random, kills);
      if (round % SIGN_IN_EACH === 0) for (const member of members) await member.signIn();
      const now = { struck: false, over: false };
      const running = await deliveries.start(random);
      const loads = Promise.all(lanes.map((lane) => lane.load(now)));
      loads.catch(() => {});
      await pause(between(random, 300, 2_500));
      now.struck = true;
      if (kill === 'import') running.kill();
      else await site.strike(kill);
      await pause(AFTERMATH_MS);
      now.over = true;
      await loads;
      const backMs = await site.comeBack(kill);
      await deliveries.settle(random);
      for (const lane of lanes) await lane.verify();
      await deliveries.verify();
      await verifyFiles(site);
      await verifyMails(site);
      return { kill, backMs };
    },
  };
}

interface Member {
  call: Call;
  signIn(): Promise<void>;
}

/** An account of the operator's making, signed in, that wants a mail for each release. */
async function openMember(site: Site, email: string): Promise<Member> {
  const { out, err } = await startCommand(site.dataDir, 'server/operator.ts', ['account', email, '--verified']).ended;
  const token = /\/resetpwd\/(\S+)/.exec(out)?.[1];
  if (!token) throw new Error(`There is no account ${email}: ${err}`);
  let access = '';
  const call: Call = (...asked) => client(site.address(), access)(...asked);
  const signInAgain = async () => {
    const { body } = await call(signIn, { body: { username: email, password: PASSWORD } });
    access = body['access-token'];
  };
  await call(setPassword, { body: { password: PASSWORD, token } });
  await signInAgain();
  const about = { firstname: 'A', lastname: 'Member', title: 'Editor', country: 'GB' };
  const { status } = await call(saveProfile, { body: { ...about, mailto: email, mailpref: 'per-release' } });
  if (status >= 400) throw new Error(`The profile of ${email} is answered with ${status}.`);
  return { call, signIn: signInAgain };
}
