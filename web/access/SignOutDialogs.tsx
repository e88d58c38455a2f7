import { Question } from '../design/Question.tsx';
import { useText } from '../platform/text.ts';
import { leave } from './enter.ts';

/** Tells that the session is over; OK, or Escape, logs out (A-SESSION-11). */
export function SessionExpired() {
  const t = useText();
  return (
    <Question
      title={t('error.session-expired-title')}
      message={t('error.session-expired-message')}
      yes={t('common.ok')}
      onYes={leave}
      onNo={leave}
    />
  );
}
