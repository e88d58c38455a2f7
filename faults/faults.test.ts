import { expect, test } from 'vitest';
import { runRounds } from './rounds.ts';

test('kill -9 of server, database and import loses, duplicates and leaves nothing', { timeout: 300_000 }, async () => {
  const { rounds, acknowledged } = await runRounds({
    rounds: 4,
    seed: 1,
    mailsWithinMs: 0,
    isOver: () => false,
    log: () => {},
  });
  expect(rounds).toBe(4);
  expect(acknowledged).toBeGreaterThan(4);
});
