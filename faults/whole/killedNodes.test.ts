import { expect, test } from 'vitest';
import { runNodeRounds } from '../nodeRounds.ts';

test('two nodes that import, restart and are killed at once lose nothing and remove no file of each other', async () => {
  const { rounds, acknowledged } = await runNodeRounds(
    { nodes: 2, storage: 'disk', hasReplica: false },
    { rounds: 2, seed: 1, isOver: () => false, log: () => {} },
  );
  expect(rounds).toBe(2);
  expect(acknowledged).toBeGreaterThan(2);
});
