import * as notify from '@promenade/contract/notify';
import { call } from '../platform/api.ts';
import { keepTimeZoneTold, useGlobal } from '../platform/online.ts';
import { useSession } from '../platform/session.ts';
import { decodeAccess } from '../platform/tokens.ts';

/** Whose release mails a link is about. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED, TOO_MANY_REQUESTS */
export const subscription = (token: string, signal: AbortSignal) =>
  call(notify.subscription, { params: { token } }, { signal });

/** Ends them. @throws ApiError INVALID_TOKEN, TOKEN_EXPIRED, TOO_MANY_REQUESTS */
export const unsubscribe = (token: string) => call(notify.unsubscribe, { params: { token } });

/** Says where this browser is, so that mails come in the morning there; nothing when that was said already. */
export async function tellTimeZone(signal: AbortSignal): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const told = `${decodeAccess(useSession.getState().accessToken)?.playerid} ${timeZone}`;
  if (useGlobal.getState().timeZoneTold === told) return;
  await call(notify.timeZone, { body: { timezone: timeZone } }, { signal });
  keepTimeZoneTold(told);
}
