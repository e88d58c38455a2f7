import type { CalendarRelease } from '@promenade/contract/calendar/calendar';
import type { StaffPatch } from '@promenade/contract/label';

/** `YYYY-MM-DD`, in the zone of the browser where it comes from an instant. */
export type Day = string;

export type DayKind = 'available' | 'impact' | 'ends';

/** A day of a release. */
export interface CalendarEntry {
  release: CalendarRelease;
  kind: DayKind;
  day: Day;
}

const pad = (number: number): string => String(number).padStart(2, '0');
export const toDay = (date: Date): Day => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
export const toDate = (day: Day): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
};

export function addDays(day: Day, days: number): Day {
  const date = toDate(day);
  date.setDate(date.getDate() + days);
  return toDay(date);
}

/** The weeks that a month is in, from Monday. @param month `YYYY-MM` */
export function listWeeks(month: string): Day[][] {
  const first = toDate(`${month}-01`);
  const start = addDays(toDay(first), -((first.getDay() + 6) % 7));
  const weeks: Day[][] = [];
  for (let monday = start; weeks.length === 0 || monday.startsWith(month); monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_one, index) => addDays(monday, index)));
  return weeks;
}

export function addMonths(month: string, months: number): string {
  const date = toDate(`${month}-01`);
  date.setMonth(date.getMonth() + months);
  return toDay(date).slice(0, 7);
}

export const listEntries = (releases: readonly CalendarRelease[]): CalendarEntry[] =>
  releases.flatMap((release) => [
    ...(release.available ? [{ release, kind: 'available' as const, day: toDay(new Date(release.available)) }] : []),
    ...(release.impact ? [{ release, kind: 'impact' as const, day: release.impact }] : []),
    ...(release.ends ? [{ release, kind: 'ends' as const, day: toDay(new Date(release.ends)) }] : []),
  ]);

/** A draft without a date comes out at nine when it gets one. */
const FIRST_HOUR = 9;

/** The change that moves a day of a release; an instant keeps its time. */
export function moveTo({ release, kind }: Pick<CalendarEntry, 'release' | 'kind'>, day: Day): StaffPatch {
  if (kind === 'impact') return { impactdate: day };
  const former = release[kind];
  const time = former === null ? undefined : new Date(former);
  const date = toDate(day);
  if (time) date.setHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds());
  else date.setHours(FIRST_HOUR);
  return { [kind]: date.toISOString() };
}
