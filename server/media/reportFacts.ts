import type { ReportedTrack } from './reportQueries.ts';

const longDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric', timeZone: 'UTC' });
const languages = new Intl.DisplayNames('en', { type: 'language' });

/** `MMMM dd, yyyy` in UTC, as the detail page says it (C-FORMAT-05). */
export const longDate = (at: Date): string => longDay.format(at);

/** `m:ss`; minutes keep counting beyond an hour. */
export function playingTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The name of a language by its code; other words stay as they were delivered. */
export function languageName(language: string): string {
  return isCode(language) ? (languages.of(language) ?? language) : language;
}

/** Whether these are letters that a document may name its language by. */
export const isCode = (language: string): boolean => /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i.test(language);

/** `Title (Version)`. */
export const fullTitle = ({ title, version }: Pick<ReportedTrack, 'title' | 'version'>): string =>
  version === '' ? title : `${title} (${version})`;

/** `music: Somebody`, one for each role of the Canadian content rules. */
export const canadianRoles = ({ canadian }: Pick<ReportedTrack, 'canadian'>): string[] =>
  Object.entries(canadian).map(([role, name]) => `${role}: ${name}`);
