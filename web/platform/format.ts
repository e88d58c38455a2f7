import { language as spoken } from './text.ts';

type Moment = Date | string | number;

/** `21-Nov-2026`: tables and lists. Days are UTC days everywhere, so that two readers quote the same date. */
export const tableDate = (at: Moment, language: string): string => {
  const { day, month, year } = parts(at, language, 'short');
  return `${day}-${month}-${year}`;
};

/** `Nov 21, 2026`: cards. */
export const cardDate = (at: Moment, language: string): string => {
  const { day, month, year } = parts(at, language, 'short');
  return `${month} ${day}, ${year}`;
};

/** `November 21, 2026`: detail page and pop-up. */
export const longDate = (at: Moment, language: string): string => {
  const { day, month, year } = parts(at, language, 'long');
  return `${month} ${day}, ${year}`;
};

/** The moment of `impactdate`, which counts seconds. */
export const impactMoment = (impactdate: number): Date => new Date(impactdate * 1000);

/** `Arabic` for the code `ar`; what is no code stays as the label wrote it. */
export function languageName(written: string): string {
  const isCode = /^[a-z]{2,3}(-[A-Za-z]+)*$/.test(written);
  return isCode ? (new Intl.DisplayNames(spoken(), { type: 'language' }).of(written) ?? written) : written;
}

function parts(at: Moment, language: string, month: 'short' | 'long') {
  const date = new Date(at);
  return {
    day: String(date.getUTCDate()).padStart(2, '0'),
    month: monthNames(language, month).format(date),
    year: String(date.getUTCFullYear()),
  };
}

const known = new Map<string, Intl.DateTimeFormat>();

/** Making one costs a millisecond and a list asks thousands of times. */
function monthNames(language: string, month: 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${language} ${month}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
  known.set(key, format);
  return format;
}

/** Lower case without accents, to compare what people type with names. */
export const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
