import { useCallback, useEffect, useRef, useState } from 'react';
import { createId } from '../platform/createId.ts';
import { getStateOwner } from '../platform/persistedState.ts';

const CHANNEL = 'promenade-desk';
const tab = createId();

interface Opening {
  account: string | undefined;
  runid: string;
  tab: string;
}

/** Of the tabs that show a run, the one that opened it last leads; `lead` takes over. */
export function useLeadingTab(runid: string): { isLeading: boolean; lead: () => void } {
  const [isLeading, setLeading] = useState(true);
  const channel = useRef<BroadcastChannel>(undefined);
  const announce = useCallback(() => {
    const opening: Opening = { account: getStateOwner(), runid, tab };
    channel.current?.postMessage(opening);
  }, [runid]);
  useEffect(() => {
    if (!('BroadcastChannel' in window)) return;
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<Opening>) => {
      if (data.account === getStateOwner() && data.runid === runid && data.tab !== tab) setLeading(false);
    };
    announce();
    return () => opened.close();
  }, [runid, announce]);
  const lead = () => {
    announce();
    setLeading(true);
  };
  return { isLeading, lead };
}
