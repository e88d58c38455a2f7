import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../design/Button.tsx';
import { IconButton } from '../design/IconButton.tsx';
import { LazyDialog } from '../design/LazyDialog.tsx';
import { Question } from '../design/Question.tsx';
import { Tabs, tabId } from '../design/Tabs.tsx';
import { useGlobal } from '../platform/online.ts';
import { useText } from '../platform/text.ts';
import { HeardSongs } from './HeardSongs.tsx';
import { QueuedItems } from './QueuedItems.tsx';
import styles from './QueuePanel.module.css';
import { clearQueue } from './queueHandling.ts';
import { closeQueue } from './queueOpenStore.ts';
import { useQueue } from './queueStore.ts';

/** The play queue: beside the page on a desktop, a drawer over it on a tablet, the whole of a phone (C-QUEUE-01). */
export function QueuePanel() {
  const t = useText();
  const isDrawer = useGlobal(({ isIpadView }) => isIpadView);
  if (!isDrawer) return <Beside />;
  return (
    <LazyDialog kind="drawer" label={t('queue.title')} onClose={closeQueue}>
      <div className={styles.panel}>
        <Content />
      </div>
    </LazyDialog>
  );
}

/** Closed from within, it gives the focus back to what had it before. */
function Beside() {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [element, opener] = [panel.current, document.activeElement];
    return () => {
      if (element?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <aside ref={panel} className={styles.panel} aria-label={t('queue.title')}>
      <Content />
    </aside>
  );
}

function Content() {
  const t = useText();
  const panelId = useId();
  const [tab, setTab] = useState<'queue' | 'history'>('queue');
  const [isAsking, setAsking] = useState(false);
  const count = useQueue(({ items }) => items.length);
  function clear() {
    setAsking(false);
    clearQueue();
  }
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('queue.title')}</h2>
        {count > 0 && tab === 'queue' && (
          <Button look="plain" size="small" onClick={() => setAsking(true)}>
            {t('queue.clear')}
          </Button>
        )}
        <IconButton icon={X} label={t('common.close')} onClick={closeQueue} />
      </div>
      <div className={styles.tabs}>
        <Tabs
          label={t('queue.title')}
          tabs={[
            { id: 'queue', text: t('queue.queue') },
            { id: 'history', text: t('queue.history') },
          ]}
          selected={tab}
          panelId={panelId}
          onSelect={setTab}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)} className={styles.part}>
        {tab === 'queue' ? <QueuedItems /> : <HeardSongs />}
      </div>
      {isAsking && (
        <Question
          title={t('queue.clear-title')}
          message={t('queue.clear-message', { count })}
          yes={t('queue.clear-yes')}
          no={t('common.cancel')}
          onYes={clear}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}
