import { Button } from '../design/Button.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './Account.module.css';
import { RefusalBanner } from './ErrorBanner.tsx';

interface Props {
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel: string;
  errorTitle: string;
  success: { title: string; message: string };
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a link is mailed, then shows that it was sent or why it was not. */
export function SendLinkDialog({
  title,
  message,
  confirmLabel,
  cancelLabel,
  errorTitle,
  success,
  send,
  onClose,
}: Props) {
  const t = useText();
  const { submit, isBusy, isSent, failure } = useSubmit({ send });
  if (isSent) return <LinkSentDialog {...success} onClose={onClose} />;
  return (
    <LazyDialog kind="question" title={title} onClose={onClose}>
      {failure !== undefined && <RefusalBanner title={errorTitle} failure={failure} />}
      <p className={styles.soft}>{message}</p>
      <div className={styles.answers}>
        <Button variant="plain" onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant="primary" busy={isBusy} onClick={() => void submit()} autoFocus>
          {failure === undefined ? confirmLabel : t('account.retry')}
        </Button>
      </div>
    </LazyDialog>
  );
}

export function LinkSentDialog({ title, message, onClose }: { title: string; message: string; onClose: () => void }) {
  const t = useText();
  return (
    <LazyDialog kind="question" title={title} onClose={onClose}>
      <p className={styles.soft} role="status">
        {message}
      </p>
      <div className={styles.answers}>
        <Button variant="primary" onClick={onClose} autoFocus>
          {t('common.close')}
        </Button>
      </div>
    </LazyDialog>
  );
}
