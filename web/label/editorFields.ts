import type { DocumentTrack } from '@promenade/contract/delivery';
import type { StaffDocument } from '@promenade/contract/label';

export type FieldKind = 'text' | 'number' | 'names' | 'choice' | 'check' | 'date';
type FieldOf<Fields> = readonly [field: keyof Fields & string, kind: FieldKind, choices?: readonly string[]];

/** In the order of the form. */
export const releaseFields = [
  ['title', 'text'],
  ['artist', 'text'],
  ['release_type', 'choice', ['Album', 'EP', 'Single']],
  ['upc', 'text'],
  ['catalognumber', 'text'],
  ['impactdate', 'date'],
  ['genres', 'names'],
  ['moods', 'names'],
  ['instruments', 'names'],
  ['language', 'text'],
  ['copyrightyear', 'number'],
  ['p_line', 'text'],
  ['c_line', 'text'],
  ['allow_sharing', 'check'],
  ['commenting_enabled', 'check'],
  ['stream_only', 'check'],
] as const satisfies FieldOf<StaffDocument['document']>[];

export const trackFields = [
  ['ordinal', 'number'],
  ['title', 'text'],
  ['version', 'text'],
  ['artist', 'text'],
  ['isrc', 'text'],
  ['composer', 'text'],
  ['explicit', 'choice', ['explicit', 'clean', 'unknown']],
  ['stream_only', 'check'],
] as const satisfies FieldOf<DocumentTrack>[];

const SEPARATOR = ';';

/** The text of a value in its control. */
export function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(`${SEPARATOR} `);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The value of a typed text; null removes the field. */
export function toValue(kind: FieldKind, text: string): unknown {
  const trimmed = text.trim();
  if (kind === 'names')
    return trimmed
      .split(SEPARATOR)
      .map((name) => name.trim())
      .filter(Boolean);
  if (trimmed === '') return null;
  return kind === 'number' ? Number(trimmed) : trimmed;
}
