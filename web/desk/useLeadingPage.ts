import { useCallback, useEffect, useRef, useState } from 'react';
import { onServerEvent, pageId as page } from '../platform/events.ts';
import { logError } from '../platform/logError.ts';
import { getStateOwner } from '../platform/persistedState.ts';
import { setPlaying } from '../player/player.ts';
import { usePlayer } from '../player/playerStore.ts';
import { getLeadingSource } from '../player/source.ts';
import { leadRun } from './data.ts';

const CHANNEL = 'promenade-desk';

interface Opening {
  account: string | undefined;
  runid: string;
  tab: string;
}

/**
 * Of the pages that show a run, the one that was used last leads; `lead` takes over. Another tab of this browser then
 * stops (`isLeading`), another device falls silent and follows (`isFollowing`).
 */
export function useLeadingPage(runid: string): { isLeading: boolean; isFollowing: boolean; lead: () => void } {
  const [isLeading, setLeading] = useState(true);
  const [isFollowing, setFollowing] = useState(false);
  const channel = useRef<BroadcastChannel>(undefined);
  const follows = useRef(false);
  const lead = useCallback(() => {
    const opening: Opening = { account: getStateOwner(), runid, tab: page };
    channel.current?.postMessage(opening);
    setLeading(true);
    setFollowing(false);
    follows.current = false;
    leadRun(runid, page).catch((failure: unknown) =>
      logError('The other devices could not be told of the run', failure),
    );
  }, [runid]);
  useEffect(() => {
    const opened = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : undefined;
    channel.current = opened;
    if (opened)
      opened.onmessage = ({ data }: MessageEvent<Opening>) => {
        if (data.account === getStateOwner() && data.runid === runid && data.tab !== page) setLeading(false);
      };
    const stopEvents = onServerEvent('run-changed', (changed) => {
      if (changed.runid !== runid || changed.device === undefined || changed.device === page) return;
      setFollowing(true);
      follows.current = true;
      if (getLeadingSource()) usePlayer.setState((player) => setPlaying(player, false));
    });
    // Playing on this page makes it lead the run again.
    const stopPlayer = usePlayer.subscribe(({ isPlaying }, before) => {
      if (follows.current && isPlaying && !before.isPlaying) lead();
    });
    return () => {
      stopEvents();
      stopPlayer();
      opened?.close();
    };
  }, [runid, lead]);
  return { isLeading, isFollowing, lead };
}
