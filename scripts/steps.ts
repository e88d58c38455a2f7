import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Each of some hundred processes would compile the same packages anew. */
const COMPILED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'node');

/** A command that is run as a part of a larger one. */
export interface Step {
  name: string;
  command: string;
  args: string[];
  /** A last line for tools that do not say themselves how much they checked. */
  counted?: () => string;
}

/** What became of a step, and how long it took. */
export interface Outcome {
  name: string;
  passed: boolean;
  ms: number;
}

/** Runs one after the other, all of them, and says of each how it ended. Commands come from node_modules/.bin, which npm puts on the path. */
export async function runSteps(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    console.log(`\n> ${step.name}`);
    const from = performance.now();
    const code = await run(step.command, step.args);
    const outcome = { name: step.name, passed: code === 0, ms: Math.round(performance.now() - from) };
    if (step.counted) console.log(step.counted());
    console.log(`${outcome.passed ? 'passed' : 'FAILED'} in ${(outcome.ms / 1000).toFixed(1)} s`);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The exit code; 1 when the command could not be started or was killed. */
export function run(command: string, args: string[]): Promise<number> {
  const program = command === 'node' ? process.execPath : command;
  return new Promise((settle) => {
    spawn(program, args, { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: COMPILED } })
      .on('error', (reason) => {
        console.error(`${command} could not be started: ${reason.message}`);
        settle(1);
      })
      .on('exit', (code) => settle(code ?? 1));
  });
}
