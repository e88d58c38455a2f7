import { Question } from '../design/Question.tsx';
import { useText } from '../platform/text.ts';
import { refusedWords } from '../releases/refused.ts';
import { closeRefused, useRefused } from '../releases/refusedStore.ts';

/** The release error modal: a title, a message, OK (C-MODAL-03). */
export function RefusedDialog() {
  const t = useText();
  const failure = useRefused((refused) => refused.failure);
  if (failure === undefined) return null;
  const { title, message } = refusedWords(failure);
  return (
    <Question title={t(title)} message={t(message)} yes={t('common.ok')} onYes={closeRefused} onNo={closeRefused} />
  );
}
