// Every date that people read is written here. An instant has the day and time of the reader's zone, which a page names
// once (`ZoneNote`). A day, such as an impact date, is that day everywhere.

/** An instant, or a day such as `2026-11-21`. */
type DateInput = Date | string;

/** `21-Nov-2026`: tables and lists. */
export const formatTableDate = (date: DateInput, language: string): string => {
  const { day, month, year } = formatParts(date, language, 'short');
  return `${day}-${month}-${year}`;
};

/** `Nov 21, 2026`: cards. */
export const formatCardDate = (date: DateInput, language: string): string => {
  const { day, month, year } = formatParts(date, language, 'short');
  return `${month} ${day}, ${year}`;
};

/** `November 21, 2026`: detail page and pop-up. */
export const formatLongDate = (date: DateInput, language: string): string => {
  const { day, month, year } = formatParts(date, language, 'long');
  return `${month} ${day}, ${year}`;
};

/** `Nov 21, 2026, 10:00 AM`; empty for what is no instant. */
export function formatInstant(instant: Date | string, language: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.valueOf())) return '';
  return getFormatter(language, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** `Friday`, or with `isLong` `21 Nov` in the order of the language. */
export const formatDayName = (instant: Date | string, language: string, isLong: boolean): string =>
  getFormatter(language, isLong ? { day: 'numeric', month: 'short' } : { weekday: 'long' }).format(new Date(instant));

/** The zone of the reader: `Europe/Berlin`. */
export const getZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of an instant in the zone of the reader, as `2026-11-21`. */
export function toDay(date: Date): string {
  const local = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return local.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The day of an `impactdate`, which is in seconds since 1970. */
export const parseImpactDate = (impactdate: number): string => new Date(impactdate * 1000).toISOString().slice(0, 10);

function formatParts(input: DateInput, language: string, month: 'short' | 'long') {
  const date = new Date(input);
  const isDay = typeof input === 'string' && !input.includes('T');
  const [year, day] = isDay ? [date.getUTCFullYear(), date.getUTCDate()] : [date.getFullYear(), date.getDate()];
  return {
    day: String(day).padStart(2, '0'),
    month: getFormatter(language, { month, ...(isDay && { timeZone: 'UTC' }) }).format(date),
    year: String(year),
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes a millisecond. */
function getFormatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${Object.values(options).join(' ')}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, options);
  formatters.set(key, formatter);
  return formatter;
}

/** Lower case without accents, for comparisons with typed text. */
export const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
