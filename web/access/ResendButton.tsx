import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { useSubmit } from '../platform/useSubmit.ts';
import styles from './AccessForm.module.css';
import { accessErrorText, ErrorBanner } from './ErrorBanner.tsx';

interface Props {
  label: string;
  /** Shown once the mail is sent. */
  success: { title: string; message: string };
  send: () => Promise<unknown>;
  getErrorText?: (failure: unknown) => ErrorText;
  variant?: 'primary' | 'secondary';
}

/** Button that sends a mail again, with the result above it. */
export function ResendButton({ label, success, send, getErrorText = accessErrorText, variant = 'secondary' }: Props) {
  const { submit, isBusy, isSent, failure } = useSubmit({ send });
  return (
    <div className={styles.resend}>
      {isSent && (
        <Banner kind="success" title={success.title}>
          {success.message}
        </Banner>
      )}
      {failure !== undefined && <ErrorBanner text={getErrorText(failure)} />}
      <Button variant={variant} size="large" fullWidth busy={isBusy} onClick={() => void submit()}>
        {label}
      </Button>
    </div>
  );
}
