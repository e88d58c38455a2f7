import { ArrowDownToLine } from 'lucide-react';
import { useRef, useState } from 'react';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { lazyPart } from '../design/lazyPart.ts';
import { useText } from '../platform/text.ts';
import styles from './DownloadsButton.module.css';
import { useDownloads } from './downloadsStore.ts';
import { useDownloadsEnabled } from './optionsData.ts';

const load = async () => (await import('./DownloadsPanel.tsx')).DownloadsPanel;
const DownloadsPanel = lazyPart(load);

/** Opens the download manager and shows the number of unfinished items; hidden if downloads are off (requirement C-SHELL-11). */
export function DownloadsButton({ className }: { className?: string | undefined }) {
  const t = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = useDownloads(({ items }) => items.filter(({ status }) => status !== 'finished').length);
  const hasFailed = useDownloads(({ items }) => items.some(({ status }) => status === 'failed'));
  if (useDownloadsEnabled() === false) return null;
  const prefetch = () => void load().catch(() => undefined);
  return (
    <span className={classNames(styles.anchor, className)}>
      <IconButton
        ref={button}
        icon={ArrowDownToLine}
        label={count > 0 ? t('download.open-count', { count }) : t('download.title')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!isOpen)}
      />
      {count > 0 && (
        <span className={styles.count} data-failed={hasFailed || undefined} aria-hidden>
          {count}
        </span>
      )}
      {isOpen && <DownloadsPanel button={button} onClose={() => setOpen(false)} />}
    </span>
  );
}
