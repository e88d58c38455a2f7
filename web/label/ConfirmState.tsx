import { useEffect } from 'react';
import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { useText } from '../platform/text.ts';
import { type StateChange, useStateQuestion } from './stateQuestion.ts';

/** Asks before a release comes out, ends, goes away or returns, whichever control caused it. */
export function ConfirmState() {
  const t = useText();
  const question = useStateQuestion((state) => state.question);
  useEffect(() => {
    useStateQuestion.setState({ isShown: true });
    return () => {
      useStateQuestion.getState().question?.answer(false);
      useStateQuestion.setState({ isShown: false });
    };
  }, []);
  if (!question) return null;
  const { title, people, answer } = question;
  const action = actionOf(question);
  return (
    <ConfirmDialog
      title={t(`label.ask-${action}`, { title })}
      message={
        people === 0 && (action === 'publish' || action === 'schedule')
          ? t('label.publish-nobody')
          : t(`label.ask-${action}-message`, { count: people })
      }
      confirmLabel={t(`label.ask-${action}-confirm`)}
      cancelLabel={t('common.cancel')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    />
  );
}

function actionOf({ from, to }: StateChange) {
  if (to === 'withdrawn') return 'withdraw';
  if (from === 'withdrawn') return 'restore';
  if (to === 'ended') return 'end';
  if (to === 'scheduled') return from === 'draft' ? 'schedule' : 'postpone';
  return 'publish';
}
