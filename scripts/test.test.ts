import { readdirSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { summary } from './check.ts';
import { closingLine, countTests, listUnstable, selections } from './test.ts';

const report = {
  numPassedTests: 10,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [
    {
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'a', failureMessages: ['no'] },
        { status: 'passed', fullName: 'b', failureMessages: ['not at first'] },
        { status: 'passed', fullName: 'c', failureMessages: [] },
      ],
    },
    { status: 'failed', assertionResults: [] },
  ],
};

test('a test file that fails before its first test counts as failed', () => {
  expect(countTests(report)).toEqual({ passed: 10, failed: 2, skipped: 2 });
});

test('the closing line sums all runners', () => {
  expect(closingLine([{ passed: 7, failed: 0, skipped: 0 }, countTests(report)])).toBe(
    '17 passed, 2 failed, 2 skipped',
  );
});

test('a test that passes only when it is repeated is named', () => {
  expect(listUnstable(report)).toEqual(['b']);
});

test('a check that failed is named', () => {
  const outcomes = [
    { name: 'format', passed: true, ms: 1 },
    { name: 'types', passed: false, ms: 1 },
  ];
  expect(summary(outcomes)).toBe('check: 1 passed, 1 failed (types)');
});

test('every project and journey of the test runner belongs to a command, and none runs twice in CI', () => {
  const projects = config.test?.projects?.map(
    (project) => typeof project === 'object' && 'test' in project && project.test?.name,
  );
  const { '--all': all, ...commands } = selections;
  const args: string[] = Object.values(commands).flat();
  const selected = args.filter((arg) => arg.startsWith('--project=')).map((arg) => arg.slice('--project='.length));
  // `npm run fuzz -- --scanners N` runs the scanners.
  expect([...selected, 'scanners']).toEqual(expect.arrayContaining(projects ?? []));
  const excludes = args.filter((arg) => arg.startsWith('--exclude=')).map((arg) => arg.slice('--exclude='.length));
  const journeys = readdirSync(join(import.meta.dirname, '..', 'e2e')).filter((name) => name.endsWith('.test.ts'));
  for (const name of journeys)
    expect(
      excludes.filter((glob) => matchesGlob(`e2e/${name}`, glob)),
      name,
    ).toHaveLength(1);
  const projectsOf = (arguments_: readonly string[]) =>
    new Set(arguments_.filter((arg) => arg.startsWith('--project=')));
  expect(new Set<string>(all)).toEqual(projectsOf([...commands.default, ...commands['--whole']]));
});
