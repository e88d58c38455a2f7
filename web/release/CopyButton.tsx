import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../design/IconButton.tsx';
import { logged } from '../platform/logged.ts';
import { useText } from '../platform/text.ts';
import styles from './CopyButton.module.css';

/** Puts a value into the clipboard, and says so until the pointer or the focus leaves; not there where the browser has no clipboard for us. */
export function CopyButton({ name, value }: { name: string; value: string }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  if (!('clipboard' in navigator)) return null;
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch (failure) {
      logged('The browser did not let this be copied', failure);
    }
  }
  return (
    <>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={t('release.copy', { name })}
        size="small"
        iconSize={14}
        className={styles.copy}
        onClick={copy}
        onBlur={() => setCopied(false)}
        onPointerLeave={() => setCopied(false)}
      />
      <span role="status" className="onlyHeard">
        {isCopied && t('release.copied', { name })}
      </span>
    </>
  );
}
