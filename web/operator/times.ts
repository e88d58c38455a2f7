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
