import { expect, test } from 'vitest';
import { atMost } from './atMost.ts';

/** A job that ends when told to. */
function job(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    started.push(name);
    return promise;
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('two run at once, the third waits for a place', async () => {
  const started: string[] = [];
  const inTurn = atMost(2, 5);
  const [a, b, c] = ['a', 'b', 'c'].map((name) => job(name, started)) as [Job, Job, Job];
  const answers = [a, b, c].map(({ run }) => inTurn(run));
  expect(started).toEqual(['a', 'b']);
  a.end();
  await answers[0];
  await expect.poll(() => started).toEqual(['a', 'b', 'c']);
  b.end();
  c.end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
});

test('a job that fails gives its place to the next', async () => {
  const started: string[] = [];
  const inTurn = atMost(1, 1);
  const [a, b] = ['a', 'b'].map((name) => job(name, started)) as [Job, Job];
  const first = inTurn(a.run);
  const second = inTurn(b.run);
  a.fail();
  await expect(first).rejects.toThrow('a');
  b.end();
  expect(await second).toBe('b');
});

test('who finds the line full is told that the service is busy', async () => {
  const inTurn = atMost(1, 1);
  const waiting = job('waiting', []);
  const held = [inTurn(waiting.run), inTurn(waiting.run)];
  await expect(inTurn(waiting.run)).rejects.toMatchObject({ status: 503, code: 'BUSY' });
  waiting.end();
  await Promise.all(held);
  expect(await inTurn(waiting.run)).toBe('waiting');
});

type Job = ReturnType<typeof job>;
