import { expect, test } from 'vitest';
import { getDeepLink } from '../platform/deepLink.ts';
import { signInAs } from '../testing/accounts.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { leaveExpiredSession } from './authentication.ts';

test('whoever signs in again after the session expired comes back to the screen, and nobody else', () => {
  fakeServer();
  signInAs({ playerid: 'player-1' });
  history.pushState(null, '', '/label/releases/4711?x=1');
  leaveExpiredSession();
  signInAs({ playerid: 'player-2' });
  expect(getDeepLink()).toBeUndefined();
  signInAs({ playerid: 'player-1' });
  expect(getDeepLink()).toBe('/label/releases/4711?x=1');
});
