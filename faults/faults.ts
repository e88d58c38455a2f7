import { parseArgs } from 'node:util';
import { median } from '../bench/statistics.ts';
import { createStopSignal, runCommand } from '../server/platform/process/command.ts';
import { runRounds } from './rounds.ts';

const help = `
Kills the server and its database under load and checks that nothing is lost, duplicated or left behind.

npm run faults [-- OPTION…]
  --rounds N     number of kills (200)
  --seed N       random seed; a failure prints it with its round (1)
  --minutes M    time limit for starting rounds (30)

Exits with 0, or with 1 and the fault.
`;

/** The job of a killed worker is retried after two minutes, at the next poll. */
const MAILS_WITHIN_MS = 8 * 60_000;

await runCommand(help, async (args) => {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({ args, options: { rounds: option('200'), seed: option('1'), minutes: option('30') } });
  const [rounds, seed, minutes] = [Number(values.rounds), Number(values.seed), Number(values.minutes)];
  const stopSignal = createStopSignal();
  const untilMs = Date.now() + minutes * 60_000;
  const isOver = () => stopSignal.aborted || Date.now() > untilMs;
  const result = await runRounds({ rounds, seed, mailsWithinMs: MAILS_WITHIN_MS, isOver, log: console.log });
  const killed = Object.entries(result.kills).map(([kill, times]) => `${kill} ${times}`);
  console.log(
    `faults: ${result.rounds} of ${rounds} rounds with seed ${seed}, nothing lost, duplicated or left behind; killed ${killed.join(', ')}; ${result.acknowledged} changes acknowledged; median restart ${median(result.restarts)} ms, of the database alone ${median(result.recoveries)} ms`,
  );
});
