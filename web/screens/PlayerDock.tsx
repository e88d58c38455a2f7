import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useDownloads } from '../downloads/downloadsStore.ts';
import { Engine } from '../player/Engine.tsx';
import { Keys } from '../player/Keys.tsx';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { usePanels } from '../player/panelStore.ts';
import styles from './PlayerDock.module.css';
import { useServerEvents } from './serverEvents.ts';
import { useSessionStart } from './sessionStart.ts';

const ReplaceQueueDialog = lazy(async () => ({
  default: (await import('../player/queue/ReplaceQueueDialog.tsx')).ReplaceQueueDialog,
}));
const DownloadsEngine = lazy(async () => ({
  default: (await import('../downloads/DownloadsEngine.tsx')).DownloadsEngine,
}));

/** The player at the bottom of every signed-in page, with the engines of playback and downloads, and the session start. */
export function PlayerDock() {
  const cache = useQueryClient();
  useSessionStart(cache);
  useServerEvents(cache);
  const hasDownloads = useDownloads(({ items }) => items.length > 0);
  const isReplacing = usePanels(({ replacement }) => replacement !== undefined);
  return (
    <div className={styles.dock}>
      <PlayerBar />
      <Engine />
      <Keys />
      <Suspense fallback={null}>
        {isReplacing && <ReplaceQueueDialog />}
        {hasDownloads && <DownloadsEngine />}
      </Suspense>
    </div>
  );
}
