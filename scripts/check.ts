import { codeFiles } from './sources.ts';
import { runSteps, type Step, type StepResult } from './steps.ts';

const counted = (what: string) => () => `${what}: ${codeFiles(process.cwd()).length} files`;

/** Everything that needs no running program. */
export const checks: Step[] = [
  { name: 'format', command: 'biome', args: ['check'] },
  { name: 'lint', command: 'oxlint', args: [] },
  { name: 'types', command: 'tsc', args: ['-b'], summary: counted('types') },
  { name: 'boundaries', command: 'node', args: ['scripts/boundaries.ts'] },
  { name: 'architecture', command: 'node', args: ['scripts/architecture.ts'] },
  { name: 'requirements', command: 'node', args: ['scripts/requirements.ts', '--check'] },
  { name: 'dead code', command: 'knip', args: [], summary: counted('dead code') },
  { name: 'sizes', command: 'node', args: ['scripts/sizes.ts'] },
];

/** `check: 7 passed, 0 failed`, with the names of what failed. */
export function summary(outcomes: StepResult[]): string {
  const failed = outcomes.filter(({ passed }) => !passed).map(({ name }) => name);
  const names = failed.length > 0 ? ` (${failed.join(', ')})` : '';
  return `check: ${outcomes.length - failed.length} passed, ${failed.length} failed${names}`;
}

if (import.meta.main) {
  const outcomes = await runSteps(checks);
  console.log(`\n${summary(outcomes)}`);
  if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1;
}
