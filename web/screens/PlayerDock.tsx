import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshLists, refreshShelf, removeRelease } from '../catalogue/serverChanges.ts';
import { lazyPart } from '../design/lazyPart.ts';
import { useDownloads } from '../downloads/downloadsStore.ts';
import { watchServerEvents } from '../platform/eventStream.ts';
import { onServerEvent, pageId } from '../platform/events.ts';
import { useSession } from '../platform/session.ts';
import { recoverSession } from '../platform/sessionRefresh.ts';
import { Engine } from '../player/engine/Engine.tsx';
import { Keys } from '../player/Keys.tsx';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { usePanels } from '../player/panelStore.ts';
import styles from './PlayerDock.module.css';
import { useSessionStart } from './sessionStart.ts';

const ReplaceQueueDialog = lazyPart(
  async () => (await import('../player/queue/ReplaceQueueDialog.tsx')).ReplaceQueueDialog,
);
const DownloadsEngine = lazyPart(async () => (await import('../downloads/DownloadsEngine.tsx')).DownloadsEngine);

/** The player at the bottom of the page, with the engines of playback and downloads, and the session start. */
export function PlayerDock({ hasBar }: { hasBar: boolean }) {
  const cache = useQueryClient();
  useSessionStart(cache);
  useServerEvents(cache);
  const hasDownloads = useDownloads(({ items }) => items.length > 0);
  const isReplacing = usePanels(({ replacement }) => replacement !== undefined);
  return (
    <div className={styles.dock}>
      {hasBar && <PlayerBar />}
      <Engine />
      <Keys />
      {isReplacing && <ReplaceQueueDialog />}
      {hasDownloads && <DownloadsEngine />}
    </div>
  );
}

/** Applies what the server tells a signed-in browser to the session and the cache; the player listens itself. */
function useServerEvents(cache: QueryClient): void {
  useEffect(() => {
    const controller = new AbortController();
    const stops = [
      onServerEvent('session-ended', () => void recoverEndedSession()),
      onServerEvent('release-withdrawn', ({ releaseid }) => removeRelease(cache, releaseid)),
      onServerEvent('counts-changed', ({ page }) => refreshLists(cache, { isOwn: page === pageId })),
      onServerEvent('shelf-changed', () => refreshShelf(cache)),
      () => controller.abort(),
    ];
    watchServerEvents(controller.signal);
    return () => {
      for (const stop of stops) stop();
    };
  }, [cache]);
}

/** The refusal of the refresh token opens the dialog about an expired session (requirements decision 29). */
async function recoverEndedSession(): Promise<void> {
  const { accessToken } = useSession.getState();
  if (accessToken !== null) await recoverSession(accessToken);
}
