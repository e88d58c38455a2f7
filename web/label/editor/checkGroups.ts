import { type Check, type CheckCode, checks as checkLevels, type StaffDocument } from '@promenade/contract/label';
import { formatTrackTitle } from '../../catalogue/format.ts';
import type { Translate } from '../../platform/text.ts';
import { orderTracks } from './trackCells.ts';

export type Level = (typeof checkLevels)[CheckCode];

/** `place` is the number of its track, from 1; 0: it is about the release. */
type PlacedCheck = Check & { place: number };
type CheckGroup = readonly [PlacedCheck, ...PlacedCheck[]];

/** Warnings that say the same of each track, and name nothing else. */
const grouped = [
  'NO_ISRC',
  'NO_COMPOSER',
  'EXPLICIT_UNKNOWN',
  'LOSSY',
  'CLIPPED',
  'SILENT_END',
  'SAMPLE_RATE_LOW',
] as const satisfies CheckCode[];
type GroupedCode = (typeof grouped)[number];
const isGrouped = (code: CheckCode): code is GroupedCode => (grouped as readonly CheckCode[]).includes(code);

/** Checks that are told in one sentence, errors first, then in the order of the tracks. */
export function groupChecks({ checks, document }: Pick<StaffDocument, 'checks' | 'document'>): CheckGroup[] {
  const order = orderTracks(document.tracks);
  const placed = checks
    .map((check) => ({ ...check, place: check.trackid === null ? 0 : order.indexOf(check.trackid) + 1 }))
    .toSorted((a, b) => checkLevels[a.code].localeCompare(checkLevels[b.code]) || a.place - b.place);
  const groups = Map.groupBy(placed, (check) => (isGrouped(check.code) ? check.code : check));
  return [...groups.values()] as unknown as CheckGroup[];
}

/** What is missing or doubtful, as a sentence with the other track or release. */
export function describeCheck(
  t: Translate,
  { document: { tracks } }: Pick<StaffDocument, 'document'>,
  [{ code, place, other, same, reason }, ...more]: CheckGroup,
): string {
  if (more.length > 0 && isGrouped(code)) return t(`label.many-${code}`, { count: more.length + 1 });
  if (code === 'MARK_PENDING' && reason) return t('label.check-mark-refused', { reason });
  const { title = '', version = '' } = tracks[same ?? ''] ?? {};
  return t(`label.check-${code}`, {
    place,
    other: other?.title ?? '',
    samePlace: same === undefined ? 0 : orderTracks(tracks).indexOf(same) + 1,
    sameTitle: formatTrackTitle({ title, version }),
  });
}
