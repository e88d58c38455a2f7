import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { logError } from '../platform/logError.ts';
import { useText } from '../platform/text.ts';
import styles from './Fact.module.css';

interface Props {
  name: string;
  /** Shows a button that copies this value. */
  copyValue?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A term and its value, inside a `dl`. */
export function Fact({ name, copyValue: copied, className, children }: Props) {
  return (
    <div className={classNames(styles.fact, className)}>
      <dt>{name}</dt>
      <dd>
        {typeof children === 'string' ? <bdi>{children}</bdi> : children}
        {copied && <CopyButton name={name} value={copied} />}
      </dd>
    </div>
  );
}

/** Copies a value and confirms it until pointer or focus leave. Not rendered without a Clipboard API. */
function CopyButton({ name, value }: { name: string; value: string }) {
  const t = useText();
  const [isCopied, setCopied] = useState(false);
  if (!('clipboard' in navigator)) return null;
  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch (failure) {
      logError('Copying to the clipboard failed', failure);
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
      <span role="status" className="visuallyHidden">
        {isCopied && t('release.copied', { name })}
      </span>
    </>
  );
}
