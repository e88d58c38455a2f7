import { expect, test } from 'vitest';
import { faultsOf, provenPage, rowsOf, titlesIn } from './requirements.ts';

test('a row is a list item with a number in bold', () => {
  expect(rowsOf('# Rows\n\n- **A-SIGNIN-01** The form shows.\n- **C-GEN-12** [open] More.\n- other\n')).toEqual([
    { id: 'A-SIGNIN-01', text: 'The form shows.' },
    { id: 'C-GEN-12', text: '[open] More.' },
  ]);
});

test('titles name single rows, lists and short ranges; comments name nothing', () => {
  const file = `
    // A-GEN-01
    test('signs in (A-SIGNIN-15, A-ERR-02)', () => {});
    test.each(cases)("keeps it (C-QUEUE-03..05, 09)", () => {});
    it(\`a chapter (C-API-01 to 40)\`, () => {});
    test.each([['no state', JSON.stringify({ at: now() })]])('drops %s (C-PERSIST-03)', () => {});
    journey(
      'hears it (C-PLAYER-32)',
      async () => {});
  `;
  const titles = titlesIn(file);
  const named = titles.flatMap((title) => [...title]);
  expect(titles).toHaveLength(5);
  expect(named.filter((id) => !id.startsWith('C-API'))).toEqual([
    'A-SIGNIN-15',
    'A-ERR-02',
    'C-QUEUE-03',
    'C-QUEUE-04',
    'C-QUEUE-05',
    'C-QUEUE-09',
    'C-PERSIST-03',
    'C-PLAYER-32',
  ]);
  expect(named.filter((id) => id.startsWith('C-API'))).toHaveLength(8);
});

const rows = rowsOf('- **A-ONE-01** First.\n- **A-ONE-02** Second.\n- **C-TWO-01** Third.\n');
const titles = [
  { path: 'server/one.test.ts', named: new Set(['A-ONE-01']) },
  { path: 'server/one.test.ts', named: new Set(['A-ONE-01', 'C-TWO-01']) },
  { path: 'web/Two.test.tsx', named: new Set(['C-TWO-01']) },
];

test('the page counts rows and tests of each group, links the files, and gives reasons', () => {
  const page = provenPage(rows, new Map([['A-ONE', 'The first']]), titles, { 'A-ONE-02': 'because' });
  expect(page).toContain('2 of 3 [rows](requirements/README.md) are named by 3 tests');
  expect(page).toContain('| A-ONE | The first | 1 of 2 | 2 | [one](../server/one.test.ts) |');
  expect(page).toContain('| C-TWO |  | 1 of 1 | 2 | [one](../server/one.test.ts), [Two](../web/Two.test.tsx) |');
  expect(page).toContain('| A-ONE-02 | because |');
});

test('a row without test and reason, a reason too many and an unknown row are faults', () => {
  expect(faultsOf(rows, titles, { 'A-ONE-02': 'because' })).toEqual([]);
  const unknown = { path: 'server/one.test.ts', named: new Set(['A-ONE-09']) };
  expect(faultsOf(rows, [...titles, unknown], { 'C-TWO-01': 'because' })).toEqual([
    'A-ONE-09 is named by a test, and no row.',
    'A-ONE-02 has no test and no reason: Second.',
    'C-TWO-01 needs no reason any more.',
  ]);
});
