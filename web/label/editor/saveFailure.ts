import { getRefusalCode } from '../../platform/errorText.ts';
import { notifyFailure } from '../../platform/notifyFailure.ts';
import { ApiError } from '../../platform/request.ts';
import type { useText } from '../../platform/text.ts';

/** Why a change was not saved, for its field; a failure that is not about the field is told in a notice. */
export function describeSaveFailure(failure: unknown, t: ReturnType<typeof useText>): string | undefined {
  const code = getRefusalCode(failure);
  // The person was asked, and said no.
  if (code === 'STATE_UNCONFIRMED') return undefined;
  if (code === 'VALIDATION') return findReason(failure) ?? t('label.wrong-value');
  if (code !== 'EDITED_MEANWHILE' || !(failure instanceof ApiError)) {
    notifyFailure(failure);
    return undefined;
  }
  const name = Object.values(failure.fields).find(Boolean);
  return name ? t('label.edited-meanwhile', { name }) : t('label.edited-by-system');
}

/** Dates are refused for what they would do to the release, which the server tells. */
const findReason = (failure: unknown): string | undefined =>
  failure instanceof ApiError ? (failure.fields['available'] ?? failure.fields['ends']) : undefined;
