import { Question } from '../design/Question.tsx';
import { useText } from '../platform/text.ts';
import { leave } from './enter.ts';

/** Asks before the session ends (A-SHELL-09). */
export function AccountSignOut({ onNo }: { onNo: () => void }) {
  const t = useText();
  return (
    <Question
      title={t('signout.title')}
      message={t('signout.message')}
      yes={t('signout.confirm')}
      no={t('common.cancel')}
      onYes={leave}
      onNo={onNo}
    />
  );
}
