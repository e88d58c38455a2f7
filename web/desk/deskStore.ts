import { Decision } from '@promenade/contract/desk';
import * as z from 'zod/mini';
import { createAccountStore } from '../platform/accountStore.ts';
import type { Desk, Step } from './run.ts';

const Steps = z.record(
  z.uuid(),
  z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('decide'), decision: Decision, before: z.number(), at: z.number() }),
      z.object({ type: z.literal('undo'), id: z.uuid(), kind: z.optional(Decision.shape.kind) }),
      z.object({ type: z.literal('move'), position: z.number() }),
    ]),
  ),
);

interface DeskState {
  /** Runs that were opened since the page was loaded, by id. */
  desks: Readonly<Record<string, Desk>>;
  /** Steps of other runs that were not sent before the page was left, by run. */
  unsent: Readonly<Record<string, readonly Step[]>>;
}

/** Steps that the server has not answered survive a reload as slice `desk` (requirements decision 43). */
export const useDesks = createAccountStore<DeskState>({
  slice: 'desk',
  load: (stored) => ({ desks: {}, unsent: Steps.safeParse(stored).data ?? {} }),
  save: ({ desks, unsent }) => {
    const waiting = Object.entries(desks).map(([runid, desk]) => [runid, desk.waiting] as const);
    return Object.fromEntries([...Object.entries(unsent), ...waiting].filter(([, steps]) => steps.length > 0));
  },
  change: (before, after) =>
    after.unsent !== before.unsent ||
    Object.entries(after.desks).some(([runid, desk]) => desk.waiting !== before.desks[runid]?.waiting),
  // The tab that leads sends its own steps; a step that comes twice is made once.
  merge: (state) => ({ state, hasMore: false }),
});

export const getDesk = (runid: string): Desk | undefined => useDesks.getState().desks[runid];

/** Changes an opened run; does nothing after another account signed in. */
export function changeDesk(runid: string, change: (desk: Desk) => Desk): void {
  useDesks.setState(({ desks, unsent }) => {
    const desk = desks[runid];
    return { unsent, desks: desk ? { ...desks, [runid]: change(desk) } : desks };
  });
}
