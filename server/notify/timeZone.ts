import { isTimeZone } from '@promenade/contract/fields';
import { updateAccount } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { DAY_MS } from '../platform/process/days.ts';

/** Local hour from which morning mails are sent. */
const MORNING_HOUR = 7;

export interface LocalMorning {
  timezone: string;
  /** The latest day whose morning has begun there, `YYYY-MM-DD`. */
  day: string;
  /** Whether today's morning has begun; mails wait while it is night. */
  isDaytime: boolean;
}

/** Treats a time zone that this machine does not know as UTC. */
export function getLocalMorning(timezone: string, now: Date): LocalMorning {
  const format = createFormat(isTimeZone(timezone) ? timezone : 'UTC');
  const { year, month, day, hour } = Object.fromEntries(
    format.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour', number>;
  const isDaytime = hour >= MORNING_HOUR;
  const today = Date.UTC(year, month - 1, day);
  return { timezone, day: new Date(isDaytime ? today : today - DAY_MS).toISOString().slice(0, 10), isDaytime };
}

export async function saveTimeZone(db: Db, { accountid }: Caller, timezone: string): Promise<undefined> {
  if (!isTimeZone(timezone)) throw new Refusal('VALIDATION', { timezone: 'Unknown time zone' });
  await updateAccount(db, accountid, { timezone });
}

const createFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  });
