/** Mails of the morning leave from this hour on, by the clock on the reader's wall. */
const MORNING_HOUR = 7;
const DAY_MS = 24 * 3600_000;

/** A time zone as it is right now. */
export interface LocalMorning {
  timezone: string;
  /** The newest day whose morning has come there, `YYYY-MM-DD`. */
  day: string;
  /** Its morning has come today; before that, nobody is woken. */
  isUp: boolean;
}

/** A time zone that this machine does not know counts as UTC. */
export function localMorning(timezone: string, now: Date): LocalMorning {
  const clock = clockOf(isTimeZone(timezone) ? timezone : 'UTC');
  const { year, month, day, hour } = Object.fromEntries(
    clock.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour', number>;
  const isUp = hour >= MORNING_HOUR;
  const today = Date.UTC(year, month - 1, day);
  return { timezone, day: new Date(isUp ? today : today - DAY_MS).toISOString().slice(0, 10), isUp };
}

/** Whether it is the name of a time zone (`Europe/Berlin`), not only a distance from UTC. */
export function isTimeZone(timezone: string): boolean {
  try {
    clockOf(timezone);
    return /^[a-z]/i.test(timezone);
  } catch {
    return false;
  }
}

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  });
