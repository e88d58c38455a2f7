import { useState } from 'react';
import { Banner } from '../design/Banner.tsx';
import { Button } from '../design/Button.tsx';
import type { ErrorText } from '../platform/errorText.ts';
import { useText } from '../platform/text.ts';
import styles from './AccessForm.module.css';
import { accessErrorText } from './accessErrors.ts';

interface Props {
  label: string;
  /** Said when the mail went out. */
  done: { title: string; message: string };
  /** Rejects with what the banner says. */
  send: () => Promise<unknown>;
  /** Words for a failure that this place knows better. */
  textOf?: (failure: unknown) => ErrorText;
  look?: 'primary' | 'secondary';
}

/** Sends a mail again, and says that it did; the button stays for another try. */
export function Resend({ label, done, send, textOf = accessErrorText, look = 'secondary' }: Props) {
  const t = useText();
  const [said, setSaid] = useState<ErrorText | 'done'>();
  const [isBusy, setBusy] = useState(false);
  const resend = async () => {
    setSaid(undefined);
    setBusy(true);
    try {
      await send();
      setSaid('done');
    } catch (refused) {
      setSaid(textOf(refused));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.resend}>
      {said === 'done' && (
        <Banner kind="success" title={done.title}>
          {done.message}
        </Banner>
      )}
      {said !== undefined && said !== 'done' && (
        <Banner kind={said.kind} title={t(said.title)}>
          {t(said.message)}
        </Banner>
      )}
      <Button look={look} size="large" wide busy={isBusy} onClick={() => void resend()}>
        {label}
      </Button>
    </div>
  );
}
