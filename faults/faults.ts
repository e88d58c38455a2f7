import { parseArgs } from 'node:util';
import { median } from '../bench/statistics.ts';
import { createStopSignal, runCommand, UsageError } from '../server/platform/process/command.ts';
import { runNodeRounds } from './nodeRounds.ts';
import { runRounds } from './rounds.ts';

const help = `
Kills the server and its database under load and checks that nothing is lost, duplicated or left behind.

npm run faults [-- OPTION…]
  --rounds N     number of kills (200)
  --seed N       random seed; a failure prints it with its round (1)
  --minutes M    time limit for starting rounds (30)
  --nodes N      with N > 1: services on one database and one media store, which import, restart and are killed at
                 once; the rounds are 100 then (1)
  --storage s3   with several nodes: files are in an S3 bucket, which is away for some seconds in some of the rounds
  --replica      with several nodes: lists are read from a replica, which is killed in some of the rounds

Exits with 0, or with 1 and the fault.
`;

/** The job of a killed worker is retried after two minutes, at the next poll. */
const MAILS_WITHIN_MS = 8 * 60_000;

const formatKills = (kills: Record<string, number>) =>
  `killed ${Object.entries(kills)
    .map(([kill, times]) => `${kill} ${times}`)
    .join(', ')}`;

await runCommand(help, async (args) => {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  const options = {
    rounds: { type: 'string' },
    seed: option('1'),
    minutes: option('30'),
    nodes: option('1'),
    storage: option('disk'),
    replica: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ args, options });
  const [seed, minutes, nodes] = [Number(values.seed), Number(values.minutes), Number(values.nodes)];
  const { storage, replica: hasReplica } = values;
  if (storage !== 'disk' && storage !== 's3') throw new UsageError('--storage must be disk or s3.');
  if (nodes === 1 && (storage === 's3' || hasReplica)) throw new UsageError('--storage and --replica need --nodes 2.');
  const rounds = Number(values.rounds ?? (nodes > 1 ? 100 : 200));
  const stopSignal = createStopSignal();
  const untilMs = Date.now() + minutes * 60_000;
  const isOver = () => stopSignal.aborted || Date.now() > untilMs;
  if (nodes > 1) {
    const { kills, ...result } = await runNodeRounds(
      { nodes, storage, hasReplica },
      { rounds, seed, isOver, log: console.log },
    );
    console.log(
      `faults: ${result.rounds} of ${rounds} rounds on ${nodes} nodes with seed ${seed}, nothing lost and no file of others removed; ${formatKills(kills)}; ${result.acknowledged} changes acknowledged`,
    );
    return;
  }
  const result = await runRounds({ rounds, seed, mailsWithinMs: MAILS_WITHIN_MS, isOver, log: console.log });
  console.log(
    `faults: ${result.rounds} of ${rounds} rounds with seed ${seed}, nothing lost, duplicated or left behind; ${formatKills(result.kills)}; ${result.acknowledged} changes acknowledged; median restart ${median(result.restarts)} ms, of the database alone ${median(result.recoveries)} ms`,
  );
});
