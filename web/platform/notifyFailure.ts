import { isUnavailable } from './errorText.ts';
import { dismissNotice, type Notice, notify, OUTAGE_SUBJECT, useNotices } from './notices.ts';

/**
 * Tells that an action failed, in one notice. A notice of its own replaces that of the outage behind it; the general one
 * adds nothing to it and is left out.
 */
export function notifyFailure(failure: unknown, own?: Pick<Notice, 'category'> & Partial<Notice>): void {
  const outage =
    isUnavailable(failure) && useNotices.getState().notices.find(({ subject }) => subject === OUTAGE_SUBJECT);
  if (outage && !own) return;
  if (outage) dismissNotice(outage.id);
  notify(own ?? { category: 'somethingWrong' });
}
