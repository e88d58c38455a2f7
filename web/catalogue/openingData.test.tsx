import { reportOpen } from '@promenade/contract/library';
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { useReportOpening } from './openingData.ts';

function Release() {
  useReportOpening('r1');
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
