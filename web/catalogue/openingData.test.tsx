import { reportOpen } from '@promenade/contract/library';
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { sendWithOpenings, useReportOpening } from './openingData.ts';

function Release({ canWait = false }) {
  useReportOpening('r1', { canWait });
  return null;
}

afterEach(() => void vi.useRealTimers());

test('an opening is reported once after a second, and again while the service is not available', async () => {
  vi.useFakeTimers();
  signInAs();
  const server = fakeServer();
  server.fail(reportOpen, 503);
  render(<Release />);
  await vi.advanceTimersByTimeAsync(900);
  expect(server.calls).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(server.calls).toHaveLength(1);
  server.answer(reportOpen, undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toHaveLength(2);
});

test('an opening that can wait goes with the next report, or by itself when none comes', async () => {
  vi.useFakeTimers();
  signInAs();
  const server = fakeServer();
  server.answer(reportOpen, undefined);
  const { unmount } = render(<Release canWait />);
  await vi.advanceTimersByTimeAsync(1_500);
  unmount();
  const failed = sendWithOpenings(() => Promise.reject(new Error('Offline')));
  await expect(failed).rejects.toThrow('Offline');
  expect(await sendWithOpenings(async (opened) => opened)).toEqual(['r1']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toHaveLength(0);
  render(<Release canWait />);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.calls).toHaveLength(1);
});
