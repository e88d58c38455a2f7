import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { checks, summary } from './check.ts';
import { run, runSteps } from './steps.ts';

const REPORT = 'node_modules/.cache/tests.json';

/** Journeys of `npm test`, one for each main path; the other ones belong to the whole tests. */
const firstJourneys = ['import', 'listening', 'resetPassword', 'search', 'signIn'];

/** What a command gives the test runner, by its option. `--all` is `default` and `--whole` in one run, with one demo. */
export const selections = {
  default: [
    '--project=server',
    '--project=web',
    '--project=e2e',
    `--exclude=e2e/!(${firstJourneys.join('|')}).test.ts`,
    '--exclude=e2e/engines/*.test.ts',
  ],
  '--whole': ['--project=e2e', '--project=whole', `--exclude=e2e/{${firstJourneys.join(',')}}.test.ts`],
  '--all': ['--project=server', '--project=web', '--project=e2e', '--project=whole'],
  '--screens': ['--project=screens'],
} as const;

/** What the test runner writes down, as far as it is read here. */
export interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Tests that passed, failed and were skipped; a file that failed as a whole is one failed test. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export function countTests(report: Report): Counts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Tests that passed only when they were repeated; each has a fault to mend. */
export const listUnstable = ({ testResults }: Report): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => fullName);

/** `12 passed, 0 failed, 1 skipped`: the closing line of `npm test`. */
export function closingLine(counts: Counts[]): string {
  const sum = (key: keyof Counts): number => counts.reduce((all, one) => all + one[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
}

async function runTests(args: readonly string[]): Promise<Counts> {
  rmSync(REPORT, { force: true });
  mkdirSync(dirname(REPORT), { recursive: true });
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${REPORT}`, ...args]);
  const counts = readCounts();
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function readCounts(): Counts {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8')) as Report;
    for (const name of listUnstable(report)) console.error(`Passed only when repeated: ${name}`);
    return countTests(report);
  } catch {
    console.error('The test runner left no report.');
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function runChecksAndTests(args: readonly string[]): Promise<Counts[]> {
  const checked = await runSteps(checks);
  console.log('\n> tests');
  const tested = await runTests(args);
  const failed = checked.filter(({ passed }) => !passed).length;
  console.log(`\n${summary(checked)}`);
  return [{ passed: checked.length - failed, failed, skipped: 0 }, tested];
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const option = (Object.keys(selections) as (keyof typeof selections)[]).find((name) => name === args[0]);
  const selected = [...selections[option ?? 'default'], ...args.slice(option ? 1 : 0)];
  const counts =
    option === '--whole' || option === '--screens' ? [await runTests(selected)] : await runChecksAndTests(selected);
  console.log(closingLine(counts));
  if (counts.some(({ failed }) => failed > 0)) process.exitCode = 1;
}
