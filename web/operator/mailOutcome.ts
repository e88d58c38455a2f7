import type { Mail } from '@promenade/contract/operator';
import { formatTime } from '../console/times.ts';
import type { Translate } from '../platform/text.ts';

/** What became of a mail, when and why. */
export function describeMail(t: Translate, { state, bouncedat, nextat, problem }: Mail): string {
  const because = { problem: problem ?? '' };
  if (state === 'bounced' && bouncedat) return t('outbox.bounced-at', { time: formatTime(bouncedat), ...because });
  if (state === 'retried')
    return nextat
      ? t('outbox.retried-at', { time: formatTime(nextat), ...because })
      : t('outbox.retried-later', because);
  if (state === 'refused') return t('outbox.refused-because', because);
  if (state === 'suppressed' || state === 'expired') return t(`outbox.${state}-because`);
  if (state === 'waiting' && nextat) return t('outbox.waiting-until', { time: formatTime(nextat) });
  return t(`outbox.${state}`);
}
