import { parseArgs } from 'node:util';
import { runCommand } from '../server/platform/process/command.ts';
import { untilStopped } from '../server/platform/process/untilStopped.ts';
import { runRounds } from './rounds.ts';

const help = `
Kills the server and its database under load, again and again, and looks for what was lost, doubled or left behind.

npm run faults [-- OPTION…]
  --rounds N     how many kills (200)
  --seed N       what decides about load and kills; a failure names it with its round (1)
  --minutes M    no round begins after so many (30)

Ends with 0 when nothing was found, 1 with what was.
`;

/** A mail that a worker had in hand when it was killed is tried again after two minutes, and when the queue looks next. */
const MAILS_WITHIN_MS = 8 * 60_000;

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

await runCommand(help, async (args) => {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({ args, options: { rounds: option('200'), seed: option('1'), minutes: option('30') } });
  const [rounds, seed, minutes] = [Number(values.rounds), Number(values.seed), Number(values.minutes)];
  const { isAsked } = untilStopped();
  const untilMs = Date.now() + minutes * 60_000;
  const isOver = () => isAsked() || Date.now() > untilMs;
  const done = await runRounds({ rounds, seed, mailsWithinMs: MAILS_WITHIN_MS, isOver, say: console.log });
  const killed = Object.entries(done.kills).map(([kill, times]) => `${kill} ${times}`);
  console.log(
    `faults: ${done.rounds} of ${rounds} rounds with seed ${seed}, nothing lost, doubled or left behind; killed ${killed.join(', ')}; ${done.acknowledged} changes acknowledged; median restart ${median(done.restarts)} ms, of the database alone ${median(done.recoveries)} ms`,
  );
});
