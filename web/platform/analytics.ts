import type { AccessClaims } from '@promenade/contract/access';

/** Requirement A-GEN-12. */
type TrackedEvent = 'Play Song' | 'Login' | 'Logout';

/** Keeps the newest 100 events in memory and sends nothing (requirement A-GEN-13). */
export function createLocalAnalytics() {
  let playerid: string | undefined;
  const events: { event: TrackedEvent; playerid?: string | undefined }[] = [];
  return {
    events,
    identify: (account: Pick<AccessClaims, 'playerid' | 'email'>): void => {
      playerid = account.playerid;
    },
    track: (event: TrackedEvent, properties?: Record<string, string | number>): void => {
      events.push({ ...properties, event, playerid });
      events.splice(0, events.length - 100);
    },
    reset: (): void => {
      playerid = undefined;
    },
  };
}

export const analytics = createLocalAnalytics();
