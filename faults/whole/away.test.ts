import { expect, test } from 'vitest';
import { runNodeRounds } from '../nodeRounds.ts';

test('two nodes make every change while the replica of the database is dead, and while the bucket is away', async () => {
  const { kills, acknowledged } = await runNodeRounds(
    { nodes: 2, storage: 's3', hasReplica: true },
    { rounds: 2, seed: 11, isOver: () => false, log: () => {} },
  );
  expect(kills).toEqual({ replica: 1, storage: 1 });
  expect(acknowledged).toBeGreaterThan(2);
});
