import { lazy, Suspense } from 'react';
import { useDownloads } from '../downloads/downloadsStore.ts';
import { usePanels } from '../player/panelStore.ts';
import styles from './PlayerDock.module.css';

// Loaded after the first screen: nothing plays before a press.
const PlayerBar = lazy(async () => ({ default: (await import('../player/PlayerBar.tsx')).PlayerBar }));
const Engine = lazy(async () => ({ default: (await import('../player/Engine.tsx')).Engine }));
const Keys = lazy(async () => ({ default: (await import('../player/Keys.tsx')).Keys }));
const ReplaceQueueDialog = lazy(async () => ({
  default: (await import('../player/queue/ReplaceQueueDialog.tsx')).ReplaceQueueDialog,
}));
const DownloadsEngine = lazy(async () => ({
  default: (await import('../downloads/DownloadsEngine.tsx')).DownloadsEngine,
}));

/** The player at the bottom of every signed-in page, with the engines of playback and downloads. */
export function PlayerDock() {
  const hasDownloads = useDownloads(({ items }) => items.length > 0);
  const isReplacing = usePanels(({ replacement }) => replacement !== undefined);
  return (
    <div className={styles.dock}>
      <Suspense fallback={null}>
        <PlayerBar />
      </Suspense>
      <Suspense fallback={null}>
        <Engine />
        <Keys />
      </Suspense>
      <Suspense fallback={null}>
        {isReplacing && <ReplaceQueueDialog />}
        {hasDownloads && <DownloadsEngine />}
      </Suspense>
    </div>
  );
}
