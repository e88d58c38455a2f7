import { formatInstant } from '../platform/format.ts';
import { getLanguage } from '../platform/text.ts';

export const formatTime = (time: string): string => formatInstant(time, getLanguage());

/** `3 days ago`; in the largest unit that fits. */
export function formatAge(seconds: number): string {
  const relative = new Intl.RelativeTimeFormat(getLanguage(), { numeric: 'always' });
  if (seconds >= 86_400) return relative.format(-Math.floor(seconds / 86_400), 'day');
  if (seconds >= 3600) return relative.format(-Math.floor(seconds / 3600), 'hour');
  return relative.format(-Math.floor(seconds / 60), 'minute');
}

/** The value of a `datetime-local` input, in the time zone of the browser. */
export function toLocalInput(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.valueOf())) return '';
  return new Date(date.valueOf() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a `datetime-local` input, as ISO text; null when it is empty. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.valueOf()) ? null : date.toISOString();
}
