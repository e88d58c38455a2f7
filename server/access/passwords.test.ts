import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { Refusal } from '../platform/http/refusal.ts';
import { atMost } from '../platform/process/limits.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is hashed by Argon2id with 19 MiB, two passes and a random salt', async () => {
  const [first, second] = await Promise.all([hashPassword('Promenade-1'), hashPassword('Promenade-1')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

test('only the same password matches', async () => {
  const hash = await hashPassword('Promenade-1');
  expect(await verifyPassword(hash, 'Promenade-1')).toBe(true);
  expect(await verifyPassword(hash, 'promenade-1')).toBe(false);
});

test('composed and decomposed accents are the same password', async () => {
  const hash = await hashPassword('caf\u00e9-1!');
  expect(await verifyPassword(hash, 'cafe\u0301-1!')).toBe(true);
});

test('without an account or a hash no password matches', async () => {
  expect(await verifyPassword(undefined, 'Promenade-1')).toBe(false);
  expect(await verifyPassword(null, '')).toBe(false);
});

test('an unknown address uses a slot too: one runs, two where there are more cores, and 32 wait', async () => {
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(undefined, 'Promenade-1')));
  const busy = results.filter(({ status }) => status === 'rejected');
  expect(busy).toHaveLength(availableParallelism() > 2 ? 6 : 7);
  for (const refusal of busy) expect(refusal).toMatchObject({ reason: { code: 'BUSY', status: 503 } });
});

/** Creates a job that the test resolves or rejects. */
function createJob(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    started.push(name);
    return promise;
  };
  return { run, resolve: () => resolve(name), reject: () => reject(new Error(name)) };
}

test('two jobs run at once, the third waits for a free slot', async () => {
  const started: string[] = [];
  const runLimited = atMost(2, 5);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => createJob(name, started)) as [Job, Job, Job];
  const results = [a, b, c].map(({ run }) => runLimited(run));
  expect(started).toEqual(['a', 'b']);
  a.resolve();
  await results[0];
  await expect.poll(() => started).toEqual(['a', 'b', 'c']);
  b.resolve();
  c.resolve();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c']);
});

test('a job that fails lets the next one run', async () => {
  const started: string[] = [];
  const runLimited = atMost(1, 1);
  const [a, b] = ['a', 'b'].map((name) => createJob(name, started)) as [Job, Job];
  const first = runLimited(a.run);
  const second = runLimited(b.run);
  a.reject();
  await expect(first).rejects.toThrow('a');
  b.resolve();
  expect(await second).toBe('b');
});

test('a call that finds the queue full is refused as BUSY', async () => {
  const runLimited = atMost(1, 1, () => new Refusal('BUSY'));
  const waiting = createJob('waiting', []);
  const accepted = [runLimited(waiting.run), runLimited(waiting.run)];
  await expect(runLimited(waiting.run)).rejects.toMatchObject({ status: 503, code: 'BUSY' });
  waiting.resolve();
  await Promise.all(accepted);
  expect(await runLimited(waiting.run)).toBe('waiting');
});

type Job = ReturnType<typeof createJob>;
