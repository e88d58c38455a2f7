import { pushKey, registerDevice } from '@promenade/contract/notify';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { PushSettings } from './PushSettings.tsx';
import { stopPush } from './pushData.ts';

const keys = { p256dh: 'cA', auth: 'YQ' };
let isSubscribed: boolean;

/** A browser with Web Push. */
function fakePush(permission: NotificationPermission, answer = permission) {
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.browser.example/a', expirationTime: null, keys }),
    unsubscribe: async () => !(isSubscribed = false),
  };
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async () => {
      isSubscribed = true;
      return subscription;
    },
  };
  const registration = { pushManager };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer });
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    serviceWorker: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  });
}

beforeEach(() => {
  isSubscribed = false;
  vi.unstubAllGlobals();
});

test.each([
  ['unsupported', 'This browser cannot show notifications'],
  ['blocked', 'Notifications are blocked'],
])('a browser where notifications are %s says so', async (state, sentence) => {
  if (state === 'blocked') fakePush('denied');
  renderScreen(withProviders(<PushSettings />));
  expect(await screen.findByText(sentence, { exact: false })).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('notifications are turned on with permission, and end with the session', async () => {
  fakePush('default', 'granted');
  const server = fakeServer();
  server.answer(pushKey, { key: 'BA' });
  server.answer(registerDevice, {});
  const user = renderScreen(withProviders(<PushSettings />));
  await user.click(await screen.findByRole('checkbox', { name: 'Notify this browser' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true));
  expect(server.calls.at(-1)).toMatchObject({
    path: '/api/notifications/device',
    body: { endpoint: 'https://push.browser.example/a', keys },
  });
  await stopPush();
  expect(isSubscribed).toBe(false);
});

test('a browser that has a subscription already registers it for this session', async () => {
  fakePush('granted');
  isSubscribed = true;
  const server = fakeServer();
  server.answer(registerDevice, {});
  renderScreen(withProviders(<PushSettings />));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true));
  expect(server.calls).toMatchObject([{ path: '/api/notifications/device', body: { keys } }]);
});
