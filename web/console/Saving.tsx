import { getRefusalText } from '../platform/errorText.ts';
import { notify } from '../platform/notices.ts';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './sections.module.css';

/** Saves a form and says so; `message` stands above the button. */
export function useSave(send: () => Promise<unknown>) {
  const { submit, isBusy, failure } = useSubmit({
    send: async () => {
      await send();
      notify({ category: 'settingSaved' });
    },
  });
  return { submit, isBusy, message: <Refused failure={failure} /> };
}

/** Why something was refused; nothing without a failure. */
export function Refused({ failure }: { failure: unknown }) {
  const t = useText();
  if (failure === undefined) return null;
  return (
    <p role="alert" className={styles.failure}>
      {getRefusalText(failure) || t('selection.unavailable')}
    </p>
  );
}
