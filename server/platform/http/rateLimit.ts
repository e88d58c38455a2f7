import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { Refusal } from './refusal.ts';

/** At most `most` tries of `what` by one `subject` (an address, an account, a network) within a time. */
export interface Limit {
  what: string;
  subject: string;
  most: number;
  withinSeconds: number;
}

/** At most `most` tries of `what` by `subject` within an hour. */
export const perHour = (what: string, subject: string, most: number): Limit => ({
  what,
  subject,
  most,
  withinSeconds: 3600,
});

/**
 * Counts one try against each limit, on every node. Call it outside of a transaction: a try that fails has been one.
 * @throws TOO_MANY_REQUESTS with the seconds until the next try
 */
export async function spend(db: Db, limits: Limit[], now: Date): Promise<void> {
  // In one order for everybody, so that two tries never wait for each other.
  const sorted = limits.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const keys = sorted.map(keyOf);
  const ends = sorted.map(({ withinSeconds }) => new Date(now.getTime() + withinSeconds * 1000));
  const { rows } = await sql<{ key: string; count: number; until: Date }>`
    insert into rate_limits as r (key, count, until)
    select key, 1, until from unnest(${keys}::text[], ${ends}::timestamptz[]) as tried (key, until)
    on conflict (key) do update set
      count = case when r.until <= ${now} then 1 else r.count + 1 end,
      until = case when r.until <= ${now} then excluded.until else r.until end
    returning key, count, until`.execute(db);
  const most = new Map(sorted.map((limit) => [keyOf(limit), limit.most]));
  const over = rows.filter(({ key, count }) => count > (most.get(key) ?? 0));
  if (over.length === 0) return;
  const until = Math.max(...over.map((row) => row.until.getTime()));
  throw new Refusal('TOO_MANY_REQUESTS', undefined, Math.max(1, Math.ceil((until - now.getTime()) / 1000)));
}

/** The try was a good one: it does not count. */
export async function giveBack(db: Db, limits: Limit[]): Promise<void> {
  const keys = limits.map(keyOf).toSorted();
  await sql`
    update rate_limits set count = count - 1
    where key in (select key from rate_limits where key = any(${keys}::text[]) order by key for update)`.execute(db);
}

/** Removes counts that are over. */
export async function forgetLimits(db: Db, now: Date): Promise<void> {
  await sql`delete from rate_limits where until <= ${now}`.execute(db);
}

const keyOf = ({ what, subject }: Limit): string => `${what} ${subject}`;

/** What counts as one network: an IPv4 address, or the first 64 bits of an IPv6 one, which one household has whole. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [front = '', back] = plain.split('%')[0]?.toLowerCase().split('::') ?? [];
  const groups = front === '' ? [] : front.split(':');
  const tail = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? [] : Array.from({ length: 8 - groups.length - tail.length }, () => '0');
  return `${[...groups, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
