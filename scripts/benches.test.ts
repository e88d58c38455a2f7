import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openKeptFolder, startStep } from '../bench/steps.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';

const root = join(import.meta.dirname, '..');

test('each bench says what it does', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const benches = Object.values(scripts).flatMap((script) => script.match(/bench\/\w+\.ts/g) ?? []);
  expect(benches.length).toBeGreaterThan(15);
  expect(benches.filter((path) => !readFileSync(join(root, path), 'utf8').includes('startStep('))).toEqual([]);
});

test('a step is printed when it starts, and every ten seconds while it lasts', () => {
  vi.useFakeTimers();
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    write.mockRestore();
    vi.useRealTimers();
  });
  startStep('Importing');
  vi.advanceTimersByTime(20_000);
  startStep('Measuring');
  vi.advanceTimersByTime(10_000);
  const lines = write.mock.calls.map(([line]) => String(line).replace(/\d+/, 'n'));
  const names = ['Importing', '… Importing', '… Importing', 'Measuring', '… Measuring'];
  expect(lines).toEqual(names.map((name) => `[n s] ${name}\n`));
});

test('what a bench made is kept once it is complete', async () => {
  vi.stubEnv('TMPDIR', await temporaryFolder('benches-'));
  onTestFinished(() => {
    rmSync(process.env['TMPDIR'] ?? '', { recursive: true });
    vi.unstubAllEnvs();
  });
  const first = await openKeptFolder('test');
  expect(first.isComplete).toBe(false);
  await first.markComplete();
  expect(await openKeptFolder('test')).toMatchObject({ folder: first.folder, isComplete: true });
  rmSync(join(first.folder, 'made'));
  expect(await openKeptFolder('test')).toMatchObject({ isComplete: false });
  expect(existsSync(first.folder)).toBe(false);
});
