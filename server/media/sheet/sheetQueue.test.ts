import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { Sheet } from './sheetPdf.ts';
import { createSheetRenderer } from './sheetQueue.ts';

/** A queue whose sheets end when the test says so. `started` has their accounts in order. */
function createQueue() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const aborted: number[] = [];
  const render = createSheetRenderer((sheet, signal) => {
    const account = sheet.createdAt.getTime();
    started.push(account);
    return new Promise((resolve, reject) => {
      ends.push(() => resolve(Buffer.of(account)));
      signal.addEventListener('abort', () => {
        aborted.push(account);
        reject(new Error('aborted'));
      });
    });
  });
  const ask = (accountid: number, response = new EventEmitter()) => {
    const pdf = render({ createdAt: new Date(accountid) } as Sheet, {
      accountid,
      response: response as unknown as ServerResponse,
    });
    return pdf.then(
      () => 'done',
      (reason: { code?: string; retryAfterSeconds?: number }) => reason,
    );
  };
  return { ask, started, aborted, end: (index: number) => ends[index]?.() };
}

test('sheets of one account run one after another, and another account does not wait for them', async () => {
  const { ask, started, end } = createQueue();
  const first = ask(1);
  void ask(1);
  void ask(1);
  void ask(2);
  expect(started).toEqual([1, 2]);
  end(0);
  expect(await first).toBe('done');
  await expect.poll(() => started).toEqual([1, 2, 1]);
});

test('an account has two sheets that wait, all accounts together ten; the refusals say when to come back', async () => {
  const { ask } = createQueue();
  void ask(1);
  void ask(1);
  void ask(1);
  expect(await ask(1)).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 10 });
  for (const account of [2, 3, 4, 5, 6, 7, 8, 9, 10]) void ask(account);
  expect(await ask(11)).toMatchObject({ code: 'BUSY', retryAfterSeconds: 10 });
});

test('a sheet whose client is gone is dropped, whether it waits or runs', async () => {
  const { ask, started, aborted } = createQueue();
  const [leaving, impatient] = [new EventEmitter(), new EventEmitter()];
  const running = ask(1, leaving);
  const waits = ask(1, impatient);
  void ask(1);
  impatient.emit('close');
  expect(await waits).toMatchObject({ code: 'BUSY' });
  leaving.emit('close');
  await running;
  expect(aborted).toEqual([1]);
  await expect.poll(() => started).toEqual([1, 1]);
});

test('a thread renders the sheets that wait, ends with the last, and one that fails is replaced', async () => {
  let [started, ended] = [0, 0];
  const onWorker = (worker: Worker) => {
    started++;
    worker.once('exit', () => ended++);
  };
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const render = createSheetRenderer();
  const ask = (title: string, groups: object[] = []) => {
    const createdAt = new Date('2026-11-29');
    const run = { title, startedAt: createdAt, groups };
    const sheet = { run, reader: { name: 'Rosa', email: '' }, createdAt, zone: 'UTC' } as Sheet;
    const pdf = render(sheet, { accountid: 1, response: new EventEmitter() as unknown as ServerResponse });
    return pdf.then(
      (bytes) => bytes.toString('latin1', 0, 4),
      () => 'failed',
    );
  };
  expect(await Promise.all([ask('First'), ask('Second'), ask('Third')])).toEqual(['%PDF', '%PDF', '%PDF']);
  expect(started).toBe(1);
  await expect.poll(() => ended).toBe(1);
  expect(await Promise.all([ask('Wrong', [{}]), ask('Right')])).toEqual(['failed', '%PDF']);
  expect(started).toBe(3);
});
