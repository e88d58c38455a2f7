import { randomBytes } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { createDiskStorage } from '../storage/storage.ts';
import { handleError } from './errorHandler.ts';
import { sendParts } from './sendFile.ts';
import type { Samples } from './swappedSamples.ts';

const folder = await temporaryFolder('promenade-send-');
const storage = createDiskStorage(folder);
const logged: { err: { file?: string } }[] = [];
const stream = { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) };
const app = Fastify({ logger: { level: 'error', stream } });
app.setErrorHandler(handleError);
const NUMBERS = 500_000;

/** Sends two ranges of a file that start at the second number and are separated by a generated number. */
app.get<{ Params: { name: string } }>('/:name', async (request, reply) => {
  const key = request.params.name;
  const half = NUMBERS * 2;
  const parts = [{ key, start: 4, bytes: half - 4 }, numbers(1, 0), { key, start: half, bytes: half }];
  await sendParts(storage, request, reply, { type: 'text/plain', etag: 'x', cache: 'revalidate', parts });
});
/** All samples of a file after a head of three bytes, in the other order. */
app.get<{ Params: { name: string; coding: Samples['coding'] } }>('/swapped/:name/:coding', async (request, reply) => {
  const { name: key, coding } = request.params;
  const parts = [numbers(1, 7), { key, start: 3, bytes: 1_200_000, samples: { start: 3, coding } }];
  await sendParts(storage, request, reply, { type: 'audio/aiff', etag: 'x', cache: 'revalidate', parts });
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const numbers = (count: number, first: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: count }, (_, index) => first + index).buffer);

test('concurrent responses have the bytes of their own file', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `file ${index}`);
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), numbers(NUMBERS, index));
  const bodies = await Promise.all(
    names.map(async (name) => Buffer.from(await (await fetch(`${address}/${name}`)).arrayBuffer())),
  );
  for (const [index, body] of bodies.entries()) {
    const half = NUMBERS / 2;
    const expected = [numbers(half - 1, index + 1), numbers(1, 0), numbers(half, index + half)];
    expect(body.equals(Buffer.concat(expected)), names[index]).toBe(true);
  }
});

test.each([
  ['u8', 1],
  ['s16', 2],
  ['s24', 3],
  ['s32', 4],
] as const)('samples as %s are swapped, also in ranges that begin and end within one', async (coding, width) => {
  const file = randomBytes(1_200_100);
  await writeFile(join(folder, 'sound'), file);
  const sound = Buffer.from(file.subarray(3, 1_200_003));
  for (let at = 0; at < sound.length; at += width) {
    if (width === 1) sound[at] = (sound[at] ?? 0) ^ 0x80;
    else sound.subarray(at, at + width).reverse();
  }
  const whole = Buffer.concat([numbers(1, 7), sound]);
  const url = `${address}/swapped/sound/${coding}`;
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(whole)).toBe(true);
  for (const [start, end] of [
    [0, 5],
    [5, 5],
    [6, 400_001],
    [393_217, 393_229],
    [524_281, 1_048_587],
    [1_200_002, 1_200_003],
  ] as const) {
    const part = await fetch(url, { headers: { range: `bytes=${start}-${end}` } });
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
  }
});

test('a file that is too short or missing is answered 500 before the first byte', async () => {
  const path = join(folder, 'short');
  await writeFile(path, numbers(NUMBERS, 0));
  await truncate(path, NUMBERS);
  for (const name of ['short', 'missing']) {
    const answer = await fetch(`${address}/${name}`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({ error: { code: 'FILE_DAMAGED' } });
  }
  expect(logged.map(({ err }) => err.file)).toEqual(['short', 'missing']);
});
