import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useMoveLabels } from '../../catalogue/moveLabels.ts';
import { Button, buttonClass } from '../../design/Button.tsx';
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { LazyDialog } from '../../design/lazyPart.ts';
import { usePanelEntry } from '../../design/panelHistory.ts';
import { Reorder } from '../../design/Reorder.tsx';
import { Tabs, tabId } from '../../design/Tabs.tsx';
import { useBrowserState } from '../../platform/browserStateStore.ts';
import { paths } from '../../platform/paths.ts';
import { useText } from '../../platform/text.ts';
import { useBelow } from '../../platform/windowWidth.ts';
import { closeQueue, closeQueueDrawer } from '../panelStore.ts';
import { QueueList } from './QueueList.tsx';
import styles from './QueuePanel.module.css';
import { clearQueue, moveQueueItem } from './queueActions.ts';
import { buildHistoryRows, buildQueueRows, type ExpandedRows } from './queueRows.ts';
import { useQueue } from './queueStore.ts';

type Tab = 'queue' | 'history';

interface ContentProps {
  tab: Tab;
  onSelectTab: (tab: Tab) => void;
  onClear: () => void;
}

/** The play queue: beside the page in wide windows, a drawer over it on tablets, the screen of a phone (requirement C-QUEUE-01). */
export function QueuePanel() {
  const t = useText();
  // Above the drawer and the panel, so that turning a tablet keeps the tab.
  const [tab, setTab] = useState<Tab>('queue');
  const [isConfirming, setConfirming] = useState(false);
  const songCount = useQueue(({ items }) => items.flatMap(({ songs }) => songs).length);
  function clear() {
    setConfirming(false);
    clearQueue();
  }
  return (
    <>
      <Frame>
        <Content tab={tab} onSelectTab={setTab} onClear={() => setConfirming(true)} />
      </Frame>
      {isConfirming && (
        <ConfirmDialog
          title={t('queue.clear-title')}
          message={t('queue.clear-message', { count: songCount })}
          confirmLabel={t('queue.clear-yes')}
          cancelLabel={t('common.cancel')}
          onConfirm={clear}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const isDrawer = useBrowserState(({ isIpadView }) => isIpadView);
  const isPhone = useBelow(MOBILE_BELOW_PX);
  if (!isDrawer) return <SidePanel>{children}</SidePanel>;
  if (!isPhone) return <SideDrawer>{children}</SideDrawer>;
  return <FullPanel>{children}</FullPanel>;
}

function FullPanel({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <LazyDialog kind="drawer" label={t('queue.title')} onClose={closeQueue}>
      <div className={styles.panel}>{children}</div>
    </LazyDialog>
  );
}

/** Covers the page, which is inert, but not the player. A click beside it or Escape closes it. */
function SideDrawer({ children }: { children: ReactNode }) {
  const t = useText();
  usePanelEntry(closeQueue);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeQueue();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
  return (
    <>
      <button type="button" tabIndex={-1} aria-label={t('common.close')} className={styles.veil} onClick={closeQueue} />
      <SidePanel hasFocus>{children}</SidePanel>
    </>
  );
}

/** Returns the focus to where it was before, if the panel has it when it closes. `hasFocus` moves it here first. */
function SidePanel({ hasFocus = false, children }: { hasFocus?: boolean; children: ReactNode }) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const [element, opener] = [panel.current, document.activeElement];
    if (hasFocus) element?.focus();
    return () => {
      if (element?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
    };
  }, [hasFocus]);
  return (
    <aside ref={panel} tabIndex={-1} className={styles.panel} aria-label={t('queue.title')}>
      {children}
    </aside>
  );
}

function Content({ tab, onSelectTab, onClear }: ContentProps) {
  const t = useText();
  const panelId = useId();
  const count = useQueue(({ items }) => items.length);
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('queue.title')}</h2>
        {count > 0 && tab === 'queue' && (
          <Button variant="plain" size="small" onClick={onClear}>
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
          onSelect={onSelectTab}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)} className={styles.part}>
        {tab === 'queue' ? <QueuedItems /> : <History />}
      </div>
    </>
  );
}

function QueuedItems() {
  const t = useText();
  const moveLabels = useMoveLabels();
  const queue = useQueue();
  const [expanded, setExpanded] = useState<ExpandedRows>({});
  const [announcement, setAnnouncement] = useState('');
  const rows = useMemo(() => buildQueueRows(queue, expanded), [queue, expanded]);
  const first = queue.items.findIndex(({ uuid }) => uuid === queue.selectedItem) + 1;
  const ids = useMemo(() => queue.items.slice(first).map(({ uuid }) => uuid), [queue.items, first]);
  const move = useCallback(
    (from: number, to: number) => {
      const title = queue.items[first + from]?.title ?? '';
      moveQueueItem(first + from, first + to);
      setAnnouncement(t('queue.moved', { title, place: to + 1, count: ids.length }));
    },
    [queue.items, first, ids.length, t],
  );
  const expand = useCallback(
    (id: string, isOpen: boolean) => setExpanded((current) => ({ ...current, [id]: isOpen })),
    [],
  );
  if (queue.items.length === 0)
    return (
      <Empty title={t('queue.empty')} hint={t('queue.empty-hint')}>
        <ReleasesLink />
      </Empty>
    );
  return (
    <>
      <Reorder ids={ids} labels={moveLabels} onMove={move}>
        <QueueList rows={rows} onOpen={expand} />
      </Reorder>
      <p role="status" className="visuallyHidden">
        {announcement}
      </p>
    </>
  );
}

function History() {
  const t = useText();
  const history = useQueue((queue) => queue.history);
  const rows = useMemo(() => buildHistoryRows(history), [history]);
  return rows.length === 0 ? (
    <Empty title={t('queue.history-empty')}>
      <ReleasesLink />
    </Empty>
  ) : (
    <QueueList rows={rows} />
  );
}

/** Closes the queue where it covers the page. */
function ReleasesLink() {
  const t = useText();
  return (
    <Link to={paths.releases} className={buttonClass({ size: 'small' })} onClick={closeQueueDrawer}>
      {t('release.to-releases')}
    </Link>
  );
}

function Empty({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  );
}
