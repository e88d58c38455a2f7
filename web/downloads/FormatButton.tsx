import { ArrowDownToLine } from 'lucide-react';
import type { ComponentProps } from 'react';
import { nameWithTooltip } from '../design/classNames.ts';
import { Icon } from '../design/Icon.tsx';
import { useText } from '../platform/text.ts';
import styles from './DownloadButtons.module.css';

type Props = { format: string; label: string } & ComponentProps<'button'>;

/** A download as an icon with its format. */
export function FormatButton({ format, label, ...rest }: Props) {
  return (
    <button {...rest} type="button" className={styles.format} {...nameWithTooltip(label)}>
      <Icon icon={ArrowDownToLine} size={15} />
      <span aria-hidden>{format.toUpperCase()}</span>
    </button>
  );
}

/** Says that something can be heard but not downloaded (requirement C-DOWNLOAD-20). */
export function StreamOnly() {
  const t = useText();
  return <span className={styles.hint}>{t('download.stream-only')}</span>;
}
