type DateInput = Date | string | number;

/** `21-Nov-2026`: tables and lists. All dates are UTC: two readers see the same date. */
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

/** `impactdate` is in seconds since 1970. */
export const parseImpactDate = (impactdate: number): Date => new Date(impactdate * 1000);

function formatParts(date: DateInput, language: string, month: 'short' | 'long') {
  const utc = new Date(date);
  return {
    day: String(utc.getUTCDate()).padStart(2, '0'),
    month: getMonthFormatter(language, month).format(utc),
    year: String(utc.getUTCFullYear()),
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter takes a millisecond. */
function getMonthFormatter(language: string, month: 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${language} ${month}`;
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
  formatters.set(key, formatter);
  return formatter;
}

/** Lower case without accents, for comparisons with typed text. */
export const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
