import { markerFields, ofEachKind } from '@promenade/contract/releaseFields';
import { getRefusalCode } from '../../platform/errorText.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { ApiError } from '../../platform/request.ts';
import type { TextKey, Translate } from '../../platform/text.ts';

const rules: Record<string, TextKey> = {
  isrc: 'label.wrong-isrc',
  upc: 'label.wrong-upc',
  bpm: 'label.wrong-bpm',
  key: 'label.wrong-key',
  ...Object.fromEntries(markerFields.map((field): [string, TextKey] => [field, 'label.wrong-hookstart'])),
  explicit: 'label.wrong-explicit',
  stream_only: 'label.wrong-yes-no',
  copyrightyear: 'label.wrong-year',
  ...ofEachKind((): TextKey => 'label.wrong-names'),
  writers: 'label.wrong-names',
  available: 'label.wrong-date',
  ends: 'label.wrong-date',
  impactdate: 'label.wrong-date',
  promo: 'label.wrong-long',
  lyrics: 'label.wrong-long',
};

/** What a field of the document or of a track takes. */
export const describeRule = (field: string, t: Translate): string => t(rules[field] ?? 'label.wrong-text');

/** Why a change was not saved, for its field; a failure that is not about the field is told in a notice. */
export function describeSaveFailure(failure: unknown, t: Translate): string | undefined {
  const code = getRefusalCode(failure);
  // The person was asked, and said no.
  if (code === 'STATE_UNCONFIRMED') return undefined;
  if (failure instanceof ApiError && code === 'VALIDATION')
    // What the form takes is refused for what it would do to the release, which the server tells.
    return Object.values(failure.fields).find(Boolean) ?? t('label.wrong-value');
  if (code !== 'EDITED_MEANWHILE' || !(failure instanceof ApiError)) {
    notifyFailure(failure);
    return undefined;
  }
  const name = Object.values(failure.fields).find(Boolean);
  return name ? t('label.edited-meanwhile', { name }) : t('label.edited-by-system');
}
