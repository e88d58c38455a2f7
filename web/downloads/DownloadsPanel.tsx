import { X } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { Button } from '../design/Button.tsx';
import { classNames } from '../design/classNames.ts';
import { IconButton } from '../design/IconButton.tsx';
import { useText } from '../platform/text.ts';
import { DownloadRow } from './DownloadRow.tsx';
import styles from './DownloadsPanel.module.css';
import { removeItem, removeFinished } from './downloads.ts';
import { updateDownloads, useDownloads } from './downloadsStore.ts';

interface Props {
  /** It has the whole window. */
  isFull?: boolean;
  onClose: () => void;
}

/** The download manager: what was wanted last is on top. */
export function DownloadsPanel({ isFull, onClose }: Props) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const items = useDownloads((downloads) => downloads.items);
  const hasFinished = items.some(({ status }) => status === 'finished');
  function remove(downloadID: string, { currentTarget }: MouseEvent) {
    const line = currentTarget.closest('li');
    const near = line?.nextElementSibling ?? line?.previousElementSibling;
    // The button under the focus goes.
    (near?.querySelector<HTMLElement>('button[data-remove]') ?? heading.current)?.focus();
    updateDownloads((all) => removeItem(all, downloadID));
  }
  function clear() {
    heading.current?.focus();
    updateDownloads(removeFinished);
  }
  return (
    <div className={classNames(styles.panel, isFull && styles.full)}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {t('download.title')}
        </h2>
        {hasFinished && (
          <Button variant="plain" size="small" onClick={clear}>
            {t('download.clear')}
          </Button>
        )}
        {isFull && <IconButton icon={X} label={t('common.close')} onClick={onClose} />}
      </div>
      {items.length === 0 ? (
        <p className={styles.empty}>{t('download.empty')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('download.title')}>
          {items.toReversed().map((item) => (
            <DownloadRow key={item.downloadID} item={item} onRemove={remove} />
          ))}
        </ul>
      )}
    </div>
  );
}
