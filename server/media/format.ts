import type { Reaction, ReactionKind } from '@promenade/contract/catalogue';
import type { SheetTrack } from './sheet/sheetQueries.ts';

/** `MMMM dd, yyyy` (requirement C-FORMAT-05): of an instant the day in the zone, and a day (`2026-11-28`) as it is. */
export const formatDate = (date: Date | string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'long',
    day: '2-digit',
    year: 'numeric',
    timeZone: typeof date === 'string' ? 'UTC' : zone,
  }).format(new Date(date));

/** `m:ss`, also above an hour. */
export function formatDuration(seconds: number): string {
  const total = Math.floor(seconds);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

export const formatTitle = ({ title, version }: Pick<SheetTrack, 'title' | 'version'>): string =>
  version === '' ? title : `${title} (${version})`;

/** `music: Name`, one for each role of the Canadian content rules. */
export const formatCanadianRoles = ({ canadian }: Pick<SheetTrack, 'canadian'>): string[] =>
  Object.entries(canadian).map(([role, name]) => `${role}: ${name}`);

export const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

export const formatTrackCount = (count: number): string => (count === 1 ? '1 track' : `${count} tracks`);

export const reactionNames: Record<ReactionKind, string> = {
  rotation: 'Adding to rotation',
  considering: 'Considering',
  'not-for-us': 'Not for us',
  version: 'Need another version',
};

export const formatReaction = ({ kind, version, note }: Pick<Reaction, 'kind' | 'version' | 'note'>): string =>
  [reactionNames[kind], version, note].filter((part) => part !== '').join(': ');

/** A moment of a track, `Ferry 1:12`; empty without one. */
export const formatMoment = (track: string | undefined, second: number | null): string =>
  second === null ? '' : `${track ?? ''} ${formatDuration(second)}`.trim();
