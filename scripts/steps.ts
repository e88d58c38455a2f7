import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Compile cache shared by all child processes. */
const COMPILED = join(import.meta.dirname, '..', 'node_modules', '.cache', 'node');

/** A command of `npm run check` or `npm test`. */
export interface Step {
  name: string;
  command: string;
  args: string[];
  /** Last line for tools that do not print how much they checked. */
  summary?: () => string;
}

export interface StepResult {
  name: string;
  passed: boolean;
  ms: number;
}

/** Runs all steps in order, also after a failure. Commands are found in node_modules/.bin, which npm adds to the path. */
export async function runSteps(steps: Step[]): Promise<StepResult[]> {
  const outcomes: StepResult[] = [];
  for (const step of steps) {
    console.log(`\n> ${step.name}`);
    const from = performance.now();
    const code = await run(step.command, step.args);
    const outcome = { name: step.name, passed: code === 0, ms: Math.round(performance.now() - from) };
    if (step.summary) console.log(step.summary());
    console.log(`${outcome.passed ? 'passed' : 'FAILED'} in ${(outcome.ms / 1000).toFixed(1)} s`);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Runs a command and returns its exit code; 1 when it could not be started or was killed. */
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
