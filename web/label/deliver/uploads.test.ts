import { expect, test } from 'vitest';
import { createDelivery } from '../../testing/fakeUploads.ts';
import { addFiles, getSecondsLeft, setPaused, setSent } from './uploads.ts';

const { deliveryid, ...delivery } = createDelivery();
const chosen = [{ path: 'One.wav', file: new File(['0123456789'.repeat(100)], 'One.wav') }];
const start = addFiles({}, { deliveryid, ...delivery }, chosen, () => false);

test('the time that is left follows the speed of the last seconds, and is unknown after a pause', () => {
  const secondsLeft = (all: typeof start) => all[deliveryid] && getSecondsLeft(all[deliveryid]);
  const sentAt = (all: typeof start, sent: number, now: number) => setSent(all, deliveryid, 'One.wav', sent, now);
  const begun = sentAt(start, 0, 0);
  expect(secondsLeft(begun)).toBeUndefined();
  const measured = sentAt(begun, 200, 2_000);
  expect(secondsLeft(measured)).toBe(8);
  expect(secondsLeft(sentAt(measured, 300, 3_000))).toBe(7);
  const faster = sentAt(measured, 600, 4_000);
  expect(secondsLeft(faster)).toBeCloseTo(400 / 130);
  expect(secondsLeft(setPaused(faster, deliveryid, true))).toBeUndefined();
});
