import { useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { refusalText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import styles from './Account.module.css';

interface Props {
  title: string;
  message: string;
  /** The words of the button that has the link mailed, and of the one that does not. */
  yes: string;
  no: string;
  /** Title of the banner above the server's words. */
  failed: string;
  sent: { title: string; message: string };
  send: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a link is mailed, then says that it was, or why it was not. */
export function AccountLinkDialog({ title, message, yes, no, failed, sent, send, onClose }: Props) {
  const t = useText();
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | { failure: unknown }>('idle');
  const failure = typeof state === 'object' ? state.failure : undefined;
  const mail = () => {
    setState('busy');
    send().then(
      () => setState('sent'),
      (refused: unknown) => setState({ failure: refused }),
    );
  };
  if (state === 'sent') return <AccountLinkSent {...sent} onClose={onClose} />;
  return (
    <LazyDialog kind="question" title={title} onClose={onClose}>
      {failure !== undefined && (
        <Banner kind="error" title={failed}>
          {refusalText(failure) ?? t('error.generic-message')}
        </Banner>
      )}
      <p className={styles.soft}>{message}</p>
      <div className={styles.answers}>
        <Button look="plain" onClick={onClose}>
          {no}
        </Button>
        <Button look="primary" busy={state === 'busy'} onClick={mail} autoFocus>
          {failure === undefined ? yes : t('account.retry')}
        </Button>
      </div>
    </LazyDialog>
  );
}

/** The link is in the mail. */
export function AccountLinkSent({ title, message, onClose }: { title: string; message: string; onClose: () => void }) {
  const t = useText();
  return (
    <LazyDialog kind="question" title={title} onClose={onClose}>
      <p className={styles.soft} role="status">
        {message}
      </p>
      <div className={styles.answers}>
        <Button look="primary" onClick={onClose} autoFocus>
          {t('common.close')}
        </Button>
      </div>
    </LazyDialog>
  );
}
