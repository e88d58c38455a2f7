import { ConfirmDialog } from '../design/ConfirmDialog.tsx';
import { useText } from '../platform/text.ts';
import { useSubmit } from '../platform/useSubmit.ts';
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
export function SendLinkDialog({ confirmLabel, errorTitle, success, send, onClose, ...texts }: Props) {
  const t = useText();
  const { submit, isBusy, isSent, failure } = useSubmit({ send });
  if (isSent) return <LinkSentDialog {...success} onClose={onClose} />;
  return (
    <ConfirmDialog
      {...texts}
      confirmLabel={failure === undefined ? confirmLabel : t('account.retry')}
      busy={isBusy}
      onConfirm={() => void submit()}
      onCancel={onClose}
    >
      {failure !== undefined && <RefusalBanner title={errorTitle} failure={failure} />}
    </ConfirmDialog>
  );
}

export function LinkSentDialog({ title, message, onClose }: { title: string; message: string; onClose: () => void }) {
  const t = useText();
  return (
    <ConfirmDialog
      title={title}
      message={<span role="status">{message}</span>}
      confirmLabel={t('common.close')}
      onConfirm={onClose}
      onCancel={onClose}
    />
  );
}
