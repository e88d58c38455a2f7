import type { Release } from '@promenade/contract/catalogue';

/** `m:ss`, with minutes past 59 for long durations; `-:--` when unknown. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '-:--';
  const wholeSeconds = Math.floor(seconds);
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`;
}

export const formatTrackTitle = ({ title, version }: { title: string; version: string }): string =>
  version ? `${title} (${version})` : title;

/** A tooltip of two lines: title and artist. */
export const formatTooltip = (title: string, artist: string | undefined): string =>
  [title, artist].filter(Boolean).join('\n');

/** For plain text without icons: toasts and document titles. */
export const formatExplicitTitle = ({ title, explicit }: { title: string; explicit: boolean }): string =>
  explicit ? `${title} [E]` : title;

export const formatLabels = ({ labels }: Pick<Release, 'labels'>): string => labels.map(({ name }) => name).join(', ');

/** The URL of the same cover at 160 px; pictures of artists and labels have one size only. */
export const getSmallCover = (url: string): string => url.replace(/-(1000|500)\.webp$/, '-160.webp');
