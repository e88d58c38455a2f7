import { pushKey, registerDevice } from '@promenade/contract/notify';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../platform/api.ts';

const WORKER = '/push.js';

type PushState = 'unsupported' | 'blocked' | 'on' | 'off';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function findSubscription(): Promise<PushSubscription | null> {
  const worker = isSupported() ? await navigator.serviceWorker.getRegistration(WORKER) : undefined;
  return (await worker?.pushManager.getSubscription()) ?? null;
}

async function getPushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await findSubscription();
  if (!subscription) return 'off';
  // The server drops a subscription with the session that registered it.
  await register(subscription).catch(() => undefined);
  return 'on';
}

const pushQuery = { queryKey: ['push'], queryFn: getPushState, networkMode: 'always' } as const;

/** Whether this browser shows notifications of new releases. */
export const usePushState = () => useQuery(pushQuery);

/** Turns the notifications of this browser on or off. */
export function useChangePush() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (isOn: boolean) => (isOn ? startPush() : stopPush()),
    onSettled: () => cache.invalidateQueries(pushQuery),
  });
}

/** Asks the person for permission, who may refuse. */
async function startPush(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  const { key } = await call(pushKey, {});
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await register(subscription);
  } catch (failure) {
    await subscription.unsubscribe();
    throw failure;
  }
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', expirationTime, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  await call(registerDevice, { body: { endpoint, expirationTime, keys: { p256dh, auth } } });
}

/** Ends the subscription of this browser; the push service tells the server at the next message. */
export async function stopPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}
