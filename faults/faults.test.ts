import { expect, test } from 'vitest';
import { runNodeRounds } from './nodeRounds.ts';
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

test('two nodes that import, restart and are killed at once lose nothing and remove no file of each other', {
  timeout: 300_000,
}, async () => {
  const { rounds, acknowledged } = await runNodeRounds(
    { nodes: 2, storage: 'disk', hasReplica: false },
    { rounds: 2, seed: 1, isOver: () => false, log: () => {} },
  );
  expect(rounds).toBe(2);
  expect(acknowledged).toBeGreaterThan(2);
});
