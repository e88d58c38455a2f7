import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { summary } from './check.ts';
import { closingLine, countTests, listUnstable, PROJECTS } from './test.ts';

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

test('every project of the test runner belongs to one command', () => {
  const names = config.test?.projects?.map(
    (project) => typeof project === 'object' && 'test' in project && project.test?.name,
  );
  expect(Object.values(PROJECTS).flat().toSorted()).toEqual(names?.toSorted());
});
