import { expect, test } from 'vitest';
import { namedIn, rowsOf } from './requirements.ts';

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
  expect([...namedIn(file)].filter((id) => !id.startsWith('C-API'))).toEqual([
    'A-SIGNIN-15',
    'A-ERR-02',
    'C-QUEUE-03',
    'C-QUEUE-04',
    'C-QUEUE-05',
    'C-QUEUE-09',
    'C-PERSIST-03',
    'C-PLAYER-32',
  ]);
  expect([...namedIn(file)].filter((id) => id.startsWith('C-API'))).toHaveLength(8);
});
