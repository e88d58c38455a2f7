import { insertAudit } from '../platform/audit/audit.ts';
import type { Db } from '../platform/database/db.ts';
import {
  coarsenNetwork,
  countAttempt,
  type RateLimit,
  refundRateLimits,
  requireWithinLimits,
} from '../platform/http/rateLimit.ts';

const WINDOW_SECONDS = 15 * 60;
const HOUR_SECONDS = 3600;

interface SignInAttempt {
  username: string;
  network: string;
  /** The id of a browser that has signed in to this account before. */
  browserid: string | undefined;
  /** The account has signed in from this network before. */
  isKnownNetwork: boolean;
}

/**
 * Counts an attempt before its password is checked; returns what takes it back after a success. The caps of an address
 * and of a network do not bind browsers and networks that the account knows. Known and unknown addresses take the same
 * statements.
 */
export async function countSignIn(db: Db, attempt: SignInAttempt, now: Date): Promise<() => Promise<void>> {
  const { username, network, browserid, isKnownNetwork } = attempt;
  const isKnown = browserid !== undefined || isKnownNetwork;
  const bindStrangers = (max: number) => (isKnown ? Number.POSITIVE_INFINITY : max);
  const own: RateLimit = browserid
    ? { action: 'sign-in-browser', subject: browserid, max: 10, windowSeconds: WINDOW_SECONDS }
    : {
        action: 'sign-in',
        subject: `${username} ${network}`,
        max: isKnownNetwork ? 30 : 10,
        windowSeconds: WINDOW_SECONDS,
      };
  const [isFirst] = await consume(db, [own], attempt, now);
  const wider: RateLimit[] = [
    { action: 'sign-in-address', subject: username, max: bindStrangers(100), windowSeconds: HOUR_SECONDS },
  ];
  // A network is limited by the number of different addresses that fail, so that one of them does not lock it.
  if (isFirst)
    wider.push({
      action: 'sign-in-network',
      subject: network,
      max: bindStrangers(100),
      windowSeconds: WINDOW_SECONDS,
    });
  await consume(db, wider, attempt, now);
  return () => refundRateLimits(db, [own, ...wider]);
}

/** Returns of each limit whether this is the first attempt of its window. A lock-out is audited once. */
async function consume(db: Db, limits: RateLimit[], attempt: SignInAttempt, now: Date): Promise<boolean[]> {
  const counted = await countAttempt(db, limits, now);
  const locked = counted.find(({ count, max }) => count === max + 1);
  if (locked) {
    const after = { limit: locked.action, network: coarsenNetwork(attempt.network) };
    await insertAudit(db, { at: now, actor: 'system', action: 'account.locked', subject: attempt.username, after });
  }
  requireWithinLimits(counted, now);
  return counted.map(({ count }) => count === 1);
}
