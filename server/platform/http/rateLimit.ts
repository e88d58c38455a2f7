import { isIP, isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { Refusal } from './refusal.ts';

/**
 * Fixed-window rate limits, counted in PostgreSQL for all nodes: at most `max` attempts of an action by a subject (an
 * address, an account, a network) per window.
 */
export interface RateLimit {
  action: string;
  subject: string;
  max: number;
  windowSeconds: number;
  /** How many attempts a call is; 1 by default. */
  attempts?: number;
}

export const perHour = (action: string, subject: string, max: number): RateLimit => ({
  action,
  subject,
  max,
  windowSeconds: 3600,
});

interface CountedLimit extends RateLimit {
  /** Attempts in this window, this call's included. */
  count: number;
  until: Date;
}

/**
 * Counts one attempt, or `attempts`, against each limit, exceeded or not. Call it outside a transaction, so that a rollback does not undo
 * the count.
 */
export async function countAttempt(db: Db, limits: RateLimit[], now: Date): Promise<CountedLimit[]> {
  // Sorted keys: two requests that lock the same rows cannot deadlock.
  const sorted = limits.toSorted((a, b) => (getKey(a) < getKey(b) ? -1 : 1));
  const keys = sorted.map(getKey);
  const attempts = sorted.map((limit) => limit.attempts ?? 1);
  const ends = sorted.map(({ windowSeconds }) => new Date(now.getTime() + windowSeconds * 1000));
  const { rows } = await sql<{ key: string; count: number; until: Date }>`
    insert into rate_limits as r (key, count, until)
    select key, attempts, until from unnest(${keys}::text[], ${attempts}::int[], ${ends}::timestamptz[]) as called (key, attempts, until)
    on conflict (key) do update set
      count = case when r.until <= ${now} then excluded.count else r.count + excluded.count end,
      until = case when r.until <= ${now} then excluded.until else r.until end
    returning key, count, until`.execute(db);
  const counted = new Map(rows.map((row) => [row.key, row]));
  return sorted.map((limit) => ({ ...limit, count: 0, until: now, ...counted.get(getKey(limit)) }));
}

/** @throws `code` with the seconds until the next attempt, when a limit is exceeded */
export function requireWithinLimits(
  counted: CountedLimit[],
  now: Date,
  code: 'TOO_MANY_REQUESTS' | 'DOWNLOAD_LIMIT' = 'TOO_MANY_REQUESTS',
): void {
  const exceeded = counted.filter(({ count, max }) => count > max);
  if (exceeded.length === 0) return;
  const untilMs = Math.max(...exceeded.map(({ until }) => until.getTime()));
  throw new Refusal(code, undefined, Math.max(1, Math.ceil((untilMs - now.getTime()) / 1000)));
}

/** Counts one attempt against each limit. @throws TOO_MANY_REQUESTS */
export async function consumeRateLimits(db: Db, limits: RateLimit[], now: Date): Promise<void> {
  requireWithinLimits(await countAttempt(db, limits, now), now);
}

/** Takes one attempt back: a successful one does not count. */
export async function refundRateLimits(db: Db, limits: RateLimit[]): Promise<void> {
  const keys = limits.map(getKey);
  await sql`
    update rate_limits set count = count - 1
    where key in (select key from rate_limits where key = any(${keys}::text[]) order by key for update)`.execute(db);
}

/** The counters of sign-ins and mails of these addresses start anew. */
export async function deleteRateLimitsOf(db: Db, addresses: string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rate_limits using unnest(${addresses}::text[]) address, regexp_replace(address, '\\+[^@]*', '') mailbox
    where starts_with(key, 'sign-in ' || address || ' ')
      or key in ('sign-in-address ' || address, 'mail-minute ' || mailbox, 'mail-hour ' || mailbox)`.execute(db);
  return Number(numAffectedRows);
}

export async function deleteOldRateLimits(db: Db, now: Date): Promise<void> {
  await sql`delete from rate_limits where until <= ${now}`.execute(db);
}

const getKey = ({ action, subject }: RateLimit): string => `${action} ${subject}`;

/** Takes and gives a value of X-Forwarded-For: `192.0.2.1:50000, [2001:db8::1]:50000`. */
export const removePorts = (addresses: string): string =>
  addresses.replaceAll(/\[([^[\],]*)\](:\d+)?/g, '$1').replaceAll(/\b(\d+(?:\.\d+){3}):\d+/g, '$1');

const NO_NETWORK = 'none';

/**
 * An IPv4 address, or the /64 prefix of an IPv6 address, which belongs to one household. A connection that was reset
 * before it was accepted has no address: all of them are one network.
 */
export function getNetwork(ip: string | undefined): string {
  if (ip === undefined) return NO_NETWORK;
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.replace(/%.*/, '').split('::');
  const split = (text: string) => (text === '' ? [] : text.split(':'));
  const [front, back] = [split(head), split(tail ?? '')];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0');
  const groups = [...front, ...zeros, ...back].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** What is stored of an address: its /24 or /48 (requirements decision 33); null when it is no address. */
export const truncateAddress = (ip: string | undefined): string | null =>
  isIP(ip ?? '') === 0 ? null : coarsenNetwork(getNetwork(ip));

/** The /24 or /48 of a network of `getNetwork`. */
export function coarsenNetwork(network: string): string {
  if (network === NO_NETWORK) return network;
  const groups = network.split(network.includes(':') ? ':' : '.').slice(0, 3);
  return network.includes(':') ? `${groups.join(':')}::/48` : `${groups.join('.')}.0/24`;
}
