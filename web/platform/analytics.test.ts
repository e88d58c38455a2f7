import { expect, test } from 'vitest';
import { createLocalAnalytics } from './analytics.ts';

test('events are recorded with the account id until the reset', { tags: ['A-GEN-12', 'A-GEN-13'] }, () => {
  const analytics = createLocalAnalytics();
  analytics.identify({ playerid: 'player-1', email: 'rosa@demo.test' });
  analytics.track('Login');
  analytics.track('Play Song', { title: 'August Water' });
  analytics.reset();
  analytics.track('Logout');
  expect(analytics.events).toEqual([
    { event: 'Login', playerid: 'player-1' },
    { event: 'Play Song', playerid: 'player-1', title: 'August Water' },
    { event: 'Logout', playerid: undefined },
  ]);
});

test('only the newest 100 events remain', () => {
  const analytics = createLocalAnalytics();
  for (let count = 0; count < 130; count += 1) analytics.track('Play Song', { count });
  expect(analytics.events).toHaveLength(100);
  expect(analytics.events[0]).toMatchObject({ count: 30 });
});
