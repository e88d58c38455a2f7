import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { releases as releasesRoute } from '@promenade/contract/catalogue';
import { createRandom, type Random, randomBetween, randomItem } from '../demo/random.ts';
import { deleteUnreferencedFiles } from '../server/ingest/storedFiles/deleteUnreferencedFiles.ts';
import type { Call } from '../server/testing/client.ts';
import { createClient } from '../server/testing/client.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { createActor, Fault } from './actor.ts';
import { joinCommands, startCommand } from './command.ts';
import { createImporter } from './deliveries.ts';
import { createFlagPlan } from './flagActor.ts';
import { verifyFiles } from './invariants.ts';
import { createListenPlan, prepareListening } from './listenActor.ts';
import { openMembers } from './member.ts';
import { type Cluster, type ClusterOptions, type Node, openCluster } from './nodes.ts';
import { createPlaylistPlan } from './playlistActor.ts';
import type { RunOptions } from './rounds.ts';

const killTargets = ['node', 'restart', 'import', 'imports', 'database', 'everything'] as const;
/** `storage`: the bucket is away for seconds. */
type KillTarget = (typeof killTargets)[number] | 'storage' | 'replica';

export interface NodeRunResult {
  rounds: number;
  kills: Partial<Record<KillTarget, number>>;
  /** Acknowledged changes, imports included. */
  acknowledged: number;
}

const SETTLE_MS = 300;
/** How long one request may be refused because of overload. */
const OVERLOAD_MAX_MS = 20_000;
/** Longer than one attempt to reach the bucket, and longer than all of them together. */
const AWAY_MS = [1_000, 30_000] as const;
/** Rounds between sign-ins: an access token is valid for 30 minutes. */
const SIGN_IN_EACH = 20;

/**
 * Imports on several nodes at once, some of them the same delivery, kills and restarts nodes, and deletes unreferenced
 * files meanwhile. Between two rounds, the notes of all files become eight days older. @throws Fault with seed and round
 */
export async function runNodeRounds(
  options: ClusterOptions,
  { rounds, seed, isOver, log }: Omit<RunOptions, 'mailsWithinMs'>,
): Promise<NodeRunResult> {
  const home = await temporaryFolder('promenade-nodes-');
  const cluster = await openCluster(home, options);
  let round = 0;
  try {
    const figures: NodeRunResult = { rounds: 0, kills: {}, acknowledged: 0 };
    const play = await prepare(cluster, { seed, folder: join(home, 'deliveries') });
    for (round = 1; round <= rounds && !isOver(); round++) {
      const kill = await play.round(round);
      figures.kills[kill] = (figures.kills[kill] ?? 0) + 1;
      figures.rounds = round;
      figures.acknowledged = play.acknowledged();
      log(`round ${round}: ${kill}, ${figures.acknowledged} changes acknowledged`);
    }
    return figures;
  } catch (reason) {
    const what = reason instanceof Fault ? reason.message : ((reason as Error).stack ?? String(reason));
    const outputs = cluster.nodes.map((node) => node.output().slice(-1000)).join('\n');
    throw new Fault(`Round ${round} of seed ${seed}: ${what}\nLast output of the nodes:\n${outputs}`);
  } finally {
    await cluster.close();
    // A killed process may still write its compile cache.
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function prepare(cluster: Cluster, { seed, folder }: { seed: number; folder: string }) {
  const { nodes, s3, replica } = cluster;
  const targets: KillTarget[] = [...killTargets];
  if (s3) targets.push('storage');
  if (replica) targets.push('replica');
  const [first] = nodes;
  if (!first) throw new Error('No node.');
  const members = await openMembers(first);
  const [listener, collector, witness] = members;
  const random = (name: string) => createRandom(`${seed} ${name}`);
  const nodeOf = random('nodes');
  let roundState = { isKilled: false, isOver: true };
  const refusedPaths: string[] = [];
  /** Sends a request that an overloaded node refused again, as clients do. After a kill it may be an outage. */
  const callOf =
    (node: () => Node, token: () => string): Call =>
    async (...asked) => {
      const untilMs = Date.now() + OVERLOAD_MAX_MS;
      for (;;) {
        const answer = await createClient(node().address(), token())(...asked);
        if (answer.refusal?.code !== 'BUSY' || roundState.isKilled || Date.now() > untilMs) return answer;
        refusedPaths.push(`${new Date().toISOString()} ${asked[0].method} ${asked[0].path}`);
        await pause(1_000 * Number(answer.headers.get('retry-after')));
      }
    };
  /** Each request goes to a random node. */
  const anywhere = (token: () => string) => callOf(() => randomItem(nodeOf, nodes), token);
  const onEachNode = nodes.map((node) => callOf(() => node, witness.token));
  /** How many requests were refused for another reason than overload, since the last kill of a node. */
  const countWronglyRefused = async () => refusedPaths.length - (await cluster.countShed());
  const [asListener, asCollector, asWitness] = [
    anywhere(listener.token),
    anywhere(collector.token),
    anywhere(witness.token),
  ] as const;

  const startImport = (node: Node) => (args: string[]) =>
    startCommand(node.dataDir, 'server/import.ts', args, node.env);
  const importer = (name: string, on: Node[]) =>
    createImporter({
      name,
      folder: join(folder, name),
      start: (args) => joinCommands(on.map((node) => startImport(node)(args))),
      call: asWitness,
      seed: String(seed),
      awaitService: () => cluster.waitUntilReady(),
    });
  const importers = [...nodes.map((node, index) => importer(`Node ${index + 1}`, [node])), importer('Both', nodes)];
  const [fixed] = importers;
  await fixed?.importFirst(4);
  const releases = (await fixed?.listReleases()) ?? [];
  const trackids = releases.flatMap((release) => release.trackids);
  await prepareListening(cluster, trackids);
  const actors = [
    createActor(createFlagPlan('flags of one', asListener, releases, random('flags of one'))),
    createActor(createFlagPlan('flags of another', asCollector, releases, random('flags of another'))),
    createActor(createListenPlan('listens of one', asListener, trackids, random('listens of one'))),
    createActor(createPlaylistPlan('playlists of one', asListener, trackids, random('playlists of one'))),
  ];

  /** As if the nodes had slept for eight days: every file that no import notes again may be deleted. */
  const age = () => cluster.query(`update stored_files set noted_at = noted_at - interval '8 days'`);
  const deleteFiles = () =>
    deleteUnreferencedFiles({ db: cluster.db, storage: cluster.storage, now: () => new Date() });

  return {
    acknowledged: () => [...actors, ...importers].reduce((sum, { acknowledged }) => sum + acknowledged(), 0),
    async round(round: number): Promise<KillTarget> {
      const random = createRandom(`${seed} round ${round}`);
      const kill = randomItem(random, targets);
      const wronglyRefused = await countWronglyRefused();
      if (round % SIGN_IN_EACH === 0) for (const member of members) await member.signIn();
      await age();
      roundState = { isKilled: false, isOver: false };
      const running = [];
      for (const { startImport } of importers) running.push(await startImport(random));
      const loads = Promise.all(actors.map((actor) => actor.run(roundState)));
      loads.catch(() => {});
      const deletions = deleteFiles().catch(() => {});
      await pause(randomBetween(random, 300, 2_500));
      // Without the bucket or the replica, every change is made all the same.
      const away = kill === 'storage' ? s3 : kill === 'replica' ? replica : undefined;
      roundState.isKilled = away === undefined;
      await killTarget(cluster, kill, running, random);
      if (away) {
        for (const call of onEachNode) await requireList(call, kill);
        await pause(randomBetween(random, ...AWAY_MS));
        await away.start();
      }
      await pause(SETTLE_MS);
      roundState.isOver = true;
      await loads;
      if (away && (await countWronglyRefused()) > wronglyRefused)
        throw new Fault(
          `Without the ${kill}, a request was refused although no node was overloaded:\n${refusedPaths.join('\n')}`,
        );
      await deletions;
      await cluster.waitUntilReady();
      roundState.isKilled = false;
      for (const importer of importers) await importer.finishImport(random);
      for (const actor of actors) await actor.verify();
      for (const importer of importers) await importer.verify();
      // The imports of this round keep their files, all others may go.
      await deleteFiles();
      for (const { dataDir } of nodes) await verifyFiles({ dataDir, query: cluster.query }, s3 && cluster.storage);
      return kill;
    },
  };
}

/** Without the bucket or the replica, lists are answered. @throws Fault */
async function requireList(call: Call, away: string): Promise<void> {
  const { status } = await call(releasesRoute, { query: {} });
  if (status !== 200) throw new Fault(`A list got ${status} without the ${away}.`);
}

async function killTarget(
  { nodes, killDatabase, s3, replica }: Cluster,
  kill: KillTarget,
  imports: { kill(): void }[],
  random: Random,
): Promise<void> {
  const node = randomItem(random, nodes);
  if (kill === 'node') await node.kill();
  if (kill === 'restart') await node.restart();
  if (kill === 'storage') await s3?.stop();
  if (kill === 'replica') replica?.kill();
  if (kill === 'import') randomItem(random, imports).kill();
  if (kill === 'imports' || kill === 'everything') for (const running of imports) running.kill();
  if (kill === 'database' || kill === 'everything') killDatabase();
  if (kill === 'everything') await Promise.all(nodes.map((each) => each.kill()));
}
