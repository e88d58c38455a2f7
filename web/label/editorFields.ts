import type { DocumentTrack } from '@promenade/contract/delivery';
import type { CheckCode, StaffDocument } from '@promenade/contract/label';
import { ProposedKind, type ReleaseFact, releaseFactNames, releaseFacts } from '@promenade/contract/releaseFields';
import { formatDuration } from '../catalogue/format.ts';
import { formatInstant } from '../platform/format.ts';
import { getLanguage, type Translate } from '../platform/text.ts';
import { formatLanguages } from './languages.ts';

export type FieldKind =
  | 'text'
  | 'number'
  | 'seconds'
  | 'names'
  | 'language'
  | 'choice'
  | 'check'
  | 'date'
  | 'instant'
  | 'words'
  | 'html';
type FieldOf<Fields> = readonly [field: keyof Fields & string, kind: FieldKind, choices?: readonly string[]];

const kindOf = (fact: ReleaseFact): FieldKind => {
  const { kind } = releaseFacts[fact];
  if (kind === 'year') return 'number';
  return kind === 'language' ? 'language' : 'text';
};
/** The year stands before the lines that mostly repeat it. */
const facts = new Set<ReleaseFact>(['upc', 'catalognumber', 'copyrightyear', ...releaseFactNames]);

/** In the order of the form. */
export const factFields = [
  ['title', 'text'],
  ['artist', 'text'],
  ['release_type', 'choice', ['Album', 'EP', 'Single']],
  ...[...facts].map((fact) => [fact, kindOf(fact)] as const),
  ...ProposedKind.options.map((kind) => [kind, 'names'] as const),
] as const satisfies FieldOf<StaffDocument['document']>[];

export const termFields = [
  ['available', 'instant'],
  ['ends', 'instant'],
  ['impactdate', 'date'],
  ['allow_sharing', 'check'],
  ['commenting_enabled', 'check'],
  ['stream_only', 'check'],
  ['mark', 'check'],
] as const satisfies FieldOf<StaffDocument['document']>[];

export const releaseFields = [...factFields, ...termFields];

/** Longer than the history shows. */
export const longFields: readonly string[] = ['promo', 'lyrics', 'cover', 'attachments'];

/** In the order of the table of tracks. */
export const trackColumns = [
  ['title', 'text'],
  ['version', 'text'],
  ['artist', 'text'],
  ['explicit', 'choice', ['explicit', 'clean', 'unknown']],
  ['isrc', 'text'],
  ['composer', 'text'],
  ['writers', 'names'],
  ['publishing', 'text'],
  ['producer', 'text'],
  ['language', 'language'],
  ['hookstart', 'seconds'],
  ['bpm', 'number'],
  ['key', 'text'],
  ['stream_only', 'check'],
  ['soundstart', 'seconds'],
  ['introend', 'seconds'],
  ['outrostart', 'seconds'],
  ['soundend', 'seconds'],
] as const satisfies FieldOf<DocumentTrack>[];
export type TrackField = (typeof trackColumns)[number][0];

/** Also those that the history names and the table orders by. */
export const trackFields = [
  ['ordinal', 'number'],
  ...trackColumns,
  ['lyrics', 'words'],
] as const satisfies FieldOf<DocumentTrack>[];

/** The field, or the section, that settles a check. */
export const checkFields: Partial<Record<CheckCode, string>> = {
  NO_TITLE: 'title',
  NO_ARTIST: 'artist',
  TWIN: 'title',
  AUDIENCE_UNDECIDED: 'audience',
  PAST_DATE: 'available',
  MARK_PENDING: 'mark',
  NO_COVER: 'cover',
  COVER_SMALL: 'cover',
  COVER_NOT_SQUARE: 'cover',
  ISRC_TWICE: 'isrc',
  NO_ISRC: 'isrc',
  SAME_RECORDING: 'isrc',
  NO_COMPOSER: 'composer',
  EXPLICIT_UNKNOWN: 'explicit',
  ORDINAL_TWICE: 'title',
  LOSSY: 'title',
  CLIPPED: 'title',
  SILENT_END: 'title',
  SAMPLE_RATE_LOW: 'title',
};

/** The id of the control of a field, and of a cell of the table. */
export const fieldId = (field: string, trackid: string | null = null): string =>
  `field-${trackid === null ? '' : `${trackid}-`}${field}`;

const SEPARATOR = ';';

/** The text of a value in its control; those of choices and checks are up to the control. */
export function toText(value: unknown, kind?: FieldKind): string {
  if (Array.isArray(value)) return value.join(`${SEPARATOR} `);
  if (kind === 'seconds' && typeof value === 'number')
    return `${formatDuration(value)}${((Math.floor(value * 1_000 + 0.5) / 1_000) % 1)
      .toFixed(3)
      .slice(1)
      .replace(/\.?0+$/, '')}`;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A value as the history and the check of a delivery tell it. */
export function describeValue(t: Translate, field: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'label.yes' : 'label.no');
  const text = toText(value);
  if (text === '') return t('label.nothing');
  if (field === 'language') return formatLanguages(text);
  return field === 'available' || field === 'ends' ? formatInstant(text, getLanguage()) : text;
}

/** The value of a typed text; null removes the field. NaN: no number. */
export function toValue(kind: FieldKind, text: string): unknown {
  const trimmed = text.trim();
  if (kind === 'names')
    return trimmed
      .split(SEPARATOR)
      .map((name) => name.trim())
      .filter(Boolean);
  if (trimmed === '') return null;
  if (kind === 'seconds') return toSeconds(trimmed);
  return kind === 'number' ? Number(trimmed.replace(',', '.')) : trimmed;
}

/** Seconds of `83`, `83.5`, `1:23` and `0:01:23`. */
const toSeconds = (text: string): number =>
  text
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + (part === '' ? Number.NaN : Number(part)), 0);

/** Types of pictures that the importer reads. */
export const PICTURES = 'image/jpeg,image/png,image/webp,image/tiff,image/gif,image/avif,.tif,.tiff';
