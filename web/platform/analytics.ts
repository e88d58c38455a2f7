import type { AccessClaims } from '@promenade/contract/access';

/** The three events that are told (A-GEN-12). */
export type TrackedEvent = 'Play Song' | 'Login' | 'Logout';

/** Where events go. The default keeps them in this tab and sends nothing anywhere (A-GEN-13). */
export interface Analytics {
  identify(account: Pick<AccessClaims, 'playerid' | 'email'>): void;
  track(event: TrackedEvent, properties?: Record<string, string | number>): void;
  reset(): void;
}

/** Keeps the newest 100 events in memory, for a look from outside. */
export function localAnalytics(): Analytics & { events: { event: TrackedEvent; playerid?: string }[] } {
  let playerid: string | undefined;
  const events: { event: TrackedEvent; playerid?: string }[] = [];
  return {
    events,
    identify: (account) => {
      playerid = account.playerid;
    },
    track: (event, properties) => {
      events.push({ ...properties, event, playerid });
      events.splice(0, events.length - 100);
    },
    reset: () => {
      playerid = undefined;
    },
  };
}

export const analytics: Analytics = localAnalytics();
