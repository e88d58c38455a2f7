import { useCallback, useMemo, useState } from 'react';
import { Reorder } from '../design/Reorder.tsx';
import { useText } from '../platform/text.ts';
import { QueueList } from './QueueList.tsx';
import styles from './QueuePanel.module.css';
import { moveQueued } from './queueHandling.ts';
import { type Opened, queueRows } from './queueRows.ts';
import { useQueue } from './queueStore.ts';

/** What is on and what follows; what follows can change places. */
export function QueuedItems() {
  const t = useText();
  const queue = useQueue();
  const [opened, setOpened] = useState<Opened>({});
  const [moved, setMoved] = useState('');
  const rows = useMemo(() => queueRows(queue, opened), [queue, opened]);
  const first = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem) + 1;
  const ids = useMemo(() => queue.items.slice(first).map(({ uuid }) => uuid), [queue.items, first]);
  const move = useCallback(
    (from: number, to: number) => {
      const title = queue.items[first + from]?.title ?? '';
      moveQueued(first + from, first + to);
      setMoved(t('queue.moved', { title, place: to + 1, count: ids.length }));
    },
    [queue.items, first, ids.length, t],
  );
  const open = useCallback((id: string, isOpen: boolean) => setOpened((now) => ({ ...now, [id]: isOpen })), []);
  if (queue.items.length === 0) {
    return (
      <div className={styles.empty}>
        <p className={styles.emptyTitle}>{t('queue.empty')}</p>
        <p>{t('queue.empty-hint')}</p>
      </div>
    );
  }
  return (
    <>
      <Reorder ids={ids} onMove={move}>
        <QueueList rows={rows} label={t('queue.queue')} onOpen={open} />
      </Reorder>
      <p role="status" className={styles.heard}>
        {moved}
      </p>
    </>
  );
}
