import { expect, test } from 'vitest';
import { buildReport, findFaults, findTags, parseRows } from './requirements.ts';

test('a row is a list item with a number in bold', () => {
  expect(parseRows('# Rows\n\n- **A-SIGNIN-01** The form shows.\n- **C-GEN-12** [open] More.\n- other\n')).toEqual([
    { id: 'A-SIGNIN-01', text: 'The form shows.' },
    { id: 'C-GEN-12', text: '[open] More.' },
  ]);
});

test('the row ids of a test are its tags, in any layout; other tags and comments are ignored', () => {
  const file = `
    // tags: A-GEN-01
    test('signs in', { tags: ['A-SIGNIN-15', 'A-ERR-02'] }, () => {});
    test.each(cases)('keeps %s', { timeout: 30_000, tags: ['C-QUEUE-03'] }, () => {});
    test('mails', { tags: ['requirements decision 17'] }, () => {});
    journey(
      'plays',
      {
        tags: [
          'C-PLAYER-32',
          'C-PLAYER-33',
        ],
      },
      async () => {});
  `;
  expect(findTags(file).map((ids) => [...ids])).toEqual([
    ['A-SIGNIN-15', 'A-ERR-02'],
    ['C-QUEUE-03'],
    ['C-PLAYER-32', 'C-PLAYER-33'],
  ]);
});

const rows = parseRows('- **A-ONE-01** First.\n- **A-ONE-02** Second.\n- **C-TWO-01** Third.\n');
const tests = [
  { path: 'server/one.test.ts', rowIds: new Set(['A-ONE-01']) },
  { path: 'server/one.test.ts', rowIds: new Set(['A-ONE-01', 'C-TWO-01']) },
  { path: 'web/Two.test.tsx', rowIds: new Set(['C-TWO-01']) },
];

test('the page counts rows and tests of each group, links the files, and gives reasons', () => {
  const page = buildReport(rows, new Map([['A-ONE', 'The first']]), tests, { 'A-ONE-02': 'because' });
  expect(page).toContain('2 of 3 [rows](requirements/README.md) are tags of 3 tests');
  expect(page).toContain('| A-ONE | The first | 1 of 2 | 2 | [one](../server/one.test.ts) |');
  expect(page).toContain('| C-TWO |  | 1 of 1 | 2 | [one](../server/one.test.ts), [Two](../web/Two.test.tsx) |');
  expect(page).toContain('| A-ONE-02 | because |');
});

test('a row without test and reason, a reason too many and an unknown row are faults', () => {
  expect(findFaults(rows, tests, { 'A-ONE-02': 'because' })).toEqual([]);
  const unknown = { path: 'server/one.test.ts', rowIds: new Set(['A-ONE-09']) };
  expect(findFaults(rows, [...tests, unknown], { 'C-TWO-01': 'because' })).toEqual([
    'A-ONE-09 is the tag of a test, but there is no such row.',
    'A-ONE-02 has no test and no reason: Second.',
    'C-TWO-01 has a test or is no row: remove its reason.',
  ]);
});
