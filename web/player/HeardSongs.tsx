import { useMemo } from 'react';
import { useText } from '../platform/text.ts';
import { QueueList } from './QueueList.tsx';
import styles from './QueuePanel.module.css';
import { heardRows } from './queueRows.ts';
import { useQueue } from './queueStore.ts';

/** The songs that were left for another, the newest first; each can be played again. */
export function HeardSongs() {
  const t = useText();
  const history = useQueue((queue) => queue.history);
  const rows = useMemo(() => heardRows(history), [history]);
  if (rows.length === 0) {
    return (
      <div className={styles.empty}>
        <p className={styles.emptyTitle}>{t('queue.history-empty')}</p>
      </div>
    );
  }
  return <QueueList rows={rows} label={t('queue.history')} />;
}
